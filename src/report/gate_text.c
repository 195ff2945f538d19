// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/gate_text.h"

#include <math.h>
#include <stdio.h>

#include "support/memory.h"

const char *gate_kind(enum symdiff_rule_kind kind)
{
	return kind == SYMDIFF_MAX ? "max" : "max-growth";
}

static void put_max(const struct gate_rule *rule, FILE *out)
{
	fprintf(out, "%.2f %% of %s%s (at least %.2f, at most %.2f), the limit is %g %%",
		rule->value, rule->busy ? "busy time" : "the total",
		rule->charged ? " is charged to it" : "", rule->low, rule->high, rule->limit);
}

static void put_growth(const struct gate_rule *rule, FILE *out)
{
	const char *unit = rule->unit == LIMIT_POINTS ? "pp" : "%";

	if (isfinite(rule->value))
		fprintf(out, "it changed by %+.2f %s", rule->value, unit);
	else
		fputs("it came from nothing", out);
	if (isfinite(rule->low) && isfinite(rule->high))
		fprintf(out, " (at least %+.2f, at most %+.2f)", rule->low, rule->high);
	fprintf(out, ", the limit is %g %s%s", rule->limit, unit,
		rule->charged ? ", of charged time" : "");
}

char *gate_sentence(const struct symdiff_verdict *verdict, const struct gate_rule *rule)
{
	char *sentence = NULL;
	size_t size;
	FILE *out = open_memstream(&sentence, &size);

	if (!out)
		return mem_strdup("");
	if (rule->kind == SYMDIFF_MAX)
		put_max(rule, out);
	else
		put_growth(rule, out);
	if (rule->reason)
		fprintf(out, "; %s", rule->reason);
	fclose(out);
	return sentence ? sentence : mem_strdup("");
}

const struct gate_rule **gate_worst_first(const struct symdiff_verdict *verdict)
{
	static const enum symdiff_outcome order[] = { SYMDIFF_FAIL, SYMDIFF_INCONCLUSIVE,
						      SYMDIFF_PASS };
	const struct gate_rule **rules = mem_alloc((verdict->count + 1) * sizeof(*rules));
	size_t count = 0;

	for (size_t k = 0; k < ARRAY_SIZE(order); k++)
		for (size_t i = 0; i < verdict->count; i++)
			if (verdict->rules[i].outcome == order[k])
				rules[count++] = &verdict->rules[i];
	return rules;
}

size_t gate_count(const struct symdiff_verdict *verdict, enum symdiff_outcome outcome)
{
	size_t count = 0;

	for (size_t i = 0; i < verdict->count; i++)
		count += verdict->rules[i].outcome == outcome;
	return count;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "support/error.h"
#include "support/memory.h"

/* What the command line and the policy say together. */
struct gate {
	struct cli_options options;
	struct symdiff_policy *policy; /* NULL: none */
	enum symdiff_when when_inconclusive;
	void *owned[5];
	size_t owned_count;
};

static void gate_deinit(struct gate *gate)
{
	for (size_t i = 0; i < gate->owned_count; i++)
		free(gate->owned[i]);
	symdiff_policy_free(gate->policy);
}

/* ---- the policy ---- */

static size_t length(const char *const *list)
{
	size_t count = 0;

	while (list && list[count])
		count++;
	return count;
}

/* The policy's first: of what contradicts, the later counts. */
static void join(struct gate *gate, const char *const **list, const char *const *policy)
{
	size_t first = length(policy), second = length(*list);
	const char **both = mem_zalloc(first + second + 1, sizeof(*both));

	for (size_t i = 0; i < first; i++)
		both[i] = policy[i];
	for (size_t i = 0; i < second; i++)
		both[first + i] = (*list)[i];
	gate->owned[gate->owned_count++] = both;
	*list = both;
}

static bool is_points(const char *text)
{
	size_t len = strlen(text);

	return len > 2 && !strcmp(text + len - 2, "pp");
}

/* Are both limits of one thing, so that the second is there in place of the first? */
static bool is_about_same(const struct symdiff_rule *policy, const struct symdiff_rule *given)
{
	const char *a = strrchr(policy->text, '='), *b = strrchr(given->text, '=');

	return !policy->event && policy->kind == given->kind && a && b &&
	       a - policy->text == b - given->text &&
	       !strncmp(policy->text, given->text, (size_t)(a - policy->text)) &&
	       is_points(policy->text) == is_points(given->text);
}

static bool is_replaced(const struct cli_options *options, const struct symdiff_rule *policy)
{
	for (size_t i = 0; i < options->rule_count; i++)
		if (is_about_same(policy, &options->rules[i]))
			return true;
	return false;
}

static void join_rules(struct gate *gate)
{
	const struct symdiff_policy *policy = gate->policy;
	struct cli_options *options = &gate->options;
	struct symdiff_rule *rules =
		mem_zalloc(policy->rule_count + options->rule_count + 1, sizeof(*rules));
	size_t count = 0;

	for (size_t i = 0; i < policy->rule_count; i++)
		if (!is_replaced(options, &policy->rules[i]))
			rules[count++] = policy->rules[i];
	for (size_t i = 0; i < options->rule_count; i++)
		rules[count++] = options->rules[i];
	gate->owned[gate->owned_count++] = rules;
	options->rules = rules;
	options->rule_count = count;
}

static int take_policy(struct gate *gate, struct symdiff_error *err)
{
	struct cli_options *options = &gate->options;
	struct symdiff_policy *policy = gate->policy = symdiff_policy_read(options->policy, err);

	if (!policy)
		return -1;
	join_rules(gate);
	join(gate, &options->settings.aliases, policy->aliases);
	join(gate, &options->settings.sets, policy->sets);
	join(gate, &options->settings.bucket_files, policy->bucket_files);
	options->settings.bucket_of = policy->bucket_of;
	options->compare.force |= policy->force;
	if (!(options->compare.level > 0))
		options->compare.level = policy->level;
	gate->when_inconclusive = policy->when_inconclusive;
	options->strict |= policy->when_inconclusive == SYMDIFF_WHEN_STRICT;
	options->print.strict = options->strict || policy->when_inconclusive == SYMDIFF_WHEN_FAIL;
	return 0;
}

/* ---- the verdict ---- */

static int print(const struct cli_options *options, const struct symdiff_verdict *verdict,
		 struct symdiff_error *err)
{
	FILE *out = output_open(options, err);

	if (!out)
		return -1;

	int ret = symdiff_print_verdict(verdict, &options->print, out, err);

	return output_finish(options, out, ret, err);
}

static int status_of(const struct gate *gate, enum symdiff_outcome outcome)
{
	if (outcome == SYMDIFF_FAIL)
		return EXIT_GATE_FAILED;
	if (outcome == SYMDIFF_PASS)
		return EXIT_FINE;
	if (gate->options.strict)
		return EXIT_INCONCLUSIVE;
	if (gate->when_inconclusive == SYMDIFF_WHEN_FAIL)
		return EXIT_GATE_FAILED;
	fputs("symdiff: warning: the gate is inconclusive, which counts as passed without --strict\n",
	      stderr);
	return EXIT_FINE;
}

static int judge(const struct gate *gate, struct symdiff *rules, struct symdiff_profile *sides[2],
		 struct symdiff_error *err)
{
	const struct cli_options *options = &gate->options;
	struct symdiff_verdict *verdict = symdiff_gate(rules, sides[0], sides[1], options->rules,
						       options->rule_count, &options->compare, err);
	int ret = EXIT_TROUBLE;

	if (verdict && !print(options, verdict, err))
		ret = status_of(gate, symdiff_verdict_outcome(verdict));
	symdiff_verdict_free(verdict);
	return ret;
}

/* A CI system that reads the report and not the exit status must see that nothing was judged. */
static void print_trouble(const struct cli_options *options, const struct symdiff_error *failure)
{
	struct symdiff_error again = { .position = -1 };
	char *text = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&text, &size), *out;

	if (!memory)
		return;
	symdiff_print_gate_error(failure, options->rules, options->rule_count, &options->print,
				 memory);
	fclose(memory);
	/* Where the report cannot be written, that is what standard error has told already. */
	out = size ? output_open(options, &again) : NULL;
	if (out) {
		fwrite(text, 1, size, out);
		output_close(options, out, &again);
	}
	free(text);
}

static int read_and_judge(const struct gate *gate, struct symdiff_error *err)
{
	const struct cli_options *options = &gate->options;
	struct symdiff_profile *sides[2] = { NULL, NULL };
	int ret = EXIT_TROUBLE;

	if (!options->rule_count)
		return symdiff_fail(
			       err, SYMDIFF_ERR_USAGE, -1,
			       "a gate needs a limit: --max NAME=LIMIT, --max-growth NAME=LIMIT, or "
			       "one in a --policy"),
		       EXIT_TROUBLE;
	struct symdiff *rules = symdiff_new(&options->settings, err);

	if (rules && !sides_read_gate(options, rules, sides, err))
		ret = judge(gate, rules, sides, err);
	if (ret != EXIT_TROUBLE)
		sides_warn_unmatched(options, sides);
	symdiff_profile_free(sides[0]);
	symdiff_profile_free(sides[1]);
	symdiff_free(rules);
	return ret;
}

int cmd_gate(const struct cli_options *options, struct symdiff_error *err)
{
	struct gate gate = { .options = *options };
	int ret = EXIT_TROUBLE;

	if (!options->policy || !take_policy(&gate, err))
		ret = read_and_judge(&gate, err);
	if (err->code != SYMDIFF_OK)
		print_trouble(&gate.options, err);
	gate_deinit(&gate);
	return ret;
}

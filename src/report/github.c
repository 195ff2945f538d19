// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Annotations of GitHub Actions: workflow commands, one a line, "::error
 * title=TITLE::MESSAGE". What must be escaped is in the documents of GitHub
 * ("Workflow commands") and of actions/toolkit (command.ts): in messages %, CR
 * and LF; in properties also colon and comma. GitHub shows ten errors and ten
 * warnings a step: the worst come first.
 */
#include <stdlib.h>
#include <string.h>

#include "report/gate_text.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/utf8.h"

static void put_escaped(const char *text, const char *special, FILE *out)
{
	cleanup_free char *safe = utf8_printable(text);

	for (const char *at = safe; *at; at++) {
		if (strchr(special, *at))
			fprintf(out, "%%%02X", (unsigned)(unsigned char)*at);
		else
			fputc(*at, out);
	}
}

static void put_property(const char *text, FILE *out)
{
	put_escaped(text, "%\r\n:,", out);
}

static void put_message(const char *text, FILE *out)
{
	fputs("::", out);
	put_escaped(text, "%\r\n", out);
	fputc('\n', out);
}

static void annotate(const char *level, const char *title, const char *message, FILE *out)
{
	fprintf(out, "::%s title=", level);
	put_property(title, out);
	put_message(message, out);
}

static void put_rule(const struct symdiff_verdict *verdict, const struct gate_rule *rule,
		     const struct symdiff_print_options *options, FILE *out)
{
	bool error = rule->outcome == SYMDIFF_FAIL || options->strict;
	cleanup_free char *sentence = gate_sentence(verdict, rule);

	fprintf(out, "::%s title=%s ", error ? "error" : "warning", gate_kind(rule->kind));
	put_property(rule->text, out);
	fprintf(out, " %s", rule->outcome == SYMDIFF_FAIL ? "failed" : "is inconclusive");
	put_message(sentence, out);
}

static void put_summary(const struct symdiff_verdict *verdict, FILE *out)
{
	char counts[128];

	snprintf(counts, sizeof(counts), "%zu passed, %zu failed, %zu inconclusive",
		 gate_count(verdict, SYMDIFF_PASS), gate_count(verdict, SYMDIFF_FAIL),
		 gate_count(verdict, SYMDIFF_INCONCLUSIVE));
	annotate("notice", "symdiff gate", counts, out);
}

static void put_warnings(const struct symdiff_profile *side, const char *title, FILE *out)
{
	const struct profile *profile = side ? side->profile : NULL;

	for (uint32_t i = 0; profile && i < profile->warning_count; i++)
		annotate("notice", title, profile_text(profile, profile->warnings[i]), out);
}

static void github_verdict(const struct symdiff_verdict *verdict,
			   const struct symdiff_print_options *options, FILE *out)
{
	const struct gate_rule **rules = gate_worst_first(verdict);

	for (size_t i = 0; i < verdict->count; i++)
		if (rules[i]->outcome != SYMDIFF_PASS)
			put_rule(verdict, rules[i], options, out);
	put_summary(verdict, out);
	for (size_t i = 0; i < verdict->note_count; i++)
		annotate("notice", "symdiff gate", verdict->notes[i], out);
	put_warnings(verdict->side[BASE], "symdiff: base", out);
	put_warnings(verdict->side[NEW], "symdiff: new", out);
	free(rules);
}

static void github_trouble(const struct symdiff_error *failure, const struct symdiff_rule *rules,
			   size_t count, const struct symdiff_print_options *options, FILE *out)
{
	char message[1024];

	annotate("error", "symdiff: the gate could not judge",
		 symdiff_error_text(failure, message, sizeof(message)), out);
}

const struct report_writer github_writer = {
	.format = SYMDIFF_GITHUB,
	.name = "github",
	.what = "of a gate: annotations of GitHub Actions",
	.verdict = github_verdict,
	.trouble = github_trouble,
};

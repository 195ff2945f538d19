// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * JUnit XML, as CI systems read it: one case for each rule of a gate. Elements
 * and attributes are those of the Jenkins xUnit plugin's junit-10.xsd, which
 * GitLab and others take, too.
 */
#include <stdbool.h>

#include "report/gate_text.h"
#include "report/writer.h"
#include "support/cleanup.h"
#include "support/utf8.h"

/* U+FFFE and U+FFFF, which no XML document may hold. */
static bool is_no_xml(const char *at)
{
	return at[0] == '\xef' && at[1] == '\xbf' && (at[2] == '\xbe' || at[2] == '\xbf');
}

/* Text for content and attributes; control characters, which XML cannot write, as \x1b. */
static void put_text(const char *text, FILE *out)
{
	cleanup_free char *safe = utf8_printable(text);

	for (const char *at = safe; *at; at++) {
		if (is_no_xml(at)) {
			fputs("\xef\xbf\xbd", out);
			at += 2;
			continue;
		}
		switch (*at) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			fputc(*at, out);
		}
	}
}

static void begin(size_t tests, size_t failures, size_t errors, size_t skipped, FILE *out)
{
	fprintf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuites name=\"symdiff gate\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n"
		"<testsuite name=\"symdiff gate\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
		"skipped=\"%zu\">\n",
		tests, failures, errors, tests, failures, errors, skipped);
}

static void end(FILE *out)
{
	fputs("</testsuite>\n</testsuites>\n", out);
}

static void put_property(const char *name, const char *value, FILE *out)
{
	fprintf(out, "<property name=\"%s\" value=\"", name);
	put_text(value, out);
	fputs("\"/>\n", out);
}

/* @event: NULL, or if @text does not have it already. */
static void begin_case(enum symdiff_rule_kind kind, const char *text, const char *event, FILE *out)
{
	fprintf(out, "<testcase classname=\"symdiff.gate\" name=\"%s ", gate_kind(kind));
	put_text(text, out);
	if (event) {
		fputs(" of ", out);
		put_text(event, out);
	}
	fputs("\">", out);
}

static const char *element_of(enum symdiff_outcome outcome,
			      const struct symdiff_print_options *options)
{
	if (outcome == SYMDIFF_FAIL)
		return "failure";
	return options->strict ? "failure" : "skipped";
}

static void put_case(const struct symdiff_verdict *verdict, const struct gate_rule *rule,
		     const struct symdiff_print_options *options, FILE *out)
{
	cleanup_free char *sentence = gate_sentence(verdict, rule);

	begin_case(rule->kind, rule->text, NULL, out);
	if (rule->outcome == SYMDIFF_PASS) {
		fputs("<system-out>", out);
		put_text(sentence, out);
		fputs("</system-out>", out);
	} else {
		fprintf(out, "<%s", element_of(rule->outcome, options));
		if (rule->outcome == SYMDIFF_FAIL || options->strict)
			fprintf(out, " type=\"%s\"", outcome_names[rule->outcome]);
		fprintf(out, " message=\"%s",
			rule->outcome == SYMDIFF_FAIL ? "" : "inconclusive: ");
		put_text(sentence, out);
		fputs("\"/>", out);
	}
	fputs("</testcase>\n", out);
}

static void put_warnings(const struct symdiff_verdict *verdict, FILE *out)
{
	static const char *const names[] = { "base: ", "new: " };
	bool any = false;

	for (size_t i = 0; i < verdict->note_count; i++) {
		fputs(any ? "\n" : "<system-err>", out);
		put_text(verdict->notes[i], out);
		any = true;
	}
	for (int side = 0; side < SIDES; side++) {
		const struct profile *profile =
			verdict->side[side] ? verdict->side[side]->profile : NULL;

		for (uint32_t i = 0; profile && i < profile->warning_count; i++) {
			fputs(any ? "\n" : "<system-err>", out);
			fputs(names[side], out);
			put_text(profile_text(profile, profile->warnings[i]), out);
			any = true;
		}
	}
	if (any)
		fputs("</system-err>\n", out);
}

static void junit_verdict(const struct symdiff_verdict *verdict,
			  const struct symdiff_print_options *options, FILE *out)
{
	size_t failures = gate_count(verdict, SYMDIFF_FAIL);
	size_t open = gate_count(verdict, SYMDIFF_INCONCLUSIVE);

	begin(verdict->count, failures + (options->strict ? open : 0), 0,
	      options->strict ? 0 : open, out);
	fputs("<properties>\n", out);
	put_property("symdiff", symdiff_version(), out);
	if (verdict->side[BASE])
		put_property("base", verdict->side[BASE]->path, out);
	put_property("new", verdict->side[NEW]->path, out);
	put_property("event", verdict->event, out);
	put_property("verdict", outcome_names[verdict->outcome], out);
	fputs("</properties>\n", out);
	for (size_t i = 0; i < verdict->count; i++)
		put_case(verdict, &verdict->rules[i], options, out);
	put_warnings(verdict, out);
	end(out);
}

static void put_error(const char *message, FILE *out)
{
	fputs("<error type=\"trouble\" message=\"", out);
	put_text(message, out);
	fputs("\"/></testcase>\n", out);
}

/* The same cases as always, so that nobody takes a gate that did not run for one that passed. */
static void junit_trouble(const struct symdiff_error *failure, const struct symdiff_rule *rules,
			  size_t count, const struct symdiff_print_options *options, FILE *out)
{
	char message[1024];
	size_t cases = count ? count : 1;

	symdiff_error_text(failure, message, sizeof(message));
	begin(cases, 0, cases, 0, out);
	for (size_t i = 0; i < count; i++) {
		begin_case(rules[i].kind, rules[i].text, rules[i].event, out);
		put_error(message, out);
	}
	if (!count) {
		fputs("<testcase classname=\"symdiff.gate\" name=\"input\">", out);
		put_error(message, out);
	}
	end(out);
}

const struct report_writer junit_writer = {
	.format = SYMDIFF_JUNIT,
	.name = "junit",
	.what = "of a gate: one case a rule, for CI systems",
	.verdict = junit_verdict,
	.trouble = junit_trouble,
};

// SPDX-License-Identifier: GPL-2.0-or-later
/* What was read: files, machines, how it was recorded, and what is odd about it. */
#include "report/html.h"

#include "report/text.h"
#include "report/unresolved.h"
#include "report/xml_text.h"

static void put_fact(const char *name, const char *value, FILE *out)
{
	if (!*value)
		return;
	fprintf(out, "<tr><th>%s</th><td>", name);
	xml_text(value, 0, out);
	fputs("</td></tr>\n", out);
}

static void put_machine(const struct profile *profile, FILE *out)
{
	const struct recording *recording = &profile->recording;
	char line[128] = "";

	put_fact("kernel", text_kernel(profile), out);
	put_fact("host", profile_text(profile, recording->hostname), out);
	put_fact("CPU", profile_text(profile, recording->cpu_model), out);
	if (recording->cpus_online) {
		snprintf(line, sizeof(line), "%u", recording->cpus_online);
		put_fact("CPUs", line, out);
	}
	if (recording->duration_seconds > 0) {
		snprintf(line, sizeof(line), "%.1f s", recording->duration_seconds);
		put_fact("duration", line, out);
	}
	put_fact("command", profile_text(profile, recording->command_line), out);
}

static void put_unresolved(const char *words, FILE *out)
{
	put_fact("without symbols", words, out);
}

static void put_event(const struct totals *totals, FILE *out)
{
	const struct event *event = totals_event(totals);
	const char *name = profile_text(totals->profile, event->name);
	char amount[96], lost[48] = "", line[256];

	text_amount(totals, amount, sizeof(amount));
	if (event->lost) /* of none, a table would not say so */
		snprintf(lost, sizeof(lost), ", %lu lost", (unsigned long)event->lost);
	snprintf(line, sizeof(line), "%s%s, %.2f %% without symbols%s", amount, lost,
		 100 * totals_share(totals, totals->unresolved),
		 event->cut ? ", the table is cut" : "");
	fputs("<tr><th>event ", out);
	xml_text(*name ? name : "(not named)", 0, out);
	fprintf(out, "</th><td>%s</td></tr>\n", line);
	each_unresolved(totals, put_unresolved, out);
}

static void put_input(const struct symdiff_profile *side, const char *name, FILE *out)
{
	const struct profile *profile = side->profile;

	fprintf(out, "<h3>%s</h3>\n<table class=\"facts\">\n", name);
	if (side->run_count > 1)
		for (size_t i = 0; i < side->run_count; i++)
			put_fact("file", side->runs[i].path, out);
	else
		put_fact("file", side->path, out);
	put_fact("format", profile_text(profile, profile->format), out);
	put_fact("label", profile_text(profile, profile->label), out);
	put_machine(profile, out);
	for (uint32_t i = 0; i < profile->event_count; i++)
		put_event(&side->totals[i], out);
	for (uint32_t i = 0; i < profile->warning_count; i++)
		put_fact("note", profile_text(profile, profile->warnings[i]), out);
	fputs("</table>\n", out);
}

void html_made_by(const struct symdiff_print_options *options, FILE *out)
{
	fprintf(out, "<p class=\"quiet\">Made by symdiff %s", symdiff_version());
	if (options->command) {
		fputs(": <code>", out);
		xml_text(options->command, 0, out);
		fputs("</code>", out);
	}
	fputs("</p>\n", out);
}

void html_inputs(const struct symdiff_profile *const *sides, const char *const *names,
		 const struct symdiff_print_options *options, FILE *out)
{
	fputs("<section class=\"inputs\">\n<h2>Inputs</h2>\n", out);
	for (size_t i = 0; sides[i]; i++)
		put_input(sides[i], names[i], out);
	html_made_by(options, out);
	fputs("</section>\n", out);
}

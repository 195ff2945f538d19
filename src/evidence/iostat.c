// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vmstat (procps) and iostat -x (sysstat 5 to 12). Both print one report after the other, the first
 * since boot: where there are more, that one is left out.
 *
 *	 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 *	15  0      0 988710  98560  13772    0    0   425  8497 1789 1268 62 21 16  0  0
 *
 *	avg-cpu:  %user   %nice %system %iowait  %steal   %idle
 *	           1.23    0.00    4.56    7.89    0.00   86.32
 *
 *	Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz   ...  %util
 *	sda              0.10      3.20     0.00   0.00    0.51    32.00   ...   0.01
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { COLUMNS_MAX = 32 };

/* ---- vmstat: one row for each column, the mean of the reports ---- */

static bool is_vmstat_title(const struct words *words)
{
	return words_has(words, 0, "r") && words_has(words, 1, "b") &&
	       words_has(words, 2, "swpd") && words->count >= 14 && words->count < COLUMNS_MAX;
}

static bool is_group_title(const struct words *words)
{
	return words_has(words, 0, "procs") && words->count > 1 && words->list[1].at[0] == '-';
}

static size_t read_vmstat(const struct text *text, size_t at, struct evidence *evidence)
{
	double first[COLUMNS_MAX] = { 0 }, sums[COLUMNS_MAX] = { 0 };
	size_t from = at, reports = 0;
	struct words title, words;

	words_read(text, at, "", &title);
	if (!is_vmstat_title(&title))
		return at;
	for (at++; at < text->count; at++) {
		words_read(text, at, "", &words);
		if (is_vmstat_title(&words) || is_group_title(&words))
			continue;
		/* With -t the time of day is behind. */
		if (words.count < title.count || words_numbers(&words, 0) < title.count)
			break;
		for (size_t i = 0; i < title.count; i++) {
			struct number number;

			number_read(words.list[i], &number);
			*(reports ? &sums[i] : &first[i]) += number.value;
		}
		reports++;
	}
	for (size_t i = 0; i < title.count && reports; i++) {
		evidence_add(evidence, title.list[i], text->lines[from].number);
		evidence_set(evidence, "value",
			     reports > 1 ? sums[i] / (double)(reports - 1) : first[i]);
	}
	return reports ? at : from;
}

const struct evidence_format vmstat_report_format = {
	.name = "vmstat-report",
	.what = "vmstat",
	.read = read_vmstat,
};

/* ---- iostat: one row for each device and report ---- */

struct titles {
	const char *keys[COLUMNS_MAX];
	size_t count;
};

/* The title of devices, or of CPUs, whose row has no name. */
static bool read_titles(const struct words *words, struct evidence *evidence, struct titles *titles,
			bool *is_cpu)
{
	bool of_cpus = words_has(words, 0, "avg-cpu:");

	if (!of_cpus && !words_has(words, 0, "Device") && !words_has(words, 0, "Device:"))
		return false;
	*is_cpu = of_cpus;
	titles->count = 0;
	for (size_t i = 1; i < words->count && titles->count < COLUMNS_MAX; i++)
		if (!slice_equals(words->list[i], ":"))
			titles->keys[titles->count++] = evidence_key(evidence, words->list[i]);
	return titles->count >= 5;
}

static bool add_report(const struct words *words, const struct titles *titles, bool is_cpu,
		       uint32_t line, struct evidence *evidence)
{
	size_t names = is_cpu ? 0 : 1;

	if (words->count != titles->count + names || words_numbers(words, names) != titles->count)
		return false;
	evidence_add(evidence, is_cpu ? (struct slice) { "avg-cpu", 7 } : words->list[0], line);
	for (size_t i = 0; i < titles->count; i++) {
		struct number number;

		number_read(words->list[names + i], &number);
		evidence_set_number(evidence, titles->keys[i], &number);
	}
	return true;
}

/* Reports so far, and where the second one's rows begin. */
struct reports {
	size_t count, second;
	bool have_cpus; /* each begins with the CPUs, else with the devices */
};

/* Whole tables, each with blank lines and the time of day around it. */
static size_t read_tables(const struct text *text, size_t at, struct evidence *evidence,
			  struct reports *reports)
{
	struct titles titles;
	size_t end = at;
	bool is_cpu = false, in_table = false;

	for (; at < text->count; at++) {
		struct words words;

		words_read(text, at, "", &words);
		if (words.count && read_titles(&words, evidence, &titles, &is_cpu)) {
			in_table = true;
			reports->have_cpus |= is_cpu;
			if ((is_cpu || !reports->have_cpus) && ++reports->count == 2)
				reports->second = evidence->count;
		} else if (in_table && words.count &&
			   add_report(&words, &titles, is_cpu, text->lines[at].number, evidence)) {
			end = at + 1;
		} else if (words.count > 3) {
			break;
		} else if (!words.count) {
			in_table = false;
		}
	}
	return end;
}

static size_t read_iostat(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t first = evidence->count, end;
	struct reports reports = { 0 };
	struct titles titles;
	struct words words;
	bool is_cpu;

	words_read(text, at, "", &words);
	if (!words.count || !read_titles(&words, evidence, &titles, &is_cpu))
		return at;
	end = read_tables(text, at, evidence, &reports);
	if (reports.count > 1 && reports.second < evidence->count)
		evidence_drop(evidence, first, reports.second);
	return evidence->count > first ? end : at;
}

const struct evidence_format iostat_format = {
	.name = "iostat",
	.what = "iostat -x",
	.has_runs = true,
	.read = read_iostat,
};

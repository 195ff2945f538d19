// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Comparisons of the kernel test robot (LKP, "0-day"). Until 2014 one row for each test, and below
 * them the metric with its sum:
 *
 *	     12.15 ~10%    +209.8%      37.63 ~ 2%  box/vm-scalability/300s-btrfs
 *	     12.88 ~16%    +189.4%      37.27 ~ 0%  box/vm-scalability/300s-ext4
 *	     25.03         +199.2%      74.90       TOTAL perf-profile.cpu-cycles._raw_spin_lock.f.g
 *
 * and since then one row for each metric, the change of a profile's in points:
 *
 *	     11.80 ±  8%      -4.8        6.96 ±  9%  perf-profile.self.cycles-pp.up_read
 *
 * Values are means over runs, the percentages behind them their standard deviations.
 */
#include <math.h>

#include "evidence/format.h"
#include "support/memory.h"

enum { ROW_LINES = 3, GAP_LINES = 5 };

/* A counter that grew by more is not one that grew: it was read wrongly. */
#define BROKEN_PERCENT 1e9

struct side {
	struct number value, spread;
	bool has_spread;
};

struct lkp_row {
	struct side base, newer;
	struct number change;
	struct slice name;
	struct slice unit; /* in brackets behind the name, as symdiff prints it; else empty */
	bool is_total;
};

static bool read_spread(const struct words *words, size_t *at, struct number *spread)
{
	static const char *const marks[] = { "±", "~", "+-", "+/-" };

	if (*at >= words->count)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		struct slice word = words->list[*at];
		size_t len = strlen(marks[i]), next = *at + 1;

		if (!slice_starts(word, marks[i]))
			continue;
		word.at += len;
		word.len -= len;
		if (!word.len && next < words->count)
			word = words->list[next++];
		if (!number_read(word, spread) || !spread->is_percent)
			return false;
		*at = next;
		return true;
	}
	return false;
}

static bool read_side(const struct words *words, size_t *at, struct side *side)
{
	if (*at >= words->count || !number_read(words->list[*at], &side->value) ||
	    side->value.is_percent)
		return false;
	++*at;
	side->has_spread = read_spread(words, at, &side->spread);
	return true;
}

static bool read_change(const struct words *words, size_t *at, struct number *change)
{
	if (*at >= words->count || !number_read(words->list[*at], change) || !change->has_sign)
		return false;
	++*at;
	return true;
}

/* Further columns compare with the first, too, and are left out. The name is what remains. */
static bool read_words(const struct words *words, bool on_one_line, struct lkp_row *row)
{
	struct number change;
	struct side side;
	size_t at = 0;

	if (!read_side(words, &at, &row->base) || !read_change(words, &at, &row->change) ||
	    !read_side(words, &at, &row->newer))
		return false;
	while (read_change(words, &at, &change) && read_side(words, &at, &side))
		;
	row->is_total = at < words->count && slice_equals(words->list[at], "TOTAL");
	at += row->is_total;
	if (at >= words->count || (!on_one_line && at + 1 != words->count))
		return false;
	row->name = slice_join(words->list[at], words->list[words->count - 1]);
	slice_cut_unit(&row->name, &row->unit);
	/* The name of a function may have blanks inside, a metric has none. */
	if (memchr(row->name.at, ' ', row->name.len) && !slice_starts(row->name, "perf-profile."))
		return false;
	return memchr(row->name.at, '.', row->name.len) || memchr(row->name.at, '/', row->name.len);
}

static size_t read_row(const struct text *text, size_t at, struct lkp_row *row)
{
	struct words words = { .count = 0 };

	for (size_t lines = 0; lines < ROW_LINES; lines++) {
		if (!words_read_more(text, at + lines, "", &words))
			break;
		*row = (struct lkp_row) { .is_total = false };
		if (read_words(&words, !lines, row))
			return lines + 1;
	}
	return 0;
}

/* ---- what a row is of ---- */

static bool is_profile(struct slice metric)
{
	return slice_starts(metric, "perf-profile.");
}

/* What follows a dot inside a name of a function. */
static bool is_suffix(struct slice part)
{
	static const char *const words[] = { "isra", "constprop", "part", "cold", "clone", "llvm" };
	struct number number;

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (slice_equals(part, words[i]))
			return true;
	return number_read(part, &number);
}

static struct slice cut_part(struct slice *rest)
{
	const char *dot = memchr(rest->at, '.', rest->len);
	struct slice part = { rest->at, dot ? (size_t)(dot - rest->at) : rest->len };
	size_t taken = part.len + (dot != NULL);

	rest->at += taken;
	rest->len -= taken;
	return part;
}

/* perf-profile.[KIND.]EVENT.LEAF[.CALLER…]: the leaf. */
static struct slice function_of(struct slice metric)
{
	struct slice rest = metric, part, leaf;

	cut_part(&rest);
	part = cut_part(&rest);
	if (slice_equals(part, "self") || slice_equals(part, "children") ||
	    slice_equals(part, "calltrace") || slice_equals(part, "func"))
		cut_part(&rest);
	if (!rest.len)
		return metric;
	leaf = cut_part(&rest);
	while (rest.len) {
		part = cut_part(&rest);
		if (!is_suffix(part))
			break;
		leaf = slice_join(leaf, part);
	}
	return leaf;
}

/* What tells a result from a counter; of a rate a 0 is a run that failed. */
enum evidence_better lkp_better(struct slice metric)
{
	static const char *const rates[] = { "throughput", "ops",    "score",	 "bandwidth",
					     "per_sec",	   "_per_s", "_per_min", "jobs_per" };
	static const char *const times[] = { "elapsed_time", "latency", "_lat_", ".runtime" };
	struct slice rest;

	for (size_t i = 0; i < ARRAY_SIZE(times); i++)
		if (slice_after(metric, times[i], &rest))
			return EVIDENCE_LESS;
	for (size_t i = 0; i < ARRAY_SIZE(rates); i++)
		if (slice_after(metric, rates[i], &rest))
			return EVIDENCE_MORE;
	return EVIDENCE_EITHER;
}

/* ---- rows ---- */

static void set_side(struct evidence *evidence, const char *key, const char *spread_key,
		     const struct side *side)
{
	evidence_set_number(evidence, key, &side->value);
	if (side->has_spread)
		evidence_set_number(evidence, spread_key, &side->spread);
}

static void mark(struct evidence *evidence, const char *key, enum evidence_state state)
{
	struct evidence_value *value = evidence_last(evidence, key);

	if (value)
		value->state = state;
}

/* Without a metric it is a test that the row is of, and what it measured is not said. */
static void set_roles(struct evidence *evidence, struct slice metric, const char *base,
		      const char *newer)
{
	enum evidence_better better = metric.len ? lkp_better(metric) : EVIDENCE_EITHER;

	if (is_profile(metric) || (metric.len && better == EVIDENCE_EITHER))
		return;
	evidence_last(evidence, base)->role = evidence_last(evidence, newer)->role =
		EVIDENCE_RESULT;
	evidence_last(evidence, base)->better = evidence_last(evidence, newer)->better = better;
}

/* @metric: of the row, or of the total below it; empty if there is none. */
static void add_row(struct evidence *evidence, const struct lkp_row *row, struct slice metric,
		    uint32_t line)
{
	bool of_profile = is_profile(metric), of_test = row->name.at != metric.at;
	struct slice name = of_profile ? function_of(metric) : metric.len ? metric : row->name;
	const char *base = of_profile ? "base_percent" : "base_value";
	const char *newer = of_profile ? "percent" : "new_value";
	const char *change = of_profile && !row->change.is_percent ? "delta_pp" : "change_pct";

	evidence_add(evidence, name, line);
	if (of_test && metric.len)
		evidence_set_group(evidence, row->name);
	if (metric.len)
		evidence_set_metric(evidence, metric);
	set_side(evidence, base, "base_sd_pct", &row->base);
	set_side(evidence, newer, "new_sd_pct", &row->newer);
	evidence_set_number(evidence, change, &row->change);
	set_roles(evidence, metric, base, newer);
	if (row->unit.len) /* "%, pp": of the values, of the change */
		evidence_set_unit(evidence,
				  (struct slice) { row->unit.at, strcspn(row->unit.at, ",]") });
	if (row->change.is_percent && fabs(row->change.value) >= BROKEN_PERCENT) {
		mark(evidence, change, EVIDENCE_BROKEN);
		mark(evidence, newer, EVIDENCE_BROKEN);
	} else if (!of_profile && (!metric.len || lkp_better(metric) == EVIDENCE_MORE) &&
		   (row->base.value.value == 0) != (row->newer.value.value == 0)) {
		mark(evidence, row->base.value.value == 0 ? base : newer, EVIDENCE_NO_RESULT);
		mark(evidence, change, EVIDENCE_NO_RESULT);
	}
}

/* A test has a path of slashes for its name, a metric dots; symdiff's own begin with its name. */
static bool is_test(const struct lkp_row *row)
{
	return !row->is_total && !is_profile(row->name) && !slice_starts(row->name, "symdiff.") &&
	       memchr(row->name.at, '/', row->name.len) != NULL;
}

/* The rows of tests from @at on: of the metric in the total that follows, if there is one. */
static size_t read_tests(const struct text *text, size_t at, struct evidence *evidence)
{
	struct lkp_row row;
	struct slice metric = { "", 0 };
	size_t end = at, lines;

	while (end < text->count && (lines = read_row(text, end, &row)) && is_test(&row))
		end += lines;
	if (end < text->count && read_row(text, end, &row) && row.is_total)
		metric = row.name;
	while (at < end) {
		lines = read_row(text, at, &row);
		add_row(evidence, &row, metric, text->lines[at].number);
		at += lines;
	}
	return end;
}

/* Titles, rails and rulers between rows: no letters but those of commits and of the title. */
static bool is_between(struct slice line)
{
	struct slice rest;

	if (slice_after(line, "%stddev", &rest))
		return true;
	for (size_t i = 0; i < line.len; i++)
		if (!strchr(" \t\\|-0123456789abcdef", line.at[i]))
			return false;
	return true;
}

static size_t read_comparison(const struct text *text, size_t at, struct evidence *evidence)
{
	bool below_tests = false;
	size_t end = at, from = at;
	struct slice rest;

	if (slice_after(line_slice(text, at), "%stddev", &rest))
		at++;
	while (at < text->count && at - end <= GAP_LINES) {
		struct lkp_row row;
		size_t lines = read_row(text, at, &row);

		if (lines && is_test(&row)) {
			end = at = read_tests(text, at, evidence);
			below_tests = true;
		} else if (lines) {
			/* The sum over tests is of use only where they are not shown. */
			if (!row.is_total || !below_tests)
				add_row(evidence, &row, row.name, text->lines[at].number);
			below_tests = false;
			end = at += lines;
		} else if (at > from && is_between(line_slice(text, at))) {
			at++;
			below_tests = false;
		} else {
			break;
		}
	}
	return end;
}

const struct evidence_format lkp_evidence_format = {
	.name = "lkp",
	.what = "comparisons of the kernel test robot",
	.read = read_comparison,
};

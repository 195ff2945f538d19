// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The comparison tables of the kernel test robot (LKP, "0-day"), as it mails them; of their
 * metrics only those of a profile are read.
 *
 *	         %stddev     %change         %stddev
 *	             \          |                \
 *	     11.80 ±  8%      -4.8        6.96 ±  9%  perf-profile.self.cycles-pp.up_read
 *
 * Further columns compare with the first one, too, and are left out. Until 2016 a metric was a
 * call chain, leaf first, and in 2014 it stood below one row for each test:
 *
 *	     12.15 ~10%    +209.8%      37.63 ~ 2%  box/vm-scalability/300s-btrfs
 *	     12.88 ~16%    +189.4%      37.27 ~ 0%  box/vm-scalability/300s-ext4
 *	     25.03         +199.2%      74.90       TOTAL perf-profile.cpu-cycles._raw_spin_lock.f.g
 *
 * Percentages are of all samples, idle included.
 */
#include "ingest/lkp.h"

#include <ctype.h>
#include <math.h>

#include "ingest/perf_header.h"
#include "ingest/rows.h"
#include "support/slice.h"
#include "support/memory.h"

enum side { BASE, NEW, SIDES };

enum { EVENTS_MAX = 8, TESTS_MAX = 64, SEPARATORS_MAX = 5 };

enum metric_kind { METRIC_OTHER, METRIC_SELF, METRIC_CHILDREN, METRIC_CHAIN, METRIC_OLD_CHAIN };

/* One line of a table. */
struct lkp_row {
	struct decimal value[SIDES];
	bool is_total;	     /* the sum over the rows above it */
	struct slice metric; /* or, in 2014, the name of the test */
	size_t lines;	     /* of the text */
};

struct lkp {
	const struct text *text;
	struct profile *profiles[SIDES];
	uint32_t events[EVENTS_MAX]; /* the same numbers on both sides */
	size_t event_count;
	struct rows rows[EVENTS_MAX][SIDES];
	bool has_self, has_children;
};

/* "±", also as other charsets and older robots have it, and what follows up to the "%". */
static bool skip_spread(struct slice *rest)
{
	static const char *const marks[] = { "±", "~", "ą", "+-", "+/-" };
	struct slice ahead = *rest, word = slice_word(&ahead);
	struct decimal number;

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		size_t len = strlen(marks[i]);

		if (!slice_starts(word, marks[i]))
			continue;
		word.at += len;
		word.len -= len;
		if (!word.len)
			word = slice_word(&ahead);
		if (!slice_decimal(word, &number) || !number.is_percent)
			return false;
		*rest = ahead;
		return true;
	}
	return false;
}

/* A value, and its spread if it has one. */
static bool read_value(struct slice *rest, struct decimal *value)
{
	struct slice ahead = *rest, word = slice_word(&ahead);

	if (!slice_decimal(word, value) || value->is_percent)
		return false;
	*rest = ahead;
	skip_spread(rest);
	return true;
}

/* "-41.6%", or points without a %; nothing where both sides are zero. */
static bool read_change(struct slice *rest)
{
	struct slice ahead = *rest, word = slice_word(&ahead);
	struct decimal change;

	if (!slice_decimal(word, &change) || !change.has_sign)
		return false;
	*rest = ahead;
	return true;
}

/* What is left of the line: further columns, and the name. */
static struct slice read_name(struct slice rest, bool *is_total)
{
	struct decimal number;
	struct slice ahead;

	for (;;) {
		ahead = rest;
		if (read_change(&rest) || read_value(&rest, &number))
			continue;

		struct slice word = slice_word(&ahead);

		if (slice_equals(word, "TOTAL"))
			*is_total = true;
		else
			return slice_trim(rest);
		rest = ahead;
	}
}

static bool is_metric(struct slice name)
{
	size_t dots = 0;

	for (size_t i = 0; i < name.len; i++) {
		if (char_is_blank(name.at[i]))
			return slice_starts(name, "perf-profile.");
		dots += name.at[i] == '.' || name.at[i] == '/';
	}
	return name.len && dots && !char_is_digit(name.at[0]);
}

static bool read_row(const struct text *text, size_t at, struct lkp_row *row)
{
	struct slice rest = text_slice(text, at), unit;

	*row = (struct lkp_row) { .lines = 1 };
	if (!read_value(&rest, &row->value[BASE]) || !read_change(&rest) ||
	    !read_value(&rest, &row->value[NEW]))
		return false;
	row->metric = read_name(rest, &row->is_total);
	if (!row->metric.len && at + 1 < text->count) { /* wrapped behind the numbers */
		rest = slice_trim(text_slice(text, at + 1));
		row->metric = read_name(rest, &row->is_total);
		if (row->metric.at != rest.at && !row->is_total)
			return false;
		row->lines = 2;
	}
	slice_cut_unit(&row->metric, &unit); /* symdiff prints one */
	return is_metric(row->metric);
}

/* perf-profile.KIND.EVENT.NAME; before 2016 without the kind. */
static enum metric_kind read_metric(struct slice metric, struct slice *event, struct slice *name)
{
	static const struct {
		const char *prefix;
		enum metric_kind kind;
	} kinds[] = {
		{ "perf-profile.self.", METRIC_SELF },
		{ "perf-profile.func.", METRIC_SELF },
		{ "perf-profile.children.", METRIC_CHILDREN },
		{ "perf-profile.calltrace.", METRIC_CHAIN },
		{ "perf-profile.", METRIC_OLD_CHAIN },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		size_t len = strlen(kinds[i].prefix);
		struct slice rest = { metric.at + len, metric.len - len };

		if (!slice_starts(metric, kinds[i].prefix))
			continue;
		if (!slice_after(rest, ".", name) || !name->len)
			return METRIC_OTHER;
		*event = (struct slice) { rest.at, (size_t)(name->at - rest.at) - 1 };
		return kinds[i].kind;
	}
	return METRIC_OTHER;
}

/* What follows a dot inside a name: isra.0, constprop.1, part.2, cold, a bare number. */
static bool is_suffix(struct slice part)
{
	static const char *const words[] = { "isra", "constprop", "part", "cold", "clone", "llvm" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (slice_equals(part, words[i]))
			return true;
	for (size_t i = 0; i < part.len; i++)
		if (!char_is_digit(part.at[i]))
			return false;
	return part.len > 0;
}

/* The leaf of a chain of names that dots join, and may be part of. */
static struct slice leaf_of(struct slice chain)
{
	size_t len = 0;

	while (len < chain.len) {
		struct slice part = { chain.at + len, 0 };

		while (len + part.len < chain.len && part.at[part.len] != '.')
			part.len++;
		if (len && !is_suffix(part))
			return (struct slice) { chain.at, len - 1 };
		len += part.len + 1;
	}
	return chain;
}

static size_t event_at(struct lkp *lkp, struct slice name)
{
	uint32_t event = profile_event(lkp->profiles[BASE], name.at, name.len);

	for (size_t i = 0; i < lkp->event_count; i++)
		if (lkp->events[i] == event)
			return i;
	if (lkp->event_count == EVENTS_MAX)
		return EVENTS_MAX;
	profile_event(lkp->profiles[NEW], name.at, name.len);
	lkp->events[lkp->event_count] = event;
	return lkp->event_count++;
}

static bool is_self(enum metric_kind kind)
{
	return kind == METRIC_SELF || kind == METRIC_OLD_CHAIN;
}

static void add_figure(struct lkp *lkp, size_t event, enum side side, enum metric_kind kind,
		       struct slice name, double percent, double half_digit)
{
	struct profile *profile = lkp->profiles[side];
	uint32_t known = profile->symbol_count;
	uint32_t dso = profile_dso(profile, "", 0, DSO_UNKNOWN);
	uint32_t symbol = profile_symbol(profile, dso, name.at, name.len);

	percent = fmin(fmax(percent, 0), 100);
	/* Of a symbol without a row of its own it is not known what it takes itself. */
	if (!is_self(kind) && lkp->has_self && symbol >= known)
		return;
	if (is_self(kind))
		rows_add(&lkp->rows[event][side], (struct row) { .symbol = symbol,
								 .has_percent = true,
								 .percent = percent,
								 .half_digit = half_digit });
	else
		profile_add_children(profile, lkp->events[event], symbol,
				     (uint64_t)llround(percent * PERCENT_SCALE));
}

static void add_row(struct lkp *lkp, const struct lkp_row *row, size_t tests, bool self)
{
	struct slice event_name, name;
	enum metric_kind kind = read_metric(row->metric, &event_name, &name);

	if (is_self(kind) != self)
		return;
	/* A chain's figure holds its callees': part of what the rows of children say. */
	if (kind == METRIC_OTHER || (kind == METRIC_CHAIN && (lkp->has_children || lkp->has_self)))
		return;
	if (kind == METRIC_CHAIN || kind == METRIC_OLD_CHAIN)
		name = leaf_of(name);

	size_t event = event_at(lkp, event_name);

	for (enum side side = BASE; side < SIDES && event < EVENTS_MAX; side++)
		add_figure(lkp, event, side, kind, name, row->value[side].value / (double)tests,
			   decimal_half_digit(&row->value[side]));
}

/* Does the title of such a table stand here? Its lines say nothing else. */
static bool is_title(struct slice line)
{
	return memmem(line.at, line.len, "%stddev", 7) && memmem(line.at, line.len, "%change", 7);
}

static bool is_rail(struct slice line)
{
	bool any = false;

	for (size_t i = 0; i < line.len; i++) {
		any |= line.at[i] == '\\';
		if (!strchr(" \t\\|", line.at[i]))
			return false;
	}
	return any;
}

/* Between the tables of 2014, one for each metric: the commits again, underlined. */
static bool is_separator(struct slice line)
{
	for (size_t i = 0; i < line.len; i++)
		if (!char_is_blank(line.at[i]) && line.at[i] != '-' &&
		    !isxdigit((unsigned char)line.at[i]))
			return false;
	return true;
}

static size_t cross_separators(const struct text *text, size_t at)
{
	struct lkp_row row;

	for (size_t i = at; i < text->count && i < at + SEPARATORS_MAX; i++) {
		if (read_row(text, i, &row))
			return i;
		if (!is_separator(text_slice(text, i)))
			break;
	}
	return at;
}

/* Where the rows that begin at @at end; says which kinds they are of. */
static size_t survey(struct lkp *lkp, size_t at, bool *any)
{
	const struct text *text = lkp->text;

	*any = false;
	while (at < text->count) {
		struct slice event, name;
		struct lkp_row row;

		if (is_rail(text_slice(text, at))) {
			at++;
			continue;
		}
		if (!read_row(text, at, &row)) {
			size_t next = cross_separators(text, at);

			if (next == at)
				break;
			at = next;
			continue;
		}

		enum metric_kind kind = read_metric(row.metric, &event, &name);

		*any |= kind != METRIC_OTHER;
		lkp->has_self |= kind == METRIC_SELF;
		lkp->has_children |= kind == METRIC_CHILDREN;
		at += row.lines;
	}
	return at;
}

/*
 * The rows of symbols themselves, or else those that hold their callees', too. In 2014 a total
 * stands below the rows of its tests, which it is the sum of.
 */
static void read_rows(struct lkp *lkp, size_t at, size_t end, bool self)
{
	size_t tests = 0;

	while (at < end) {
		struct lkp_row row;

		if (!read_row(lkp->text, at, &row)) {
			tests = 0;
			at++;
			continue;
		}
		add_row(lkp, &row, row.is_total && tests ? tests : 1, self);
		tests = row.is_total ? 0 : tests + 1;
		at += row.lines;
	}
}

/* Only what changed is listed: whatever is not may weigh anything. */
static void finish_side(struct lkp *lkp, size_t i, enum side side)
{
	struct profile *profile = lkp->profiles[side];
	struct rows *rows = &lkp->rows[i][side];
	struct event *event = &profile->events[lkp->events[i]];
	double listed = 0;

	for (size_t k = 0; k < rows->count; k++)
		listed += rows->list[k].percent;
	if (rows->count) {
		rows_finish(rows, profile, lkp->events[i],
			    &(struct rows_facts) { .maybe_cut = true });
	} else { /* not one figure of a symbol itself */
		event->unit = UNIT_PERCENT;
		event->scale = PERCENT_SCALE;
		event->cut = true;
		profile_add_not_listed(profile, lkp->events[i], 100ull * PERCENT_SCALE);
		profile_warn(profile, "the table has no self figures of symbols, only such that "
				      "hold their callees'");
	}
	event->idle_unseen = true;
	event->cut_below = (uint64_t)llround(fmax(100 - listed, 0) * PERCENT_SCALE);
}

/* Without a title: a metric of a profile, or one row for each test and then the metric. */
static bool begins_table(const struct text *text, size_t at)
{
	struct lkp_row row;

	for (size_t i = at; i < text->count && i <= at + TESTS_MAX; i += row.lines) {
		if (!read_row(text, i, &row))
			return false;
		if (slice_starts(row.metric, "perf-profile."))
			return i == at || row.is_total;
	}
	return false;
}

static size_t read_lkp(const struct text *text, size_t at, const struct ingest_options *options,
		       struct document *doc, int *failed, struct symdiff_error *err)
{
	struct lkp lkp = { .text = text };
	size_t first = at, end;
	bool any;

	if (is_title(text_slice(text, at)))
		first++;
	else if (!begins_table(text, at))
		return at;
	end = survey(&lkp, first, &any);
	if (!any)
		return at;
	for (enum side side = BASE; side < SIDES; side++)
		lkp.profiles[side] = document_add(doc, lkp_format.name);
	read_rows(&lkp, first, end, true);
	read_rows(&lkp, first, end, false);
	for (size_t i = 0; i < lkp.event_count; i++)
		for (enum side side = BASE; side < SIDES; side++)
			finish_side(&lkp, i, side);
	for (size_t i = 0; i < EVENTS_MAX; i++)
		for (enum side side = BASE; side < SIDES; side++)
			rows_deinit(&lkp.rows[i][side]);
	doc->is_comparison = lkp.event_count > 0;
	return lkp.event_count ? end : at;
}

const struct table_format lkp_format = {
	.name = "lkp",
	.what = "comparisons of the kernel test robot: perf-profile rows",
	.read = read_lkp,
};

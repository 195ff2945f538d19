// SPDX-License-Identifier: GPL-2.0-or-later
#include "series/label.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"

enum { SUFFIX_MOST = 4, PARTS_MOST = 16 };

/* The length of the digits (and, with @may_be_decimal, one point) that @label starts with. */
static size_t digits_of(const char *label, bool may_be_decimal)
{
	size_t len = strspn(label, "0123456789");

	if (len && may_be_decimal && label[len] == '.')
		len += 1 + strspn(label + len + 1, "0123456789");
	return len;
}

double label_number(const char *label, bool may_be_decimal)
{
	size_t digits = digits_of(label, may_be_decimal);
	const char *suffix = label + digits;
	double unit = 1;

	if (!digits || digits > 15 || strlen(suffix) > SUFFIX_MOST)
		return NAN;
	for (const char *c = suffix; *c; c++)
		if (!isalpha((unsigned char)*c) && *c != '%')
			return NAN;
	if (!strcmp(suffix, "K") || !strcmp(suffix, "k"))
		unit = 1024;
	else if (!strcmp(suffix, "M"))
		unit = 1024 * 1024;
	else if (!strcmp(suffix, "G"))
		unit = 1024.0 * 1024 * 1024;
	return strtod(label, NULL) * unit;
}

/* Numbers with different letters behind them are no axis, but for 512 and 4K. */
static bool same_suffix(const char *a, const char *b)
{
	const char *x = a + digits_of(a, true), *y = b + digits_of(b, true);

	return !strcmp(x, y) || ((!*x || strchr("KkMG", *x)) && (!*y || strchr("KkMG", *y)) &&
				 strlen(x) < 2 && strlen(y) < 2);
}

/* ---- NAME=VALUE ---- */

struct piece {
	const char *name; /* "": none */
	const char *value;
};

struct pieces {
	struct piece list[PARTS_MOST];
	size_t count;
};

/* "order=3,objects=16" into its pieces; false if one of them is no NAME=VALUE. */
static bool split_named(struct series *series, const char *label, struct pieces *pieces)
{
	char *copy = arena_strndup(&series->arena, label, strlen(label)), *rest = copy;

	pieces->count = 0;
	for (char *piece; (piece = strsep(&rest, ","));) {
		char *equals = strchr(piece, '=');

		if (!equals || equals == piece || pieces->count == PARTS_MOST)
			return false;
		*equals = '\0';
		pieces->list[pieces->count++] = (struct piece) { piece, equals + 1 };
	}
	return true;
}

/* "A/B": two pieces without names. */
static bool split_slashed(struct series *series, const char *label, struct pieces *pieces)
{
	char *copy = arena_strndup(&series->arena, label, strlen(label));
	char *slash = strchr(copy, '/');

	if (!slash || slash == copy || !slash[1] || strchr(slash + 1, '/'))
		return false;
	*slash = '\0';
	pieces->count = 2;
	pieces->list[0] = (struct piece) { "", copy };
	pieces->list[1] = (struct piece) { "", slash + 1 };
	return true;
}

/* The pieces of all labels, if all have the same names. */
static struct pieces *split_all(struct series *series,
				bool (*split)(struct series *, const char *, struct pieces *))
{
	struct pieces *all = mem_zalloc(series->point_count + 1, sizeof(*all));

	for (size_t i = 0; i < series->point_count; i++) {
		bool same = split(series, series->points[i].label, &all[i]) &&
			    all[i].count == all[0].count;

		for (size_t k = 0; same && k < all[i].count; k++)
			same = !strcmp(all[i].list[k].name, all[0].list[k].name);
		if (same)
			continue;
		free(all);
		return NULL;
	}
	return all;
}

static bool varies(const struct series *series, const struct pieces *all, size_t piece)
{
	for (size_t i = 1; i < series->point_count; i++)
		if (strcmp(all[i].list[piece].value, all[0].list[piece].value) != 0)
			return true;
	return false;
}

static void add_level(struct series_factor *factor, const char *level)
{
	for (size_t i = 0; i < factor->count; i++)
		if (!strcmp(factor->levels[i], level))
			return;
	factor->levels[factor->count++] = level;
}

static void make_grid(struct series *series, const struct pieces *all, const size_t varying[2])
{
	series->shape = SERIES_GRID;
	for (int f = 0; f < 2; f++) {
		struct series_factor *factor = &series->factors[f];

		factor->name = all[0].list[varying[f]].name;
		factor->levels = mem_zalloc(series->point_count, sizeof(*factor->levels));
		for (size_t i = 0; i < series->point_count; i++) {
			const char *level = all[i].list[varying[f]].value;

			series->points[i].level[f] = level;
			add_level(factor, level);
		}
	}
}

/* 6.1, 6.6, 6.12 are no rising numbers: decimals have as many places each, and a name that fits. */
static bool may_be_decimals(const char *axis)
{
	return *axis && !strcasestr(axis, "kernel") && !strcasestr(axis, "version") &&
	       !strcasestr(axis, "linux");
}

static size_t places_of(const char *label)
{
	const char *point = strchr(label, '.');

	return point ? strspn(point + 1, "0123456789") : 0;
}

/* Are these two numbers of one axis? */
static bool same_axis(const char *a, const char *b, bool decimals)
{
	return !isnan(label_number(b, decimals)) && same_suffix(a, b) &&
	       (places_of(a) == places_of(b) || !places_of(a) || !places_of(b));
}

/* Is the value of this piece a number for every point? Then those are the points' numbers. */
static void take_numbers(struct series *series, const struct pieces *all, size_t piece)
{
	bool named = may_be_decimals(all[0].list[piece].name);

	for (size_t i = 0; i < series->point_count; i++)
		if (!same_axis(all[0].list[piece].value, all[i].list[piece].value, named))
			return;
	for (size_t i = 0; i < series->point_count; i++)
		series->points[i].number = label_number(all[i].list[piece].value, named);
}

/* What varies decides: one piece is an axis, two are a grid. True if this settles it. */
static bool settle(struct series *series, const struct pieces *all)
{
	size_t varying[2] = { 0, 0 }, count = 0;

	for (size_t k = 0; k < all[0].count; k++) {
		if (!varies(series, all, k))
			continue;
		if (count < 2)
			varying[count] = k;
		count++;
	}
	if (count == 2) {
		make_grid(series, all, varying);
		return true;
	}
	if (count == 1) {
		take_numbers(series, all, varying[0]);
		if (*all[0].list[varying[0]].name)
			series->axis = all[0].list[varying[0]].name;
		for (size_t i = 0; i < series->point_count; i++)
			series->points[i].brief = all[i].list[varying[0]].value;
	}
	return count == 1;
}

/* ---- bare numbers, and parts ---- */

static void number_bare(struct series *series)
{
	bool named = may_be_decimals(series->axis);

	for (size_t i = 0; i < series->point_count; i++)
		if (!same_axis(series->points[0].label, series->points[i].label, named))
			return;
	for (size_t i = 0; i < series->point_count; i++)
		series->points[i].number = label_number(series->points[i].label, named);
}

static int part_number(struct series *series, const char *part, size_t len)
{
	for (size_t i = 0; i < series->part_count; i++)
		if (strlen(series->parts[i]) == len && !strncmp(series->parts[i], part, len))
			return (int)i;
	if (series->part_count == PARTS_MOST)
		return -1;
	series->parts[series->part_count] = arena_strndup(&series->arena, part, len);
	return (int)series->part_count++;
}

static bool is_nothing(const char *label)
{
	static const char *const words[] = { "none", "base", "baseline", "without", "-" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(label, words[i]))
			return true;
	return false;
}

static bool take_parts(struct series *series, struct series_point *point)
{
	if (is_nothing(point->label))
		return true;
	for (const char *at = point->label; *at;) {
		size_t len = strcspn(at, "+");
		int part = len ? part_number(series, at, len) : -1;

		if (part < 0 && len)
			return false;
		if (len)
			point->parts |= (uint64_t)1 << part;
		at += len + (at[len] == '+');
	}
	return true;
}

/* The first point is what all started from, unless the others name it as one of their parts. */
static void empty_the_first(struct series *series)
{
	uint64_t first = series->points[0].parts;

	for (size_t i = 1; i < series->point_count; i++)
		if (series->points[i].parts & first)
			return;
	series->points[0].parts = 0;
}

/* Is there a label with a + that has one part more than another? */
static bool has_step(const struct series *series)
{
	for (size_t i = 0; i < series->point_count; i++)
		for (size_t k = 0; k < series->point_count; k++) {
			uint64_t added = series->points[k].parts & ~series->points[i].parts;

			if (strchr(series->points[k].label, '+') &&
			    !(series->points[i].parts & ~series->points[k].parts) && added &&
			    !(added & (added - 1)))
				return true;
		}
	return false;
}

static void make_ladder(struct series *series)
{
	bool any = false, ok = true;

	for (size_t i = 0; i < series->point_count; i++)
		any |= strchr(series->points[i].label, '+') != NULL;
	if (!any || series->point_count < 2)
		return;
	series->parts = mem_zalloc(PARTS_MOST, sizeof(*series->parts));
	for (size_t i = 0; ok && i < series->point_count; i++)
		ok = take_parts(series, &series->points[i]);
	if (!ok)
		return;
	empty_the_first(series);
	if (has_step(series))
		series->shape = SERIES_LADDER;
}

void labels_sort_out(struct series *series)
{
	cleanup_free struct pieces *named = NULL, *slashed = NULL;

	if (!series->point_count)
		return;
	named = split_all(series, split_named);
	if (named && settle(series, named))
		return;
	slashed = named ? NULL : split_all(series, split_slashed);
	if (slashed && settle(series, slashed))
		return;
	number_bare(series);
	if (isnan(series->points[0].number))
		make_ladder(series);
}

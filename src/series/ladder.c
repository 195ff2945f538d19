// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A ladder: points are sets of parts (patches, options) on one ground. What a part does is seen
 * wherever two points differ in it alone, and where two parts are there alone and together, it is
 * seen whether they add up.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "series/trend.h"
#include "support/memory.h"

static uint32_t find_parts(const struct series *series, const struct series_row *row,
			   uint64_t parts)
{
	for (uint32_t i = 0; i < series->point_count; i++)
		if (series->points[i].parts == parts && measure_is_known(&row->cells[i]))
			return i;
	return POINT_NONE;
}

static const char *range_words(const struct series_row *row, const struct trend_step *step,
			       char *buf, size_t size)
{
	char low[32], high[32];

	if (isnan(step->low))
		return ", noise unknown";
	snprintf(buf, size, " (%s%s to %s%s%s%s)%s", step->low > 0 ? "+" : "",
		 trend_number(step->low, low, sizeof(low)), step->high > 0 ? "+" : "",
		 trend_number(step->high, high, sizeof(high)), *row->unit ? " " : "", row->unit,
		 step->low <= 0 && step->high >= 0 ? ", within the noise" : "");
	return buf;
}

static const char *effect_words(struct series *series, const struct series_row *row,
				const char *part, const struct trend_step *step)
{
	const struct series_point *from = &series->points[step->from];
	char change[32], much[64], range[128];

	trend_number(step->change, change, sizeof(change));
	trend_change_words(row, step, much, sizeof(much));
	return arena_printf(&series->arena, "%s on %s: %s%s%s%s, %s%s", part, from->label,
			    step->change > 0 ? "+" : "", change, *row->unit ? " " : "", row->unit,
			    much, range_words(row, step, range, sizeof(range)));
}

static void add_effect(struct series *series, struct series_row *row, const char *part,
		       const struct trend_step *step, const char *text)
{
	row->effects = mem_realloc(row->effects, row->effect_count + 1, sizeof(*row->effects));
	row->effects[row->effect_count++] = (struct series_effect) { part, *step, text };
}

/* The effects of one part, on each point that has it added elsewhere. */
static void find_effects(struct series *series, struct series_row *row,
			 const struct trend_noise *noise, size_t part)
{
	uint64_t bit = (uint64_t)1 << part;

	for (uint32_t from = 0; from < series->point_count; from++) {
		uint32_t to = series->points[from].parts & bit
				      ? POINT_NONE
				      : find_parts(series, row, series->points[from].parts | bit);

		if (to == POINT_NONE || !measure_is_known(&row->cells[from]))
			continue;

		struct trend_step step = trend_step_of(row, noise, from, to, 0.025);

		add_effect(series, row, series->parts[part], &step,
			   effect_words(series, row, series->parts[part], &step));
	}
}

/* Two parts alone and together, on @ground. */
static void find_sum(struct series *series, struct series_row *row, uint32_t ground, size_t a,
		     size_t b)
{
	uint64_t parts = series->points[ground].parts;
	uint64_t bits[2] = { (uint64_t)1 << a, (uint64_t)1 << b };
	uint32_t one = find_parts(series, row, parts | bits[0]);
	uint32_t other = find_parts(series, row, parts | bits[1]);
	uint32_t both = find_parts(series, row, parts | bits[0] | bits[1]);
	char sum[32], alone[32], more[32];
	double change, added;

	if ((parts & (bits[0] | bits[1])) || one == POINT_NONE || other == POINT_NONE ||
	    both == POINT_NONE || !measure_is_known(&row->cells[ground]))
		return;
	change = row->cells[both].mean - row->cells[ground].mean;
	added = row->cells[one].mean + row->cells[other].mean - 2 * row->cells[ground].mean;

	struct trend_step step = { .from = ground,
				   .to = both,
				   .change = change - added,
				   .part = NAN,
				   .low = NAN,
				   .high = NAN,
				   .cut_low = change - added,
				   .cut_high = change - added };

	add_effect(series, row,
		   arena_printf(&series->arena, "%s with %s", series->parts[a], series->parts[b]),
		   &step,
		   arena_printf(&series->arena,
				"%s and %s together: %s%s%s; what each does alone adds up to %s, a "
				"difference of %s%s",
				series->parts[a], series->parts[b],
				trend_number(change, sum, sizeof(sum)), *row->unit ? " " : "",
				row->unit, trend_number(added, alone, sizeof(alone)),
				change > added ? "+" : "",
				trend_number(change - added, more, sizeof(more))));
}

void ladder_find(struct series *series, struct series_row *row, const struct trend_noise *noise)
{
	for (size_t part = 0; part < series->part_count; part++)
		find_effects(series, row, noise, part);
	for (uint32_t ground = 0; ground < series->point_count; ground++)
		for (size_t a = 0; a < series->part_count; a++)
			for (size_t b = a + 1; b < series->part_count; b++)
				find_sum(series, row, ground, a, b);
}

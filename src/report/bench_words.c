// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/bench_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evidence/format.h"

/* "size_bytes" counts bytes, "duration_s" s. */
static const char *parameter_unit(const char *key)
{
	const char *last = strrchr(key, '_');

	if (!strcmp(key, "size_kb") || !strcmp(key, "record_kb"))
		return "kB";
	return last && last[1] ? last + 1 : key;
}

const char *bench_words_range(const struct bench_class *class, char *room, size_t size)
{
	const char *unit = parameter_unit(class->parameter);

	if (class->from == class->to)
		snprintf(room, size, "%.15g %s", class->from, unit);
	else
		snprintf(room, size, "%.15g to %.15g %s", class->from, class->to, unit);
	return room;
}

/* What the measure changed by, in percent, for a gain. */
static double change_of(const struct bench_row *row, double gain)
{
	return 100 * ((row->better == EVIDENCE_LESS ? 1 / gain : gain) - 1);
}

const char *bench_words_change(const struct bench_class *class, char *room, size_t size)
{
	double a = change_of(class->row, class->least), b = change_of(class->row, class->most);
	double low = fmin(a, b), high = fmax(a, b);

	if (class->verdict == BENCH_SAME && high - low >= 0.05)
		snprintf(room, size, "%+.1f to %+.1f %% (may be noise)", low, high);
	else if (high - low < 0.05)
		snprintf(room, size, "%+.1f %% (%s)", low,
			 class->verdict == BENCH_SAME ? "may be noise"
						      : bench_verdicts[class->verdict]);
	else
		snprintf(room, size, "%+.1f to %+.1f %% (%s)", low, high,
			 bench_verdicts[class->verdict]);
	return room;
}

const char *bench_words_mean(const struct bench_mean *mean, char *room, size_t size)
{
	int len = snprintf(room, size,
			   "geometric mean of %zu results: %.4f, above 1 is better (%.3f to %.3f)",
			   mean->results, mean->gain, mean->worst, mean->best);

	if (mean->up && mean->down && len > 0 && (size_t)len < size)
		snprintf(room + len, size - (size_t)len,
			 "; it hides that %zu %s better and %zu worse", mean->up,
			 mean->up == 1 ? "is" : "are", mean->down);
	return room;
}

const char *bench_words_verdict(const struct bench_row *row)
{
	if (row->moved)
		return bench_verdicts[row->verdict];
	return row->verdict == BENCH_BETTER  ? "better?"
	       : row->verdict == BENCH_WORSE ? "worse?"
					     : bench_verdicts[row->verdict];
}

const char *bench_words_ratio(double ratio, char *room, size_t size)
{
	room[0] = '\0';
	if (ratio >= 10)
		snprintf(room, size, "x %.0f", ratio);
	else if (!isnan(ratio))
		snprintf(room, size, "%+.1f %%", 100 * (ratio - 1));
	return room;
}

static size_t count_rows(const struct bench_table *table, enum bench_verdict verdict)
{
	size_t count = 0;

	for (size_t i = 0; i < table->count; i++)
		count += table->rows[i].verdict == verdict;
	return count;
}

static bool has_printed_spread(const struct bench_table *table)
{
	for (size_t i = 0; i < table->count; i++)
		for (size_t side = 0; side < 2; side++)
			if (table->rows[i].cells[side].runs == 1 &&
			    table->rows[i].cells[side].sd >= 0)
				return true;
	return false;
}

static bool has_unknown_direction(const struct bench_table *table)
{
	for (size_t i = 0; i < table->count; i++)
		if (!table->rows[i].is_detail && table->rows[i].verdict == BENCH_CHANGED)
			return true;
	return false;
}

const char *bench_words_note(const struct bench_table *table, size_t i, char *room, size_t size)
{
	size_t failed = count_rows(table, BENCH_NO_RESULT),
	       broken = count_rows(table, BENCH_BROKEN);
	size_t alone = count_rows(table, BENCH_ONE_SIDE);

	if (failed && !i--) {
		snprintf(room, size,
			 "%zu %s no result on one side: the run failed, which is not -100 %%.",
			 failed, failed == 1 ? "row has" : "rows have");
		return room;
	}
	if (broken && !i--) {
		snprintf(room, size, "%zu %s: what was printed is no change that can be.", broken,
			 broken == 1 ? "row is a broken counter" : "rows are broken counters");
		return room;
	}
	if (alone && !i--) {
		snprintf(room, size, "%zu %s on one side only.", alone,
			 alone == 1 ? "row is" : "rows are");
		return room;
	}
	if (has_unknown_direction(table) && !i--)
		return "Where it says 'changed', what was measured, or its unit, is not said: "
		       "neither better nor worse.";
	if (i)
		return NULL;
	if (table->replicated)
		return "Intervals are of 95 %, from the spread of repeats; 'same': within them.";
	if (has_printed_spread(table))
		return "+- is the standard deviation that the text gives; it does not say of how many "
		       "runs. 'same': less than both sides' together.";
	if (table->count && !strcmp(table->rows[0].row->format->name, "mmtests"))
		return "'same': the text does not call it significant.";
	return "One run a side: how much runs vary is not known; less than 5 % has a question mark.";
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf lock contention (tools/perf/builtin-lock.c), perf 5.19 to 6.x, by caller, lock or task, and
 * perf lock report; times in microseconds here, whatever they are in there.
 *
 *	 contended   total wait     max wait     avg wait         type   caller
 *
 *	       238      1.41 ms     29.20 us      5.94 us     spinlock   __queue_work+0x114
 *
 *	                Name   acquired  contended     avg wait   total wait     max wait     min wait
 *
 *	           &rq->lock       1021         12      3.21 us     38.52 us      9.80 us      1.02 us
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { COLUMNS_MAX = 8, GAP_LINES = 2 };

struct column {
	const char *key;
	bool is_time;
};

struct table {
	struct column columns[COLUMNS_MAX];
	size_t count;
	bool name_first; /* of the report; else the name is last */
};

/* "total wait" and "contended": columns in the order of the title. */
static bool read_title(const struct words *words, struct table *table)
{
	static const char *const waits[][2] = { { "total", "waittime_total" },
						{ "max", "waittime_max" },
						{ "min", "waittime_min" },
						{ "avg", "waittime_avg" } };

	*table = (struct table) { .name_first = words_has(words, 0, "Name") };
	for (size_t i = table->name_first; i < words->count && table->count < COLUMNS_MAX; i++) {
		struct column column = { NULL, true };

		if (words_has(words, i, "contended"))
			column = (struct column) { "contentions", false };
		else if (words_has(words, i, "acquired"))
			column = (struct column) { "acquisitions", false };
		for (size_t k = 0; k < ARRAY_SIZE(waits); k++)
			if (words_has(words, i, waits[k][0]) && words_has(words, i + 1, "wait"))
				column = (struct column) { waits[k][1], true };
		if (!column.key)
			break;
		table->columns[table->count++] = column;
		if (column.is_time)
			i++;
	}
	return table->count >= 3 && (words_has(words, 0, "contended") || table->name_first);
}

/* "1.41 ms" to microseconds; in older versions nanoseconds without a unit. */
static bool read_time(const struct words *words, size_t *at, struct number *number)
{
	static const struct {
		const char *unit;
		double microseconds;
	} units[] = { { "ns", 1e-3 }, { "us", 1 }, { "ms", 1e3 }, { "s", 1e6 }, { "m", 6e7 } };

	if (*at >= words->count || !number_read(words->list[*at], number))
		return false;
	++*at;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (words_has(words, *at, units[i].unit)) {
			number->value *= units[i].microseconds;
			++*at;
			return true;
		}
	number->value *= 1e-3;
	return true;
}

/* "__queue_work+0x114": where it was waited for. */
static bool is_place(struct slice word)
{
	struct slice rest;

	return slice_after(word, "+0x", &rest);
}

/* Two places in one function are one row: what is counted is added, the longest wait stays. */
static bool add_to(struct evidence_row *row, const struct table *table,
		   const struct number *numbers)
{
	double times = 0, total = 0;

	for (size_t i = 0; i < table->count && i < row->count; i++) {
		const char *key = row->values[i].key;
		double *value = &row->values[i].value;

		if (!strcmp(key, "waittime_max"))
			*value = *value > numbers[i].value ? *value : numbers[i].value;
		else if (!strcmp(key, "waittime_min"))
			*value = *value < numbers[i].value ? *value : numbers[i].value;
		else if (strcmp(key, "waittime_avg") != 0)
			*value += numbers[i].value;
		times = strcmp(key, "contentions") ? times : *value;
		total = strcmp(key, "waittime_total") ? total : *value;
	}
	for (size_t i = 0; i < row->count; i++)
		if (!strcmp(row->values[i].key, "waittime_avg") && times > 0)
			row->values[i].value = total / times;
	return true;
}

static struct evidence_row *find_row(struct evidence *evidence, size_t first, struct slice name,
				     struct slice group)
{
	for (size_t i = first; i < evidence->count; i++)
		if (slice_equals(name, evidence->rows[i].name) &&
		    slice_equals(group, evidence->rows[i].group ? evidence->rows[i].group : ""))
			return &evidence->rows[i];
	return NULL;
}

static bool read_row(const struct words *words, const struct table *table, uint32_t line,
		     size_t first, struct evidence *evidence)
{
	struct slice what, group = { "", 0 };
	struct number numbers[COLUMNS_MAX];
	size_t at = table->name_first, name;
	struct evidence_row *row;
	bool has_place;

	for (size_t i = 0; i < table->count; i++) {
		if (!table->columns[i].is_time) {
			if (at >= words->count || !number_read(words->list[at], &numbers[i]))
				return false;
			at++;
		} else if (!read_time(words, &at, &numbers[i])) {
			return false;
		}
	}
	name = table->name_first ? 0 : at;
	if (name >= words->count || (table->name_first && at != words->count))
		return false;
	/* The offset differs from build to build: without it. */
	what = table->name_first ? words->list[0] : words->list[words->count - 1];
	has_place = !table->name_first && is_place(what);
	if (has_place)
		what.len = (size_t)((const char *)memchr(what.at, '+', what.len) - what.at);
	/* What stands between the numbers and the name: spinlock, rwlock:W, a task's id. */
	if (!table->name_first && words->count - name > 1)
		group = words->list[name];
	row = find_row(evidence, first, what, group);
	if (row)
		return add_to(row, table, numbers);
	evidence_add(evidence, what, line);
	if (group.len)
		evidence_set_group(evidence, group);
	for (size_t i = 0; i < table->count; i++)
		evidence_set_number(evidence, table->columns[i].key, &numbers[i]);
	if (has_place)
		evidence_add_place(evidence, what, numbers[0].value, false);
	return true;
}

static size_t read_locks(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t from = at, end = at, gap = 0, first = evidence->count;
	struct words words;
	struct table table;

	words_read(text, at, "", &words);
	if (!read_title(&words, &table))
		return at;
	for (at++; at < text->count && gap <= GAP_LINES; at++) {
		words_read(text, at, "", &words);
		if (!words.count) {
			gap++;
			continue;
		}
		if (!read_row(&words, &table, text->lines[at].number, first, evidence))
			break;
		end = at + 1;
		gap = 0;
	}
	return end > from ? end : from;
}

const struct evidence_format perf_lock_format = {
	.name = "perf-lock",
	.what = "perf lock contention",
	.read = read_locks,
};

// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of formats, and the walk over a text that holds their tables among prose. */
#include "evidence/evidence.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "evidence/format.h"
#include "support/error.h"
#include "support/memory.h"

const struct evidence_format *const evidence_formats[] = {
	&slabinfo_activity_format,
	&slabinfo_list_format,
	&slabinfo_cache_format,
	&slabinfo_alias_format,
	&proc_slabinfo_format,
	&slab_sysfs_format,
	&lock_stat_format,
	&perf_lock_format,
	&perf_kmem_format,
	&mmtests_format,
	&mmtests_extract_format,
	&lkp_json_format,
	&lkp_evidence_format,
	&perf_stat_format,
	&perf_bench_format,
	&bench_format,
	&aim7_format,
	&kernbench_format,
	&dbench_format,
	&ebizzy_format,
	&time_format,
	&iozone_format,
	&lmbench_format,
	&slab_bench_format,
	&sysbench_format,
	&comparison_format,
	&schedstat_format,
	&vmstat_report_format,
	&iostat_format,
	&vmstat_format,
	&plain_format,
};
const size_t evidence_format_count = ARRAY_SIZE(evidence_formats);

/* ---- rows ---- */

void evidence_add(struct evidence *evidence, struct slice name, uint32_t line)
{
	array_reserve(evidence->rows, evidence->capacity, evidence->count + 1);
	evidence->rows[evidence->count++] = (struct evidence_row) {
		.name = arena_strndup(&evidence->arena, name.at, name.len),
		.line = line,
	};
}

static struct evidence_row *last_row(struct evidence *evidence)
{
	return &evidence->rows[evidence->count - 1];
}

static void set_value(struct evidence *evidence, struct evidence_value value)
{
	struct evidence_row *row = last_row(evidence);

	if (evidence_find(row, value.key))
		return;
	array_reserve(row->values, row->capacity, row->count + 1);
	row->values[row->count++] = value;
}

void evidence_set(struct evidence *evidence, const char *key, double value)
{
	set_value(evidence, (struct evidence_value) { .key = key, .value = value });
}

void evidence_set_number(struct evidence *evidence, const char *key, const struct number *number)
{
	set_value(evidence, (struct evidence_value) {
				    .key = key,
				    .value = number->value,
				    .state = number->is_broken ? EVIDENCE_BROKEN : EVIDENCE_NUMBER,
			    });
}

void evidence_set_role(struct evidence *evidence, const char *key, enum evidence_role role,
		       enum evidence_better better)
{
	struct evidence_value *value = evidence_last(evidence, key);

	if (!value)
		return;
	value->role = role;
	value->better = better;
	if (role == EVIDENCE_RESULT && value->value == 0 && value->state == EVIDENCE_NUMBER)
		value->state = EVIDENCE_NO_RESULT;
}

void evidence_set_parameter(struct evidence *evidence, const char *key, const struct number *number)
{
	evidence_set_number(evidence, key, number);
	evidence_set_role(evidence, key, EVIDENCE_PARAMETER, EVIDENCE_EITHER);
}

void evidence_set_result(struct evidence *evidence, const char *key, const struct number *number,
			 enum evidence_better better)
{
	evidence_set_number(evidence, key, number);
	evidence_set_role(evidence, key, EVIDENCE_RESULT, better);
}

void evidence_set_detail(struct evidence *evidence, const char *key, const struct number *number,
			 enum evidence_better better)
{
	evidence_set_number(evidence, key, number);
	evidence_set_role(evidence, key, EVIDENCE_DETAIL, better);
}

void evidence_set_side(struct evidence *evidence, struct slice side)
{
	last_row(evidence)->side = arena_strndup(&evidence->arena, side.at, side.len);
}

void evidence_set_group(struct evidence *evidence, struct slice group)
{
	last_row(evidence)->group = arena_strndup(&evidence->arena, group.at, group.len);
}

void evidence_set_metric(struct evidence *evidence, struct slice metric)
{
	last_row(evidence)->metric = arena_strndup(&evidence->arena, metric.at, metric.len);
}

void evidence_set_unit(struct evidence *evidence, struct slice unit)
{
	last_row(evidence)->unit = arena_strndup(&evidence->arena, unit.at, unit.len);
}

void evidence_add_place(struct evidence *evidence, struct slice place, double count, bool is_holder)
{
	struct evidence_row *row = last_row(evidence);

	array_reserve(row->places, row->place_capacity, row->place_count + 1);
	row->places[row->place_count++] = (struct evidence_place) {
		.place = arena_strndup(&evidence->arena, place.at, place.len),
		.count = count,
		.is_holder = is_holder,
	};
}

struct evidence_value *evidence_last(struct evidence *evidence, const char *key)
{
	struct evidence_row *row = last_row(evidence);

	for (size_t i = 0; i < row->count; i++)
		if (!strcmp(row->values[i].key, key))
			return &row->values[i];
	return NULL;
}

const struct evidence_value *evidence_find(const struct evidence_row *row, const char *key)
{
	for (size_t i = 0; i < row->count; i++)
		if (!strcmp(row->values[i].key, key))
			return &row->values[i];
	return NULL;
}

/* The longest endings first. */
static const struct {
	const char *ending, *unit;
} units[] = {
	{ "_per_sec_per_cpu", "/s/CPU" },
	{ "mib_per_sec", "MiB/s" },
	{ "mb_per_sec", "MB/s" },
	{ "gb_per_sec", "GB/s" },
	{ "kb_per_sec", "kB/s" },
	{ "jobs_per_min_per_task", "jobs/min/task" },
	{ "jobs_per_min", "jobs/min" },
	{ "records_per_sec", "records/s" },
	{ "events_per_sec", "events/s" },
	{ "ops_per_sec", "ops/s" },
	{ "_per_sec", "/s" },
	{ "usecs_per_op", "us/op" },
	{ "cycles", "cycles" },
	{ "_pct", "%" },
	{ "percent", "%" },
	{ "_pp", "pp" },
	{ "_kb", "kB" },
	{ "_bytes", "bytes" },
	{ "_s", "s" },
	{ "_ms", "ms" },
	{ "_us", "us" },
	{ "_ns", "ns" },
};

const char *evidence_unit(const struct evidence_row *row, const char *key)
{
	size_t len = strlen(key);

	if (row->unit && strstr(key, "value"))
		return row->unit;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		size_t end = strlen(units[i].ending);

		if (len >= end && !strcmp(key + len - end, units[i].ending))
			return units[i].unit;
	}
	return "";
}

const char *evidence_key(struct evidence *evidence, struct slice title)
{
	bool is_percent = title.len && memchr(title.at, '%', title.len);
	char *key = arena_alloc(&evidence->arena, title.len + sizeof("_pct"));
	size_t len = 0;

	for (size_t i = 0; i < title.len; i++) {
		unsigned char c = title.at[i];

		if (isalnum(c))
			key[len++] = (char)tolower(c);
		else if (len && key[len - 1] != '_')
			key[len++] = '_';
	}
	while (len && key[len - 1] == '_')
		len--;
	memcpy(key + len, is_percent ? "_pct" : "", is_percent ? sizeof("_pct") : 1);
	return key;
}

static void row_deinit(struct evidence_row *row)
{
	free(row->values);
	free(row->places);
}

void evidence_truncate(struct evidence *evidence, size_t count)
{
	while (evidence->count > count)
		row_deinit(&evidence->rows[--evidence->count]);
}

void evidence_drop(struct evidence *evidence, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		row_deinit(&evidence->rows[i]);
	memmove(&evidence->rows[first], &evidence->rows[end],
		(evidence->count - end) * sizeof(*evidence->rows));
	evidence->count -= end - first;
}

void evidence_deinit(struct evidence *evidence)
{
	evidence_truncate(evidence, 0);
	free(evidence->rows);
	arena_deinit(&evidence->arena);
	*evidence = (struct evidence) { 0 };
}

static void append_row(struct evidence *evidence, const struct evidence_row *row)
{
	array_reserve(evidence->rows, evidence->capacity, evidence->count + 1);
	evidence->rows[evidence->count++] = *row;
}

void evidence_move(struct evidence *evidence, struct evidence *from)
{
	for (size_t i = 0; i < from->count; i++) {
		from->rows[i].table += evidence->tables;
		append_row(evidence, &from->rows[i]);
	}
	evidence->tables += from->tables;
	if (!evidence->path)
		evidence->path = from->path;
	arena_adopt(&evidence->arena, &from->arena);
	from->count = 0;
	evidence_deinit(from);
}

void evidence_split(struct evidence *evidence, struct evidence *before)
{
	bool has_after = false;
	size_t kept = 0;

	for (size_t i = 0; i < evidence->count; i++)
		has_after |= evidence_is_after(&evidence->rows[i]);
	for (size_t i = 0; i < evidence->count; i++) {
		if (has_after && evidence_is_before(&evidence->rows[i]))
			append_row(before, &evidence->rows[i]);
		else
			evidence->rows[kept++] = evidence->rows[i];
	}
	evidence->count = kept;
}

/* ---- tables ---- */

/* A table is looked for among so many rows before it. */
enum { COPIES_WITHIN = 4096, HEADING_MOST = 64 };

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_row(const struct evidence_row *a, const struct evidence_row *b)
{
	if (a->format != b->format || a->count != b->count || !same_text(a->name, b->name) ||
	    !same_text(a->group, b->group) || !same_text(a->metric, b->metric))
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (strcmp(a->values[i].key, b->values[i].key) != 0 ||
		    a->values[i].value != b->values[i].value)
			return false;
	return true;
}

/* Are the rows from @first on a copy, cut short or not, of a run of rows before them? */
static bool is_copy(const struct evidence *evidence, size_t first, size_t first_of_text)
{
	size_t count = evidence->count - first;
	size_t from = first > first_of_text + COPIES_WITHIN ? first - COPIES_WITHIN : first_of_text;

	for (size_t at = from; at + count <= first; at++) {
		size_t same = 0;

		while (same < count &&
		       same_row(&evidence->rows[at + same], &evidence->rows[first + same]))
			same++;
		if (same == count)
			return true;
	}
	return false;
}

/*
 * "* Before", "After testing:", "With the patch": the line above a table that says whose it is.
 * Rows that name a side themselves keep it.
 */
static const char *const befores[] = {
	"before", "base", "baseline", "old", "vanilla", "unpatched"
};
static const char *const afters[] = { "after", "new", "patched" };

static bool is_one_of(struct slice word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (word.len == strlen(words[i]) && !strncasecmp(word.at, words[i], word.len))
			return true;
	return false;
}

static struct slice first_word(const char *text)
{
	struct slice rest = { text, strlen(text) };

	return slice_word(&rest);
}

bool evidence_is_before(const struct evidence_row *row)
{
	return row->side && is_one_of(first_word(row->side), befores, ARRAY_SIZE(befores));
}

bool evidence_is_after(const struct evidence_row *row)
{
	return row->side && is_one_of(first_word(row->side), afters, ARRAY_SIZE(afters));
}

static bool is_heading(struct slice line, struct slice *heading)
{
	struct slice rest, first;

	while (line.len && strchr("*#=-(> \t", line.at[0]))
		line.at++, line.len--;
	while (line.len && strchr("*#=-): \t", line.at[line.len - 1]))
		line.len--;
	rest = line;
	first = slice_word(&rest);
	*heading = line;
	return line.len <= HEADING_MOST && (is_one_of(first, befores, ARRAY_SIZE(befores)) ||
					    is_one_of(first, afters, ARRAY_SIZE(afters)));
}

/* Looked for on the line above, or the one above a blank line. */
static void name_side(const struct text *text, size_t at, struct evidence *evidence, size_t first)
{
	struct slice heading;
	size_t above = at;

	while (above > 0 && at - above < 2 && !text->lines[above - 1].len)
		above--;
	if (!above || !is_heading(line_slice(text, above - 1), &heading))
		return;
	for (size_t row = first; row < evidence->count; row++)
		if (!evidence->rows[row].side)
			evidence->rows[row].side =
				arena_strndup(&evidence->arena, heading.at, heading.len);
}

/* Offer line @at to the formats. Returns the line after the table it starts, or @at. */
static size_t offer(const struct text *text, size_t at, struct evidence *evidence,
		    size_t first_of_text)
{
	size_t first = evidence->count;

	for (size_t i = 0; i < evidence_format_count; i++) {
		size_t next = evidence_formats[i]->read(text, at, evidence);

		if (next <= at || evidence->count == first) {
			evidence_truncate(evidence, first);
			continue;
		}
		for (size_t row = first; row < evidence->count; row++) {
			evidence->rows[row].format = evidence_formats[i];
			evidence->rows[row].table = evidence->tables;
		}
		name_side(text, at, evidence, first);
		/* A benchmark may well give the same result twice; a reply quotes a table. */
		if (text->lines[at].quote_depth && is_copy(evidence, first, first_of_text))
			evidence_truncate(evidence, first);
		else
			evidence->tables++;
		return next;
	}
	return at;
}

static int refuse(const struct text *text, struct symdiff_error *err)
{
	char known[256] = "";
	size_t i = 0;

	for (; i < evidence_format_count; i++) {
		size_t len = strlen(known);

		if (len + strlen(evidence_formats[i]->what) + 4 > sizeof(known))
			break;
		snprintf(known + len, sizeof(known) - len, "%s%s", i ? ", " : "",
			 evidence_formats[i]->what);
	}
	return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
			    "no table of counters or results found: looked for %s and %zu more",
			    known, evidence_format_count - i);
}

int evidence_read_more(const struct text *text, struct evidence *evidence,
		       struct symdiff_error *err)
{
	size_t first = evidence->count;
	const char *file;

	if (!evidence->path)
		evidence->path = text->path;
	for (size_t at = 0; at < text->count;) {
		size_t next = text->lines[at].len ? offer(text, at, evidence, first) : at;

		at = next > at ? next : at + 1;
	}
	if (evidence->count == first)
		return refuse(text, err);
	file = arena_strndup(&evidence->arena, text->path, strlen(text->path));
	for (size_t row = first; row < evidence->count; row++)
		evidence->rows[row].file = file;
	return 0;
}

int evidence_read(const struct text *text, struct evidence *evidence, struct symdiff_error *err)
{
	*evidence = (struct evidence) { .path = text->path };
	return evidence_read_more(text, evidence, err);
}

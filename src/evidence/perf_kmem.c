// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf kmem stat (tools/perf/builtin-kmem.c): the sums of the slab and of the page allocator, and
 * of --caller what each place asked for.
 *
 *	SUMMARY (SLAB allocator)
 *	========================
 *	Total bytes requested: 1,234,567
 *	Internal fragmentation: 8.256789%
 *	Cross CPU allocations: 123/45,678
 *
 *	 Callsite                           | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag
 *	 perf_event_mmap+ec                 |    311296/8192  |    155952/4104  |       38 |        0 | 49.902%
 *
 *	Total allocation requests     :          1,234   [           12,345 KB ]
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { NAME_LENGTH = 96 };

/* "311296/8192" */
static bool read_ratio(struct slice word, struct number *first, struct number *second)
{
	const char *slash = memchr(word.at, '/', word.len);

	return slash && number_read((struct slice) { word.at, (size_t)(slash - word.at) }, first) &&
	       number_read((struct slice) { slash + 1, (size_t)(word.at + word.len - slash) - 1 },
			   second);
}

/* "Total bytes requested: 1,234,567", "Total free requests : 12 [ 34 KB ]". */
static bool read_sum(const struct words *words, uint32_t line, struct slice group,
		     struct evidence *evidence)
{
	char room[NAME_LENGTH];
	struct number number, of;
	size_t colon = 0;
	struct slice name;

	while (colon < words->count && !words_has(words, colon, ":"))
		colon++;
	if (!colon || colon > 7 || colon + 1 >= words->count)
		return false;
	name = words_name(words, 0, colon, room, sizeof(room));
	if (read_ratio(words->list[colon + 1], &number, &of)) {
		evidence_add(evidence, name, line);
		evidence_set_group(evidence, group);
		evidence_set_number(evidence, "count", &number);
		evidence_set_number(evidence, "of", &of);
		return true;
	}
	if (!number_read(words->list[colon + 1], &number))
		return false;
	evidence_add(evidence, name, line);
	evidence_set_group(evidence, group);
	evidence_set_number(evidence, number.is_percent ? "value_pct" : "value", &number);
	if (words_has(words, colon + 2, "[") && colon + 3 < words->count &&
	    number_read(words->list[colon + 3], &number))
		evidence_set_number(evidence, "size_kb", &number);
	return true;
}

static bool is_title(struct slice line, struct slice *group)
{
	struct slice rest;

	line = slice_trim(line);
	if (!slice_starts(line, "SUMMARY (") || !slice_after(line, "allocator)", &rest))
		return false;
	group->at = line.at + strlen("SUMMARY (");
	group->len = (size_t)(rest.at - group->at) - 1;
	return true;
}

static size_t read_summary(const struct text *text, size_t at, struct evidence *evidence)
{
	struct slice group;
	size_t from = at, end = at;

	if (!is_title(line_slice(text, at), &group))
		return at;
	for (at++; at < text->count && at - end < 4; at++) {
		struct words words;

		words_read(text, at, ":[]", &words);
		if (read_sum(&words, text->lines[at].number, group, evidence))
			end = at + 1;
		else if (words.count && words.list[0].at[0] != '=')
			break;
	}
	return end > from ? end : from;
}

/* "perf_event_mmap+ec | 311296/8192 | 155952/4104 | 38 | 0 | 49.902%" */
static bool read_caller(const struct words *words, uint32_t line, struct evidence *evidence)
{
	struct number total, each, asked, per, hits, pings, waste;

	if (words->count != 11 || !words_has(words, 1, "|") || !words_has(words, 9, "|") ||
	    !read_ratio(words->list[2], &total, &each) ||
	    !read_ratio(words->list[4], &asked, &per) || !number_read(words->list[6], &hits) ||
	    !number_read(words->list[8], &pings) || !number_read(words->list[10], &waste))
		return false;
	evidence_add(evidence, words->list[0], line);
	evidence_set_number(evidence, "allocated_bytes", &total);
	evidence_set_number(evidence, "requested_bytes", &asked);
	evidence_set_number(evidence, "hits", &hits);
	evidence_set_number(evidence, "ping_pong", &pings);
	evidence_set_number(evidence, "fragmentation_pct", &waste);
	return true;
}

static size_t read_callers(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t from = at, end = at;
	struct words words;

	words_read(text, at, "|", &words);
	if ((!words_has(&words, 0, "Callsite") && !words_has(&words, 0, "Alloc")) ||
	    !words_has(&words, words.count - 1, "Frag"))
		return at;
	for (at++; at < text->count; at++) {
		words_read(text, at, "|", &words);
		if (read_caller(&words, text->lines[at].number, evidence))
			end = at + 1;
		else if (!line_is_ruler(line_slice(text, at)) && !words_has(&words, 0, "..."))
			break;
	}
	return end > from ? end : from;
}

static size_t read_kmem(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t next = read_summary(text, at, evidence);

	return next > at ? next : read_callers(text, at, evidence);
}

const struct evidence_format perf_kmem_format = {
	.name = "perf-kmem",
	.what = "perf kmem stat",
	.read = read_kmem,
};

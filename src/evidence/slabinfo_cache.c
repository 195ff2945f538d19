// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What `slabinfo CACHE` (tools/vm/slabinfo.c) prints of one cache: its layout, in four columns of
 * "key : value", and with SLUB_STATS how its allocations and frees went, counted since boot.
 *
 *	Slabcache: kmalloc-512  Aliases:  1 Order :  0 Objects: 365
 *
 *	Sizes (bytes)     Slabs              Debug                Memory
 *	------------------------------------------------------------------------
 *	Object :     512  Total  :      61   Sanity Checks : Off  Total:  249856
 *	...
 *	Slab Perf Counter       Alloc     Free %Al %Fr
 *	--------------------------------------------------
 *	Fastpath             55039159  5006829  68   6
 *	Total                80014913 80014598
 *	Deactivate Full=24341121(100%) Empty=0(0%) ToHead=0(0%) ToTail=0(0%)
 */
#include <stdio.h>

#include "evidence/format.h"
#include "support/memory.h"

enum { LOOK_BACK = 80, HEAD = 4, COLUMNS = 4, BLOCK_LINES = 16, NAME_MAX_LEN = 128 };

/* ---- the layout ---- */

/* The key of a pair by its title and column: Total and Loss stand in two of them. */
static const char *layout_key(struct slice title, size_t column)
{
	static const struct {
		const char *title;
		size_t column; /* HEAD: of the first line */
		const char *key;
	} keys[] = {
		{ "Aliases", HEAD, "aliases" },
		{ "Order", HEAD, "order" },
		{ "Objects", HEAD, "objects" },
		{ "Object", 0, "object_size" },
		{ "SlabObj", 0, "slab_object_size" },
		{ "SlabSiz", 0, "slab_size" },
		{ "Loss", 0, "object_loss" },
		{ "Align", 0, "align" },
		{ "Total", 1, "slabs" },
		{ "Full", 1, "full_slabs" },
		{ "Partial", 1, "partial_slabs" },
		{ "CpuSlab", 1, "cpu_slabs" },
		{ "Objects", 1, "objects_per_slab" },
		{ "Total", 3, "memory_total" },
		{ "Used", 3, "memory_used" },
		{ "Loss", 3, "memory_loss" },
		{ "Lalig", 3, "memory_alignment_loss" },
		{ "Lpadd", 3, "memory_padding_loss" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].column == column && slice_equals(title, keys[i].title))
			return keys[i].key;
	return NULL;
}

/* Pairs "title : value" from word @at on; *@pairs counts those of the block, to know the column. */
static void read_pairs(const struct words *words, size_t at, bool is_head, size_t *pairs,
		       struct evidence *evidence)
{
	for (; at + 2 < words->count; at++) {
		struct number number;
		const char *key;

		if (!slice_equals(words->list[at + 1], ":"))
			continue;
		key = layout_key(words->list[at], is_head ? HEAD : (*pairs)++ % COLUMNS);
		if (key && number_read(words->list[at + 2], &number))
			evidence_set_number(evidence, key, &number);
		at += 2;
	}
}

static bool is_layout_title(struct slice line)
{
	struct slice rest;

	return slice_after(line, "Sizes (bytes)", &rest);
}

static bool is_cache_title(const struct words *words)
{
	return words->count > 2 && slice_equals(words->list[0], "Slabcache") &&
	       slice_equals(words->list[1], ":");
}

static bool is_counter_title(struct slice line)
{
	struct slice rest;

	return slice_after(line, "Slab Perf Counter", &rest) ||
	       (slice_starts(slice_trim(line), "Slab Perf") && slice_after(line, "%Al", &rest));
}

/* The pairs of the block, up to a blank line. Where mail broke its lines does not matter. */
static size_t read_layout(const struct text *text, size_t at, struct evidence *evidence)
{
	struct words words = { .count = 0 };
	size_t pairs = 0;

	for (size_t lines = 0; at < text->count && text->lines[at].len; at++, lines++) {
		if (lines == BLOCK_LINES || is_counter_title(line_slice(text, at)))
			break;
		if (!line_is_ruler(line_slice(text, at)))
			words_read_more(text, at, ":", &words);
	}
	read_pairs(&words, 0, false, &pairs, evidence);
	return at;
}

static size_t read_cache(const struct text *text, size_t at, struct evidence *evidence)
{
	struct words words;
	size_t pairs = 0, from = at;

	words_read(text, at, ":", &words);
	if (!is_cache_title(&words))
		return at;
	at++;
	/* The first line may be broken, too. */
	if (at < text->count && !is_layout_title(line_slice(text, at)) && words.count < 12)
		words_read_more(text, at, ":", &words);
	evidence_add(evidence, words.list[2], text->lines[from].number);
	read_pairs(&words, 3, true, &pairs, evidence);
	while (at < text->count && at - from < 8 && !is_layout_title(line_slice(text, at)))
		at++;
	if (at < text->count && is_layout_title(line_slice(text, at)))
		return read_layout(text, at + 1, evidence);
	return from + 1;
}

/* ---- the counters ---- */

/* The cache that the counters at @at are of: named above them. */
static void set_cache(const struct text *text, size_t at, struct evidence *evidence)
{
	struct words words;

	for (size_t i = at; i-- > 0 && at - i < LOOK_BACK;) {
		words_read(text, i, ":", &words);
		if (is_cache_title(&words)) {
			evidence_set_group(evidence, words.list[2]);
			return;
		}
	}
}

/* "Full=24341121(100%)": the count, and its part of all. */
static bool read_reason(struct slice word, struct evidence *evidence)
{
	const char *equals = memchr(word.at, '=', word.len);
	struct slice title, rest;
	struct number count, part;
	const char *open;

	if (!equals)
		return false;
	title = (struct slice) { word.at, (size_t)(equals - word.at) };
	rest = (struct slice) { equals + 1, word.len - title.len - 1 };
	open = memchr(rest.at, '(', rest.len);
	if (!open || rest.at[rest.len - 1] != ')' || rest.at + rest.len - open < 2)
		return false;
	if (!number_read((struct slice) { rest.at, (size_t)(open - rest.at) }, &count) ||
	    !number_read((struct slice) { open + 1, (size_t)(rest.at + rest.len - open) - 2 },
			 &part))
		return false;

	char room[NAME_MAX_LEN];
	int len = snprintf(room, sizeof(room), "%.*s %%", (int)title.len, title.at);

	evidence_set_number(evidence, evidence_key(evidence, title), &count);
	if (len > 0 && (size_t)len < sizeof(room))
		evidence_set_number(evidence,
				    evidence_key(evidence, (struct slice) { room, (size_t)len }),
				    &part);
	return true;
}

static bool set_numbers(const struct words *words, size_t names, struct evidence *evidence)
{
	static const char *const counters[] = { "allocs", "frees", "alloc_pct", "free_pct" };
	static const char *const events[] = { "count", "pct" };
	size_t count = words->count - names;
	struct number number;
	bool is_event = count == 1;

	if (count > ARRAY_SIZE(counters) || count == 3)
		return false;
	if (count == 2 && number_read(words->list[names + 1], &number))
		is_event = number.is_percent;
	for (size_t i = 0; i < count; i++) {
		number_read(words->list[names + i], &number);
		evidence_set_number(evidence, is_event ? events[i] : counters[i], &number);
	}
	return true;
}

/* "Add partial  0 24341085 0 30", "Refill 24975738", "Slab full  7 100%", "Deactivate Full=…". */
static bool read_counter(const struct words *words, uint32_t line, struct evidence *evidence)
{
	size_t first = evidence->count, names = 0;
	struct number number;
	char room[NAME_MAX_LEN];
	bool ok;

	while (names < words->count && !number_read(words->list[names], &number) &&
	       !memchr(words->list[names].at, '=', words->list[names].len))
		names++;
	if (!names || names > 6 || names == words->count)
		return false;
	evidence_add(evidence, words_name(words, 0, names, room, sizeof(room)), line);
	if (memchr(words->list[names].at, '=', words->list[names].len)) {
		ok = true;
		for (size_t i = names; i < words->count; i++)
			ok = ok && read_reason(words->list[i], evidence);
	} else {
		ok = words_numbers(words, names) == words->count - names &&
		     set_numbers(words, names, evidence);
	}
	if (!ok)
		evidence_truncate(evidence, first);
	return ok;
}

/* Of the counters: a row may be broken behind its name or any number. */
static size_t read_counter_lines(const struct text *text, size_t at, struct evidence *evidence)
{
	struct words words, more;
	size_t lines = 1;

	words_read(text, at, "", &words);
	if (!words.count)
		return 0;
	/* What follows belongs to it if it has no name. */
	while (at + lines < text->count && text->lines[at + lines].len && lines < 4) {
		struct number number;

		words_read(text, at + lines, "", &more);
		if (!more.count || (!number_read(more.list[0], &number) &&
				    (!memchr(more.list[0].at, '=', more.list[0].len))))
			break;
		words_read_more(text, at + lines, "", &words);
		lines++;
	}
	return read_counter(&words, text->lines[at].number, evidence) ? lines : 0;
}

/* Between the counters: rulers, blank lines, and titles of later versions. */
static bool is_between(struct slice line)
{
	struct slice rest;

	return !line.len || line_is_ruler(line) || slice_after(line, "Deactivation", &rest) ||
	       slice_after(line, "Occurrences", &rest) || slice_after(line, "Looping", &rest);
}

static size_t read_counters(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t title = at, end, first = evidence->count;
	struct words words;

	if (!is_counter_title(line_slice(text, at)))
		return at;
	at++;
	words_read(text, at < text->count ? at : title, "", &words);
	if (at < text->count && words.count && words.list[0].at[0] == '%')
		at++; /* the last titles, on a line of their own */
	end = at;
	while (at < text->count) {
		size_t lines = read_counter_lines(text, at, evidence);

		if (lines) {
			set_cache(text, title, evidence);
			end = at += lines;
		} else if (is_between(line_slice(text, at)) && at - end < 4) {
			at++;
		} else {
			break;
		}
	}
	return evidence->count > first ? end : title;
}

static size_t read_slabinfo(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t next = read_counters(text, at, evidence);

	return next > at ? next : read_cache(text, at, evidence);
}

const struct evidence_format slabinfo_cache_format = {
	.name = "slabinfo",
	.what = "slabinfo CACHE",
	.read = read_slabinfo,
};

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What slabinfo (tools/vm/slabinfo.c, now tools/mm/) prints of SLUB's caches, from Linux 2.6.24
 * to 6.12: the activity of all caches, -AD, counted since boot where the kernel has SLUB_STATS,
 *
 *	Name                   Objects      Alloc       Free   %Fast Fallb O CmpX   UL
 *	:0000192                  3428   80093958   80090708  92   8     0 0    0    0
 *
 * with two numbers below %Fast, of allocations and of frees; and the list that it prints
 * without options:
 *
 *	Name                   Objects Objsize           Space Slabs/Part/Cpu  O/S O %Fr %Ef Flg
 *	kmalloc-512                328     512          167.9K         33/0/8    8 0   0 100
 *
 * A name such as :0000192 stands for all caches of that size that were merged.
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { COLUMNS_MAX = 24, ROW_LINES = 3 };

struct columns {
	const char *keys[COLUMNS_MAX];
	size_t count;
	size_t lines; /* of the title */
};

static const struct {
	const char *title, *key, *second;
} known[] = {
	{ "Objects", "objects", NULL },
	{ "Alloc", "allocs", NULL },
	{ "Free", "frees", NULL },
	{ "%Fast", "fast_alloc_pct", "fast_free_pct" },
	{ "Fallb", "order_fallback", NULL },
	{ "O", "order", NULL },
	{ "CmpX", "cmpxchg_double_fail", NULL },
	{ "UL", "cmpxchg_double_cpu_fail", NULL },
	{ "Objsize", "object_size", NULL },
	{ "Space", "space", NULL },
	{ "Loss", "loss", NULL },
	{ "Slabs/Part/Cpu", "slabs", NULL }, /* and two more behind slashes */
	{ "O/S", "objects_per_slab", NULL },
	{ "%Fr", "partial_slabs_pct", NULL },
	{ "%Ef", "efficiency_pct", NULL },
};

static void add_column(struct columns *columns, const char *key)
{
	if (columns->count < COLUMNS_MAX)
		columns->keys[columns->count++] = key;
}

static bool is_known(struct slice title)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (slice_equals(title, known[i].title))
			return true;
	return slice_equals(title, "Flg");
}

static void read_title(struct evidence *evidence, const struct words *words,
		       struct columns *columns)
{
	for (size_t w = 1; w < words->count; w++) {
		bool found = false;

		for (size_t i = 0; i < ARRAY_SIZE(known) && !found; i++) {
			if (!slice_equals(words->list[w], known[i].title))
				continue;
			found = true;
			add_column(columns, known[i].key);
			if (known[i].second)
				add_column(columns, known[i].second);
		}
		if (!found && !slice_equals(words->list[w], "Flg"))
			add_column(columns, evidence_key(evidence, words->list[w]));
	}
}

/* The title of a table that has column @sign; its last columns may be on a line of their own. */
static bool begins(const struct text *text, size_t at, struct evidence *evidence, const char *sign,
		   struct columns *columns)
{
	struct words words;
	bool found = false;

	*columns = (struct columns) { .lines = 1 };
	words_read(text, at, "", &words);
	if (words.count < 3 || !slice_equals(words.list[0], "Name") ||
	    !slice_equals(words.list[1], "Objects"))
		return false;
	while (columns->lines < ROW_LINES) {
		size_t before = words.count;
		bool all_known = words_read_more(text, at + columns->lines, "", &words);

		for (size_t i = before; i < words.count; i++)
			all_known = all_known && is_known(words.list[i]);
		if (!all_known) {
			words.count = before;
			break;
		}
		columns->lines++;
	}
	for (size_t i = 2; i < words.count; i++)
		found |= slice_equals(words.list[i], sign);
	read_title(evidence, &words, columns);
	return found;
}

/* A row of exactly these columns, on as many lines as it takes; returns how many. */
static size_t read_activity(const struct text *text, size_t at, const struct columns *columns,
			    struct evidence *evidence)
{
	struct words words;
	struct number number;

	words_read(text, at, "", &words);
	for (size_t lines = 1; lines <= ROW_LINES; lines++) {
		if (words.count == columns->count + 1 &&
		    words_numbers(&words, 1) == columns->count) {
			evidence_add(evidence, words.list[0], text->lines[at].number);
			for (size_t i = 0; i < columns->count; i++)
				if (number_read(words.list[i + 1], &number))
					evidence_set_number(evidence, columns->keys[i], &number);
			return lines;
		}
		if (words.count > columns->count || !words_read_more(text, at + lines, "", &words))
			break;
	}
	return 0;
}

static size_t read_rows(const struct text *text, size_t at, const struct columns *columns,
			struct evidence *evidence,
			size_t (*row)(const struct text *, size_t, const struct columns *,
				      struct evidence *))
{
	size_t lines;

	while (at < text->count) {
		if (line_is_ruler(line_slice(text, at)))
			lines = 1;
		else
			lines = row(text, at, columns, evidence);
		if (!lines)
			break;
		at += lines;
	}
	return at;
}

static size_t read_activities(const struct text *text, size_t at, struct evidence *evidence)
{
	struct columns columns;

	if (!begins(text, at, evidence, "%Fast", &columns))
		return at;
	return read_rows(text, at + columns.lines, &columns, evidence, read_activity);
}

/* "33/0/8" */
static bool read_slabs(struct slice word, struct number numbers[3])
{
	for (size_t i = 0; i < 3; i++) {
		const char *slash = memchr(word.at, '/', word.len);
		struct slice part = { word.at, slash ? (size_t)(slash - word.at) : word.len };

		if (!number_read(part, &numbers[i]) || (i < 2) != (slash != NULL))
			return false;
		if (slash)
			word = (struct slice) { slash + 1, word.len - part.len - 1 };
	}
	return true;
}

/* A row of the list: the flags at its end are letters, or missing. */
static size_t read_cache(const struct text *text, size_t at, const struct columns *columns,
			 struct evidence *evidence)
{
	static const char *const parts[] = { "slabs", "partial_slabs", "cpu_slabs" };
	struct number number, slabs[3];
	size_t lines = 1, first = evidence->count;
	struct words words;

	words_read(text, at, "", &words);
	while (words.count < columns->count + 1 && lines < ROW_LINES &&
	       words_read_more(text, at + lines, "", &words))
		lines++;
	if (words.count < columns->count + 1 || words.count > columns->count + 2)
		return 0;
	evidence_add(evidence, words.list[0], text->lines[at].number);
	for (size_t i = 0; i < columns->count; i++) {
		if (!strcmp(columns->keys[i], "slabs") && read_slabs(words.list[i + 1], slabs)) {
			for (size_t k = 0; k < 3; k++)
				evidence_set_number(evidence, parts[k], &slabs[k]);
		} else if (number_read(words.list[i + 1], &number)) {
			evidence_set_number(evidence, columns->keys[i], &number);
		} else {
			evidence_truncate(evidence, first);
			return 0;
		}
	}
	return lines;
}

static size_t read_list(const struct text *text, size_t at, struct evidence *evidence)
{
	struct columns columns;

	if (!begins(text, at, evidence, "Objsize", &columns))
		return at;
	return read_rows(text, at + columns.lines, &columns, evidence, read_cache);
}

const struct evidence_format slabinfo_activity_format = {
	.name = "slabinfo-AD",
	.what = "slabinfo -AD",
	.read = read_activities,
};

const struct evidence_format slabinfo_list_format = {
	.name = "slabinfo-list",
	.what = "slabinfo",
	.read = read_list,
};

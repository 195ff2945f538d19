// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/slabinfo, versions 1.x (Linux 2.4) and 2.0 to 2.1 (slabinfo(5), mm/slab_common.c); SLAB
 * with statistics has further sections.
 *
 *	slabinfo - version: 2.1
 *	# name            <active_objs> <num_objs> <objsize> ... : tunables <limit> ... : slabdata ...
 *	kmalloc-512          328    328    512    8    1 : tunables 0 0 0 : slabdata 41 41 0
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { ROW_LINES = 4, NAME_LENGTH = 64 };

static const struct section {
	const char *name; /* NULL: before the first colon */
	const char *keys[10];
} sections[] = {
	{ NULL, { "active_objs", "num_objs", "objsize", "objperslab", "pagesperslab" } },
	{ "tunables", { "limit", "batchcount", "sharedfactor" } },
	{ "slabdata", { "active_slabs", "num_slabs", "sharedavail" } },
	{ "globalstat",
	  { "listallocs", "maxobjs", "grown", "reaped", "error", "maxfreeable", "nodeallocs",
	    "remotefrees", "alienoverflow" } },
	{ "cpustat", { "allochit", "allocmiss", "freehit", "freemiss" } },
};

/* Version 1 has no sections' names, and other columns. */
static const struct section old_sections[] = {
	{ NULL,
	  { "active_objs", "num_objs", "objsize", "active_slabs", "num_slabs", "pagesperslab" } },
	{ NULL, { "limit", "batchcount" } },
};

static const struct section *find_section(struct slice name)
{
	for (size_t i = 1; i < ARRAY_SIZE(sections); i++)
		if (slice_equals(name, sections[i].name))
			return &sections[i];
	return NULL;
}

/* The numbers of one section from word @at on; returns the word behind them. */
static size_t read_section(const struct words *words, size_t at, const struct section *section,
			   struct evidence *evidence)
{
	for (size_t i = 0; at < words->count; at++, i++) {
		struct number number;

		if (!number_read(words->list[at], &number))
			break;
		if (section && i < ARRAY_SIZE(section->keys) && section->keys[i])
			evidence_set_number(evidence, section->keys[i], &number);
	}
	return at;
}

/* Where the numbers begin: a name may hold blanks and even numbers, but the last five count. */
static size_t count_name(const struct words *words, bool is_old)
{
	size_t end = 0;

	while (end < words->count && !slice_equals(words->list[end], ":"))
		end++;
	for (size_t name = 1; name < end && name < 6; name++)
		if (words_numbers(words, name) == end - name && end - name <= (is_old ? 6u : 5u))
			return end - name == (is_old ? 6u : 5u) ? name : 0;
	return 0;
}

/* Whole if the numbers of "slabdata" are there, or those of whatever is last. */
static bool is_whole(const struct words *words, bool is_old)
{
	for (size_t i = 0; i < words->count; i++)
		if (slice_equals(words->list[i], "slabdata"))
			return words_numbers(words, i + 1) >= 3;
	return is_old;
}

static size_t read_row(const struct text *text, size_t at, bool is_old, struct evidence *evidence)
{
	struct words words;
	size_t lines = 1, name, word;
	char room[NAME_LENGTH];

	words_read(text, at, ":", &words);
	while (!is_whole(&words, is_old) && lines < ROW_LINES &&
	       words_read_more(text, at + lines, ":", &words))
		lines++;
	name = count_name(&words, is_old);
	if (!name || !is_whole(&words, is_old))
		return 0;
	evidence_add(evidence, words_name(&words, 0, name, room, sizeof(room)),
		     text->lines[at].number);
	word = read_section(&words, name, is_old ? &old_sections[0] : &sections[0], evidence);
	while (word + 1 < words.count && slice_equals(words.list[word], ":")) {
		struct number number;

		word++;
		if (number_read(words.list[word], &number))
			word = read_section(&words, word, is_old ? &old_sections[1] : NULL,
					    evidence);
		else
			word = read_section(&words, word + 1, find_section(words.list[word]),
					    evidence);
	}
	/* Statistics, broken off. */
	if (at + lines < text->count) {
		words_read(text, at + lines, ":", &words);
		if (words.count && slice_equals(words.list[0], ":"))
			lines++;
	}
	return lines;
}

/* Version line and title, either of which a mail may lack; the title may be broken. */
static size_t skip_title(const struct text *text, size_t at, bool *is_old)
{
	size_t from = at;
	struct slice rest;

	*is_old = false;
	if (slice_after(line_slice(text, at), "slabinfo - version:", &rest)) {
		rest = slice_trim(rest);
		*is_old = rest.len && rest.at[0] == '1';
		at++;
	}
	for (size_t i = 0; i < 4 && at < text->count; i++) {
		struct slice line = slice_trim(line_slice(text, at));

		if (!slice_after(line, "_objs>", &rest) &&
		    !slice_after(line, "<active_slabs>", &rest) &&
		    !slice_after(line, "<num_slabs>", &rest) &&
		    !slice_after(line, "<sharedavail>", &rest) &&
		    !(at > from && line.len && (line.at[0] == '<' || line.at[0] == '#')))
			break;
		at++;
	}
	return at;
}

static size_t read_caches(const struct text *text, size_t at, struct evidence *evidence)
{
	bool is_old;
	size_t from = at, lines;

	at = skip_title(text, at, &is_old);
	if (at == from) {
		struct slice rest;

		/* Without a title a row says what it is by its sections. */
		if (!slice_after(line_slice(text, at), ": tunables", &rest))
			return from;
	}
	while (at < text->count && (lines = read_row(text, at, is_old, evidence)))
		at += lines;
	return at;
}

const struct evidence_format proc_slabinfo_format = {
	.name = "proc-slabinfo",
	.what = "/proc/slabinfo",
	.read = read_caches,
};

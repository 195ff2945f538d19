// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/vmstat (mm/vmstat.c): a name and a number a line, counted since boot; nr_ are states.
 *
 *	nr_free_pages 981038
 *	numa_hit 250054
 */
#include <ctype.h>

#include "evidence/format.h"
#include "support/memory.h"

enum { ROWS_LEAST = 3, NAME_LENGTH = 64 };

static bool is_name(struct slice word)
{
	if (word.len < 3 || word.len > NAME_LENGTH || !islower((unsigned char)word.at[0]))
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (!islower((unsigned char)word.at[i]) && !char_is_digit(word.at[i]) &&
		    word.at[i] != '_')
			return false;
	return true;
}

static bool read_row(const struct text *text, size_t at, struct slice *name, struct number *number)
{
	struct words words;

	words_read(text, at, "", &words);
	if (words.count != 2 || !is_name(words.list[0]) || !char_is_digit(words.list[1].at[0]) ||
	    !number_read(words.list[1], number) || number->is_percent)
		return false;
	*name = words.list[0];
	return true;
}

/* Is this a name that /proc/vmstat has? Others follow it, so not all need be known. */
static bool is_known(struct slice name)
{
	static const char *const prefixes[] = { "nr_",	  "pgpg",    "pgalloc",	 "pgfault",
						"pgmaj",  "pgfree",  "pgscan",	 "pgsteal",
						"pswp",	  "numa_",   "thp_",	 "compact_",
						"kswapd", "allocst", "workings", "slabs_scanned",
						"unevict" };

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (slice_starts(name, prefixes[i]))
			return true;
	return false;
}

static size_t read_counters(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t from = at;
	struct number number;
	struct slice name;

	while (at < text->count && read_row(text, at, &name, &number)) {
		if (at == from && !is_known(name))
			return from;
		evidence_add(evidence, name, text->lines[at].number);
		evidence_set_number(evidence, "value", &number);
		at++;
	}
	return at - from >= ROWS_LEAST ? at : from;
}

const struct evidence_format vmstat_format = {
	.name = "vmstat",
	.what = "/proc/vmstat",
	.read = read_counters,
};

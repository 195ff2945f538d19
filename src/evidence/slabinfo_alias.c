// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which caches SLUB merged, as slabinfo -a and -i (tools/vm/slabinfo.c) and ls -l of
 * /sys/kernel/slab say it: one row for each alias, its cache as the group.
 *
 *	:0000192     <- skbuff_head_cache bio-0 filp
 *	kmalloc-512     -> :0000512
 *	lrwxrwxrwx 1 root root 0 Mar 14 12:00 kmalloc-512 -> :0000512
 */
#include "evidence/format.h"

/* A merged cache: ":0000512", with flags ":at-0000104", ":A-0000128". */
static bool is_cache(struct slice word)
{
	size_t digits = 0;

	if (word.len < 5 || word.at[0] != ':')
		return false;
	while (digits < word.len && char_is_digit(word.at[word.len - 1 - digits]))
		digits++;
	return digits >= 4;
}

static void add(struct evidence *evidence, struct slice alias, struct slice cache, uint32_t line)
{
	evidence_add(evidence, alias, line);
	evidence_set_group(evidence, cache);
}

static bool read_line(const struct words *words, uint32_t line, struct evidence *evidence)
{
	size_t last = words->count - 1;

	if (words->count >= 3 && is_cache(words->list[0]) && words_has(words, 1, "<-")) {
		for (size_t i = 2; i < words->count; i++)
			add(evidence, words->list[i], words->list[0], line);
		return true;
	}
	if (words->count < 3 || !words_has(words, last - 1, "->") || !is_cache(words->list[last]))
		return false;
	/* Alone, or behind what ls says of the link. */
	if (words->count > 3 && words->list[0].at[0] != 'l')
		return false;
	add(evidence, words->list[last - 2], words->list[last], line);
	return true;
}

static size_t read_aliases(const struct text *text, size_t at, struct evidence *evidence)
{
	for (; at < text->count; at++) {
		struct words words;

		words_read(text, at, "", &words);
		if (!words.count || !read_line(&words, text->lines[at].number, evidence))
			break;
	}
	return at;
}

const struct evidence_format slabinfo_alias_format = {
	.name = "slabinfo-a",
	.what = "slabinfo -a",
	.read = read_aliases,
};

// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/embed.h"

#include "support/embed.h"

EMBED(rules, "src/buckets/default.rules");
EMBED(names, "src/buckets/known-names.bin");
EMBED(words, "src/buckets/name-weights.bin");

static struct embedded between(const char *start, const char *end)
{
	return (struct embedded) { (const unsigned char *)start, (size_t)(end - start) };
}

struct embedded embedded_rules(void)
{
	return between(embedded_rules_start, embedded_rules_end);
}

struct embedded embedded_names(void)
{
	return between(embedded_names_start, embedded_names_end);
}

struct embedded embedded_words(void)
{
	return between(embedded_words_start, embedded_words_end);
}

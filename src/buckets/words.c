// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buckets/packed.h"
#include "support/memory.h"

#define MAGIC	   0x574e4453u /* SDNW */
#define MAX_WORDS  24
#define MAX_NAME   120
#define WEIGHT_ONE 8 /* weights are in eighths of a natural logarithm of odds */
#define SHORTEST   3 /* a name of one or two letters says nothing */
#define SURE	   (WEIGHT_ONE / 4)

struct name_words {
	struct packed packed;
};

struct name_words *name_words_new(const struct buckets *b, struct embedded data)
{
	struct name_words *words = mem_zalloc(1, sizeof(*words));

	if (packed_init(&words->packed, data, MAGIC, b))
		return words;
	free(words);
	return NULL;
}

void name_words_free(struct name_words *words)
{
	free(words);
}

/* One thing that may speak for a bucket: @len bytes at @text, of a kind. */
struct feature {
	char kind;
	const char *text;
	size_t len;
};

/* What is done with each feature of a name. */
struct visitor {
	void (*visit)(struct visitor *visitor, const struct feature *feature);
	const struct packed *packed;
};

static void visit(struct visitor *visitor, char kind, const char *text, const char *end)
{
	struct feature feature = { kind, text, (size_t)(end - text) };

	visitor->visit(visitor, &feature);
}

/*
 * The features of a name; scripts/make-buckets has the same list.
 *
 *	^  the first word, the first two, the first three
 *	.  every word but the first, and every pair of neighbours among them
 *	~  every four characters in a row, of the name between two underscores
 */
static void visit_features(const char *name, size_t len, struct visitor *visitor)
{
	struct {
		const char *at, *end;
	} word[MAX_WORDS];
	char framed[MAX_NAME + 2];
	const char *end;
	size_t count = 0;

	while (len > 0 && *name == '_')
		name++, len--;
	while (len > 0 && name[len - 1] == '_')
		len--;
	if (len > MAX_NAME)
		len = MAX_NAME;
	framed[0] = framed[len + 1] = '_';
	memcpy(framed + 1, name, len);
	end = framed + 1 + len;
	for (const char *at = framed + 1; at < end && count < MAX_WORDS;) {
		word[count].at = at;
		while (at < end && *at != '_')
			at++;
		word[count++].end = at;
		while (at < end && *at == '_')
			at++;
	}
	for (size_t i = 0; i < count && i < 3; i++)
		visit(visitor, '^', word[0].at, word[i].end);
	for (size_t i = 1; i < count; i++) {
		visit(visitor, '.', word[i].at, word[i].end);
		if (i + 1 < count)
			visit(visitor, '.', word[i].at, word[i + 1].end);
	}
	for (const char *at = framed; at + 4 <= end + 1; at++)
		visit(visitor, '~', at, at + 4);
}

/* The votes of a feature: their number, and the values. */
static unsigned int find_votes(const struct packed *packed, const struct feature *feature,
			       const uint16_t **votes)
{
	uint64_t hash = packed_hash_char(PACKED_HASH_START, feature->kind);
	const uint32_t *entry = packed_find(
		packed, packed_hash_end(packed_hash(hash, feature->text, feature->len)), votes);

	return entry ? *entry & 0xff : 0;
}

static unsigned int vote_leaf(uint16_t vote)
{
	return vote & 0xff;
}

static int vote_weight(uint16_t vote)
{
	return vote >> 8;
}

struct counting {
	struct visitor visitor;
	int sums[256];
	bool any;
};

static void count_votes(struct visitor *visitor, const struct feature *feature)
{
	struct counting *counting = (struct counting *)visitor;
	const uint16_t *votes = NULL;
	unsigned int count = find_votes(visitor->packed, feature, &votes);

	for (unsigned int i = 0; i < count; i++)
		counting->sums[vote_leaf(votes[i])] += vote_weight(votes[i]);
	counting->any |= count > 0;
}

/* fooBar and Foo_bar: nobody writes kernel functions like that. */
static bool is_camel_case(const char *name, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (isupper((unsigned char)name[i]) &&
		    (i == 0 || islower((unsigned char)name[i - 1])))
			return true;
	return false;
}

uint16_t name_words_find(const struct name_words *words, const char *name, size_t len,
			 bool doubtful)
{
	struct counting counting = { .visitor = { .visit = count_votes } };
	unsigned int best = 0;
	int second = 0;

	if (!words || len < SHORTEST || (doubtful && is_camel_case(name, len)))
		return BUCKET_NONE;
	counting.visitor.packed = &words->packed;
	visit_features(name, len, &counting.visitor);
	for (unsigned int i = 1; i < words->packed.leaf_count; i++)
		if (counting.sums[i] > counting.sums[best])
			best = i;
	for (unsigned int i = 0; i < words->packed.leaf_count; i++)
		if (i != best && counting.sums[i] > second)
			second = counting.sums[i];
	if (counting.sums[best] <= 0 || (doubtful && counting.sums[best] - second < SURE))
		return BUCKET_NONE;
	return words->packed.leaves[best];
}

#define EXPLAINED 4 /* features at most */

struct explaining {
	struct visitor visitor;
	uint16_t leaf;
	struct {
		char text[48];
		int weight;
	} top[EXPLAINED]; /* heaviest first */
};

static int weight_for(const struct packed *packed, const struct feature *feature, uint16_t leaf)
{
	const uint16_t *votes = NULL;
	unsigned int count = find_votes(packed, feature, &votes);

	for (unsigned int i = 0; i < count; i++)
		if (packed->leaves[vote_leaf(votes[i])] == leaf)
			return vote_weight(votes[i]);
	return 0;
}

static void rank_feature(struct visitor *visitor, const struct feature *feature)
{
	struct explaining *explaining = (struct explaining *)visitor;
	int weight = weight_for(visitor->packed, feature, explaining->leaf);
	size_t at = EXPLAINED;

	while (at > 0 && weight > explaining->top[at - 1].weight)
		at--;
	if (at == EXPLAINED)
		return;
	for (size_t i = EXPLAINED - 1; i > at; i--)
		explaining->top[i] = explaining->top[i - 1];
	explaining->top[at].weight = weight;
	snprintf(explaining->top[at].text, sizeof(explaining->top[at].text), "%s%.*s*",
		 feature->kind == '^' ? "" : "*", (int)feature->len, feature->text);
}

void name_words_explain(const struct name_words *words, const char *name, size_t len, uint16_t leaf,
			char *buf, size_t size)
{
	struct explaining explaining = { .visitor = { .visit = rank_feature }, .leaf = leaf };
	size_t used = 0;

	buf[0] = '\0';
	if (!words)
		return;
	explaining.visitor.packed = &words->packed;
	visit_features(name, len, &explaining.visitor);
	for (size_t i = 0; i < EXPLAINED && explaining.top[i].weight > 0 && used < size; i++)
		used += (size_t)snprintf(buf + used, size - used, "%s%s %.1f", i ? ", " : "",
					 explaining.top[i].text,
					 (double)explaining.top[i].weight / WEIGHT_ONE);
}

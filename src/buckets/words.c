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
#define WEIGHT_ONE 8 /* weights are in eighths of a natural logarithm of odds */
#define SURE	   (2 * WEIGHT_ONE)

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
 * The features of a name; scripts/make-buckets has the same list, and a unit test compares the two.
 *
 *	^  the first word, the first two, the first three
 *	<  the first three, four and five letters of the first word, if it is longer
 *	.  every word but the first, and every pair of neighbours among them
 *	$  the last word, the last two
 */
static void visit_features(const char *name, size_t len, struct visitor *visitor)
{
	struct {
		const char *at, *end;
	} word[MAX_WORDS];
	const char *end = name + len;
	size_t count = 0;

	for (const char *at = name; at < end && count < MAX_WORDS;) {
		while (at < end && *at == '_')
			at++;
		if (at == end)
			break;
		word[count].at = at;
		while (at < end && *at != '_')
			at++;
		word[count++].end = at;
	}
	for (size_t i = 0; i < count && i < 3; i++)
		visit(visitor, '^', word[0].at, word[i].end);
	for (size_t n = 3; count > 0 && n <= 5 && word[0].at + n < word[0].end; n++)
		visit(visitor, '<', word[0].at, word[0].at + n);
	for (size_t i = 1; i < count; i++) {
		visit(visitor, '.', word[i].at, word[i].end);
		if (i + 1 < count)
			visit(visitor, '.', word[i].at, word[i + 1].end);
	}
	for (size_t i = 1; i < 3 && i < count; i++)
		visit(visitor, '$', word[count - i].at, word[count - 1].end);
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
	return (int8_t)(vote >> 8);
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

uint16_t name_words_find(const struct name_words *words, const char *name, size_t len,
			 bool sure_only)
{
	struct counting counting = { .visitor = { .visit = count_votes } };
	unsigned int best = 0;
	int second = 0;

	if (!words)
		return BUCKET_NONE;
	counting.visitor.packed = &words->packed;
	visit_features(name, len, &counting.visitor);
	for (unsigned int i = 1; i < words->packed.leaf_count; i++)
		if (counting.sums[i] > counting.sums[best])
			best = i;
	for (unsigned int i = 0; i < words->packed.leaf_count; i++)
		if (i != best && counting.sums[i] > second)
			second = counting.sums[i];
	if (counting.sums[best] <= 0 || (sure_only && counting.sums[best] - second < SURE))
		return BUCKET_NONE;
	return words->packed.leaves[best];
}

#define EXPLAINED 4 /* features at most */

struct explaining {
	struct visitor visitor;
	uint16_t leaf;
	struct feature top[EXPLAINED];
	int weight[EXPLAINED];
};

static void rank_votes(struct visitor *visitor, const struct feature *feature)
{
	struct explaining *explaining = (struct explaining *)visitor;
	const uint16_t *votes = NULL;
	unsigned int count = find_votes(visitor->packed, feature, &votes);
	int weight = 0;
	size_t at = EXPLAINED;

	for (unsigned int i = 0; i < count; i++)
		if (visitor->packed->leaves[vote_leaf(votes[i])] == explaining->leaf)
			weight = vote_weight(votes[i]);
	while (at > 0 && weight > explaining->weight[at - 1]) {
		at--;
		if (at + 1 < EXPLAINED) {
			explaining->weight[at + 1] = explaining->weight[at];
			explaining->top[at + 1] = explaining->top[at];
		}
	}
	if (at < EXPLAINED) {
		explaining->weight[at] = weight;
		explaining->top[at] = *feature;
	}
}

void name_words_explain(const struct name_words *words, const char *name, size_t len, uint16_t leaf,
			char *buf, size_t size)
{
	struct explaining explaining = { .visitor = { .visit = rank_votes }, .leaf = leaf };
	size_t used = 0;

	buf[0] = '\0';
	if (!words)
		return;
	explaining.visitor.packed = &words->packed;
	visit_features(name, len, &explaining.visitor);
	for (size_t i = 0; i < EXPLAINED && explaining.weight[i] > 0 && used < size; i++) {
		const struct feature *feature = &explaining.top[i];
		bool front = strchr("^<", feature->kind), back = feature->kind == '$';

		used += (size_t)snprintf(buf + used, size - used, "%s%s%.*s%s %.1f", i ? ", " : "",
					 front ? "" : "*", (int)feature->len, feature->text,
					 back ? "" : "*",
					 (double)explaining.weight[i] / WEIGHT_ONE);
	}
}

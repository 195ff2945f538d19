// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/pattern.h"

#include <stdbool.h>
#include <stdlib.h>

#include "support/memory.h"

#define LONGEST 63 /* of a prefix or suffix that is found by hash */

/* FNV-1a, which gives the hash of every prefix on the way. */
#define HASH_START 2166136261u

static uint32_t hash_more(uint32_t hash, char c)
{
	return (hash ^ (unsigned char)c) * 16777619u;
}

static uint32_t hash_forwards(const char *text, size_t len)
{
	uint32_t hash = HASH_START;

	for (size_t i = 0; i < len; i++)
		hash = hash_more(hash, text[i]);
	return hash;
}

static uint32_t hash_backwards(const char *text, size_t len)
{
	uint32_t hash = HASH_START;

	while (len > 0)
		hash = hash_more(hash, text[--len]);
	return hash;
}

/* Does the glob @pattern take the whole of @name? */
static bool glob_match(const char *pattern, const char *name, size_t len)
{
	const char *star = NULL;
	size_t at = 0, retry = 0;

	while (at < len) {
		if (*pattern == '*') {
			star = ++pattern;
			retry = at;
		} else if (*pattern && (*pattern == '?' || *pattern == name[at])) {
			pattern++;
			at++;
		} else if (star) {
			pattern = star;
			at = ++retry;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}

/* Which letters are in a text, as a set of their low six bits. */
static uint64_t letters_of(const char *text, size_t len)
{
	uint64_t letters = 0;

	for (size_t i = 0; i < len; i++)
		if (text[i] != '*' && text[i] != '?')
			letters |= 1ull << (text[i] & 63);
	return letters;
}

/* Keep the globs sorted, most letters first, so that the first that fits is the best. */
static void add_glob(struct pattern_set *set, uint32_t id)
{
	size_t at = set->glob_count;

	array_reserve(set->globs, set->glob_capacity, set->glob_count + 1);
	while (at > 0 && set->list[set->globs[at - 1].id].letters < set->list[id].letters) {
		set->globs[at] = set->globs[at - 1];
		at--;
	}
	set->globs[at] = (struct glob) {
		.needs = letters_of(set->list[id].text, strlen(set->list[id].text)),
		.id = id,
	};
	set->glob_count++;
}

void pattern_set_add(struct pattern_set *set, struct pattern pattern)
{
	const char *text = pattern.text;
	size_t len = strlen(text), letters = 0;
	uint32_t id = (uint32_t)set->count;

	for (size_t i = 0; i < len; i++)
		letters += text[i] != '*' && text[i] != '?';
	pattern.letters = letters < UINT16_MAX ? (uint16_t)letters : UINT16_MAX;
	array_reserve(set->list, set->capacity, set->count + 1);
	set->list[set->count++] = pattern;

	if (letters == len) {
		table_insert(&set->exact, hash_bytes(text, len), id);
	} else if (letters == len - 1 && letters <= LONGEST && text[len - 1] == '*') {
		table_insert(&set->prefixes, hash_forwards(text, letters), id);
		set->prefix_lengths |= 1ull << letters;
	} else if (letters == len - 1 && letters <= LONGEST && text[0] == '*') {
		table_insert(&set->suffixes, hash_backwards(text + 1, letters), id);
		set->suffix_lengths |= 1ull << letters;
	} else {
		add_glob(set, id);
	}
}

static const struct pattern *better(const struct pattern *a, const struct pattern *b)
{
	if (!a || !b)
		return a ? a : b;
	if (a->letters != b->letters)
		return a->letters > b->letters ? a : b;
	return a < b ? a : b;
}

static const struct pattern *find_exact(const struct pattern_set *set, const char *name, size_t len)
{
	table_for_each (&set->exact, hash_bytes(name, len), id)
		if (strncmp(set->list[id].text, name, len) == 0 && set->list[id].text[len] == '\0')
			return &set->list[id];
	return NULL;
}

static const struct pattern *find_prefix(const struct pattern_set *set, const char *name,
					 size_t len)
{
	const struct pattern *best = NULL;
	uint32_t hash = HASH_START;

	for (size_t n = 0; n <= len && n <= LONGEST && set->prefix_lengths >> n; n++) {
		if (n > 0)
			hash = hash_more(hash, name[n - 1]);
		if (!(set->prefix_lengths >> n & 1))
			continue;
		table_for_each (&set->prefixes, hash, id)
			if (set->list[id].letters == n &&
			    memcmp(set->list[id].text, name, n) == 0) {
				best = &set->list[id];
				break;
			}
	}
	return best;
}

static const struct pattern *find_suffix(const struct pattern_set *set, const char *name,
					 size_t len)
{
	const struct pattern *best = NULL;
	uint32_t hash = HASH_START;

	for (size_t n = 0; n <= len && n <= LONGEST && set->suffix_lengths >> n; n++) {
		if (n > 0)
			hash = hash_more(hash, name[len - n]);
		if (!(set->suffix_lengths >> n & 1))
			continue;
		table_for_each (&set->suffixes, hash, id)
			if (set->list[id].letters == n &&
			    memcmp(set->list[id].text + 1, name + len - n, n) == 0) {
				best = &set->list[id];
				break;
			}
	}
	return best;
}

static const struct pattern *find_glob(const struct pattern_set *set, const char *name, size_t len)
{
	uint64_t letters = letters_of(name, len);

	for (size_t i = 0; i < set->glob_count; i++) {
		const struct pattern *pattern = &set->list[set->globs[i].id];

		if (set->globs[i].needs & ~letters)
			continue;
		if (pattern->letters <= len && glob_match(pattern->text, name, len))
			return pattern;
	}
	return NULL;
}

static const struct pattern *find_wildcard(const struct pattern_set *set, const char *name,
					   size_t len)
{
	const struct pattern *best = find_prefix(set, name, len);

	best = better(best, find_suffix(set, name, len));
	return better(best, find_glob(set, name, len));
}

const struct pattern *pattern_set_find(const struct pattern_set *set, const char *name, size_t len)
{
	const struct pattern *exact = find_exact(set, name, len);

	return exact ? exact : find_wildcard(set, name, len);
}

const struct pattern *pattern_set_find_function(const struct pattern_set *set, const char *name,
						size_t len)
{
	const struct pattern *best = pattern_set_find(set, name, len);
	size_t bare = 0;

	while (bare < len && name[bare] == '_')
		bare++;
	if (bare == 0 || bare == len || (best && best->letters == len))
		return best;
	return better(best, find_wildcard(set, name + bare, len - bare));
}

void pattern_set_deinit(struct pattern_set *set)
{
	table_deinit(&set->exact);
	table_deinit(&set->prefixes);
	table_deinit(&set->suffixes);
	free(set->globs);
	free(set->list);
	*set = (struct pattern_set) { 0 };
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Setting up the buckets, and their names. match.c decides. */
#include "buckets/buckets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buckets/embed.h"
#include "buckets/known.h"
#include "buckets/rules.h"
#include "buckets/words.h"
#include "support/cleanup.h"
#include "support/error.h"
#include "support/memory.h"

#define MAX_RULES_FILE (16u << 20)

static const char *const reserved[] = {
	[BUCKET_OTHER] = "other",
	[BUCKET_NOT_LISTED] = "[not listed]",
	[BUCKET_UNRESOLVED] = "[unresolved]",
	[BUCKET_IDLE] = "idle",
	[BUCKET_USER] = "user",
};

static struct buckets *buckets_new_empty(void)
{
	struct buckets *b = mem_zalloc(1, sizeof(*b));

	for (size_t i = 0; i < ARRAY_SIZE(reserved); i++)
		rules_leaf(b, reserved[i], strlen(reserved[i]));
	return b;
}

struct buckets *buckets_new_from(struct embedded rules, struct embedded names,
				 struct embedded words, struct symdiff_error *err)
{
	struct buckets *b = buckets_new_empty();

	if (rules_parse(b, &b->shipped, "default.rules", (const char *)rules.data, rules.size,
			err)) {
		buckets_free(b);
		return NULL;
	}
	b->known = known_names_new(b, names);
	b->words = name_words_new(b, words);
	return b;
}

struct buckets *buckets_new(void)
{
	struct symdiff_error err = { .position = -1 };
	struct buckets *b =
		buckets_new_from(embedded_rules(), embedded_names(), embedded_words(), &err);
	char text[1024];

	if (b)
		return b;
	/* The unit tests load them: only someone who changes them can come here. */
	fprintf(stderr, "symdiff: %s\n", symdiff_error_text(&err, text, sizeof(text)));
	abort();
}

static void drop_rules(struct buckets *b)
{
	rules_deinit(&b->shipped);
	for (size_t i = 0; i < b->user_rules_count; i++)
		rules_deinit(&b->user_rules[i]);
	free(b->user_rules);
	pattern_set_deinit(&b->sets);
	pattern_set_deinit(&b->phase_names);
	pattern_set_deinit(&b->contexts);
	known_names_free(b->known);
	name_words_free(b->words);
	free(b->leaves);
	free(b->heads);
	free(b->phases);
	arena_deinit(&b->arena);
}

void buckets_free(struct buckets *b)
{
	if (!b)
		return;
	drop_rules(b);
	free(b);
}

/* Start again with nothing but the reserved buckets. */
static void forget_everything(struct buckets *b)
{
	struct buckets *empty = buckets_new_empty();

	drop_rules(b);
	*b = *empty;
	free(empty);
}

static char *read_text(const char *path, size_t *len, struct symdiff_error *err)
{
	cleanup_file FILE *file = fopen(path, "r");
	cleanup_free char *text = NULL;
	size_t capacity = 0, got;

	*len = 0;
	if (!file)
		goto failed;
	do {
		array_reserve(text, capacity, *len + 65536);
		got = fread(text + *len, 1, capacity - *len, file);
		*len += got;
	} while (got > 0 && *len <= MAX_RULES_FILE);
	if (ferror(file))
		goto failed;
	if (*len > MAX_RULES_FILE) {
		symdiff_fail(err, SYMDIFF_ERR_LIMIT, -1, "bucket rules of more than %u bytes",
			     MAX_RULES_FILE);
		symdiff_error_source(err, path);
		return NULL;
	}
	{
		char *result = text;

		text = NULL;
		return result;
	}
failed:
	symdiff_fail(err, SYMDIFF_ERR_IO, -1, "cannot read bucket rules: %s", strerror(errno));
	symdiff_error_source(err, path);
	return NULL;
}

int buckets_load_file(struct buckets *b, const char *path, bool replace, struct symdiff_error *err)
{
	size_t len;
	cleanup_free char *text = read_text(path, &len, err);

	if (!text)
		return -1;
	if (memchr(text, '\0', len)) {
		symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1, "bucket rules: expected text, found NUL");
		symdiff_error_source(err, path);
		return -1;
	}
	if (replace)
		forget_everything(b);
	array_reserve(b->user_rules, b->user_rules_capacity, b->user_rules_count + 1);
	b->user_rules[b->user_rules_count] = (struct rules) { 0 };
	return rules_parse(b, &b->user_rules[b->user_rules_count++], path, text, len, err);
}

int buckets_add_set(struct buckets *b, const char *set, struct symdiff_error *err)
{
	const char *equals = strchr(set, '='), *at, *end;
	struct pattern pattern = { .source = "--set" };
	size_t name_len = equals ? (size_t)(equals - set) : 0;
	char *name;

	if (name_len == 0 || equals[1] == '\0')
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "expected a set NAME=SYMBOL,..., found '%s'", set);
	name = arena_strndup(&b->arena, set, name_len);
	if (buckets_find_leaf(b, name) != BUCKET_NONE || buckets_find_head(b, name) != BUCKET_NONE)
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
				    "a set needs a name of its own: there is a bucket '%s'", name);
	if (b->leaf_count >= BUCKET_NONE)
		return symdiff_fail(err, SYMDIFF_ERR_LIMIT, -1, "more than %u buckets",
				    BUCKET_NONE);
	pattern.value = rules_leaf(b, name, name_len);
	b->leaves[pattern.value].title = arena_strndup(&b->arena, set, strlen(set));
	for (at = equals + 1; *at; at = *end ? end + 1 : end) {
		end = strchrnul(at, ',');
		if (end == at)
			continue;
		pattern.text = arena_strndup(&b->arena, at, (size_t)(end - at));
		pattern_set_add(&b->sets, pattern);
	}
	return 0;
}

int buckets_add_symbol(struct buckets *b, const char *pair, struct symdiff_error *err)
{
	const char *equals = strrchr(pair, '=');
	int len = equals ? (int)(equals - pair) : 0;
	const char *text;

	if (!len || buckets_find_leaf(b, equals + 1) == BUCKET_NONE)
		return symdiff_fail(err, SYMDIFF_ERR_NOT_FOUND, -1,
				    "policy: '%.*s' cannot be in '%s', there is no such sub-bucket",
				    len, pair, equals ? equals + 1 : "");
	if (strpbrk(pair, "\"\r\n"))
		return symdiff_fail(
			err, SYMDIFF_ERR_USAGE, -1,
			"policy: a symbol with quotes cannot be put into a bucket: '%s'", pair);
	text = arena_printf(&b->arena, "[%s]\nname: \"%.*s\"\nuser: \"%.*s\"\n", equals + 1, len,
			    pair, len, pair);
	array_reserve(b->user_rules, b->user_rules_capacity, b->user_rules_count + 1);
	b->user_rules[b->user_rules_count] = (struct rules) { 0 };
	return rules_parse(b, &b->user_rules[b->user_rules_count++], "the policy", text,
			   strlen(text), err);
}

bool buckets_is_set(const struct buckets *b, uint16_t leaf)
{
	for (size_t i = 0; i < b->sets.count; i++)
		if (b->sets.list[i].value == leaf)
			return true;
	return false;
}

void buckets_skip_layer(struct buckets *b, enum bucket_layer layer)
{
	b->skipped |= 1u << layer;
}

uint16_t buckets_count(const struct buckets *b)
{
	return (uint16_t)b->leaf_count;
}

uint16_t buckets_head_count(const struct buckets *b)
{
	return (uint16_t)b->head_count;
}

const char *buckets_leaf_name(const struct buckets *b, uint16_t leaf)
{
	return b->leaves[leaf].name;
}

const char *buckets_title(const struct buckets *b, uint16_t leaf)
{
	return b->leaves[leaf].title;
}

uint16_t buckets_head(const struct buckets *b, uint16_t leaf)
{
	return b->leaves[leaf].head;
}

const char *buckets_head_name(const struct buckets *b, uint16_t head)
{
	return b->heads[head];
}

enum bucket_neutral buckets_neutral(const struct buckets *b, uint16_t leaf)
{
	return (enum bucket_neutral)b->leaves[leaf].neutral;
}

bool buckets_headers_inlined(const struct buckets *b, uint16_t leaf)
{
	return b->leaves[leaf].headers_inlined;
}

uint16_t buckets_find_leaf(const struct buckets *b, const char *name)
{
	for (size_t i = 0; i < b->leaf_count; i++)
		if (strcmp(b->leaves[i].name, name) == 0)
			return (uint16_t)i;
	return BUCKET_NONE;
}

uint16_t buckets_find_head(const struct buckets *b, const char *name)
{
	for (size_t i = 0; i < b->head_count; i++)
		if (strcmp(b->heads[i], name) == 0)
			return (uint16_t)i;
	return BUCKET_NONE;
}

uint8_t buckets_phase_count(const struct buckets *b)
{
	return (uint8_t)b->phase_count;
}

const char *buckets_phase_name(const struct buckets *b, uint8_t phase)
{
	return phase ? b->phases[phase - 1] : "";
}

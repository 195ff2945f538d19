// SPDX-License-Identifier: GPL-2.0-or-later
/* The rules' language, as the head of default.rules describes it. */
#include "buckets/rules.h"

#include <string.h>

#include "support/error.h"
#include "support/memory.h"

struct word {
	const char *at;
	size_t len;
};

/* Where the parser is: what the words of the line it reads belong to. */
struct place {
	struct buckets *b;
	struct rules *rules;
	const char *source;
	uint32_t line;
	struct symdiff_error *err;

	bool in_context;
	uint16_t bucket; /* of the section; BUCKET_NONE before the first */
	enum bucket_context context;
	const struct directive *directive; /* NULL: none yet in this section */
	uint8_t phase;
};

static bool word_is(struct word word, const char *text)
{
	return strlen(text) == word.len && memcmp(word.at, text, word.len) == 0;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of *@line, which it is cut off from; a comment is an end. */
static bool next_word(struct word *line, struct word *word)
{
	const char *at = line->at, *end = line->at + line->len;

	while (at < end && is_blank(*at))
		at++;
	if (at == end || *at == '#')
		return false;
	if (*at == '"') {
		word->at = ++at;
		while (at < end && *at != '"')
			at++;
		word->len = (size_t)(at - word->at);
		if (at < end)
			at++;
	} else {
		word->at = at;
		while (at < end && !is_blank(*at))
			at++;
		word->len = (size_t)(at - word->at);
	}
	*line = (struct word) { at, (size_t)(end - at) };
	return true;
}

static uint16_t find_or_add_head(struct buckets *b, const char *name, size_t len)
{
	for (size_t i = 0; i < b->head_count; i++)
		if (strncmp(b->heads[i], name, len) == 0 && b->heads[i][len] == '\0')
			return (uint16_t)i;
	array_reserve(b->heads, b->head_capacity, b->head_count + 1);
	b->heads[b->head_count] = arena_strndup(&b->arena, name, len);
	return (uint16_t)b->head_count++;
}

uint16_t rules_leaf(struct buckets *b, const char *name, size_t len)
{
	const char *slash = memchr(name, '/', len);

	for (size_t i = 0; i < b->leaf_count; i++)
		if (strncmp(b->leaves[i].name, name, len) == 0 && b->leaves[i].name[len] == '\0')
			return (uint16_t)i;
	array_reserve(b->leaves, b->leaf_capacity, b->leaf_count + 1);
	b->leaves[b->leaf_count] = (struct leaf) {
		.name = arena_strndup(&b->arena, name, len),
		.title = "",
		.head = find_or_add_head(b, name, slash ? (size_t)(slash - name) : len),
		.headers_decide = true,
	};
	return (uint16_t)b->leaf_count++;
}

static uint8_t find_or_add_phase(struct buckets *b, struct word word)
{
	for (size_t i = 0; i < b->phase_count; i++)
		if (word_is(word, b->phases[i]))
			return (uint8_t)(i + 1);
	array_reserve(b->phases, b->phase_capacity, b->phase_count + 1);
	b->phases[b->phase_count] = arena_strndup(&b->arena, word.at, word.len);
	return (uint8_t)++b->phase_count;
}

/* What may stand before a colon. */
struct directive {
	const char *word;
	size_t set; /* offset of its pattern set in struct rules */
	int (*take)(struct place *place, const struct directive *directive, struct word word);
};

static int take_pattern(struct place *place, const struct directive *directive, struct word word)
{
	struct buckets *b = place->b;
	struct pattern pattern = {
		.text = arena_strndup(&b->arena, word.at, word.len),
		.source = place->source,
		.line = place->line,
		.value = place->bucket,
		.phase = place->phase,
	};

	if (place->in_context) {
		pattern.value = (uint16_t)place->context;
		pattern_set_add(&b->contexts, pattern);
		return 0;
	}
	pattern_set_add((void *)((char *)place->rules + directive->set), pattern);
	if (place->phase) {
		pattern_set_add(&b->phase_names, pattern);
		b->leaves[place->bucket].has_phases = true;
	}
	return 0;
}

static int take_neutral(struct place *place, const struct directive *directive, struct word word)
{
	struct leaf *leaf = &place->b->leaves[place->bucket];

	if (word_is(word, "always"))
		leaf->neutral = NEUTRAL_ALWAYS;
	else if (word_is(word, "on-request"))
		leaf->neutral = NEUTRAL_ON_REQUEST;
	else if (word_is(word, "no"))
		leaf->neutral = NEUTRAL_NO;
	else
		return symdiff_fail(place->err, SYMDIFF_ERR_FORMAT, place->line,
				    "neutral: expected always, on-request or no, found '%.*s'",
				    (int)word.len, word.at);
	return 0;
}

static int take_headers(struct place *place, const struct directive *directive, struct word word)
{
	struct leaf *leaf = &place->b->leaves[place->bucket];

	if (word_is(word, "undecided"))
		leaf->headers_decide = false;
	else if (word_is(word, "inlined"))
		leaf->headers_inlined = true;
	else
		return symdiff_fail(place->err, SYMDIFF_ERR_FORMAT, place->line,
				    "headers: expected undecided or inlined, found '%.*s'",
				    (int)word.len, word.at);
	return 0;
}

static const struct directive directives[] = {
	{ "name", offsetof(struct rules, names), take_pattern },
	{ "always", offsetof(struct rules, always), take_pattern },
	{ "file", offsetof(struct rules, files), take_pattern },
	{ "module", offsetof(struct rules, modules), take_pattern },
	{ "user", offsetof(struct rules, user), take_pattern },
	{ "library", offsetof(struct rules, libraries), take_pattern },
	{ "neutral", 0, take_neutral },
	{ "headers", 0, take_headers },
};

/* [allocator/slab] title, or [context hardirq] */
static int parse_section(struct place *place, struct word line)
{
	const char *close = memchr(line.at, ']', line.len);
	struct word name = { line.at + 1, 0 }, title, context;

	if (!close || close == name.at)
		return symdiff_fail(place->err, SYMDIFF_ERR_FORMAT, place->line,
				    "expected [bucket] or [context kind]");
	name.len = (size_t)(close - name.at);
	/* "[not listed]" starts with a bracket of its own */
	if (name.at[0] == '[')
		name.len++, close++;
	title = (struct word) { close + 1, line.len - (size_t)(close + 1 - line.at) };
	place->directive = NULL;
	place->phase = 0;
	place->in_context = false;
	if (name.len > 8 && memcmp(name.at, "context ", 8) == 0) {
		context = (struct word) { name.at + 8, name.len - 8 };
		for (int i = CONTEXT_TASK; i <= CONTEXT_IDLE; i++) {
			if (!word_is(context, bucket_context_name((enum bucket_context)i)))
				continue;
			place->in_context = true;
			place->context = (enum bucket_context)i;
			return 0;
		}
		return symdiff_fail(place->err, SYMDIFF_ERR_FORMAT, place->line,
				    "no such context: '%.*s'", (int)context.len, context.at);
	}
	if (place->b->leaf_count >= BUCKET_NONE)
		return symdiff_fail(place->err, SYMDIFF_ERR_LIMIT, place->line,
				    "more than %u buckets", BUCKET_NONE);
	place->bucket = rules_leaf(place->b, name.at, name.len);
	while (title.len > 0 && is_blank(title.at[0]))
		title.at++, title.len--;
	while (title.len > 0 && is_blank(title.at[title.len - 1]))
		title.len--;
	if (title.len > 0)
		place->b->leaves[place->bucket].title =
			arena_strndup(&place->b->arena, title.at, title.len);
	return 0;
}

/* "name:", or "name slow:" with a phase: cut the part up to the colon off *@line. */
static int parse_directive(struct place *place, struct word *line)
{
	const char *colon = memchr(line->at, ':', line->len);
	struct word before = { line->at, colon ? (size_t)(colon - line->at) : 0 }, word;

	place->directive = NULL;
	place->phase = 0;
	if (next_word(&before, &word))
		for (size_t i = 0; i < ARRAY_SIZE(directives); i++)
			if (word_is(word, directives[i].word))
				place->directive = &directives[i];
	if (!place->directive)
		return symdiff_fail(place->err, SYMDIFF_ERR_FORMAT, place->line,
				    "expected [bucket] or 'name:', 'file:', ..., found '%.*s'",
				    (int)(line->len < 40 ? line->len : 40), line->at);
	if (place->in_context && strcmp(place->directive->word, "name") != 0)
		return symdiff_fail(place->err, SYMDIFF_ERR_FORMAT, place->line,
				    "a context has only 'name:'");
	if (!place->in_context && place->bucket == BUCKET_NONE)
		return symdiff_fail(place->err, SYMDIFF_ERR_FORMAT, place->line,
				    "a [bucket] must come first");
	if (next_word(&before, &word)) {
		if (place->b->phase_count >= UINT8_MAX)
			return symdiff_fail(place->err, SYMDIFF_ERR_LIMIT, place->line,
					    "more than %u phases", UINT8_MAX);
		place->phase = find_or_add_phase(place->b, word);
	}
	*line = (struct word) { colon + 1, line->len - (size_t)(colon + 1 - line->at) };
	return 0;
}

static int parse_line(struct place *place, struct word line)
{
	bool continued = line.len > 0 && is_blank(line.at[0]);
	struct word rest = line, word;

	if (!next_word(&rest, &word))
		return 0; /* empty, or a comment */
	if (!continued && line.at[0] == '[')
		return parse_section(place, line);
	if (!continued && parse_directive(place, &line))
		return -1;
	if (!place->directive)
		return symdiff_fail(place->err, SYMDIFF_ERR_FORMAT, place->line,
				    "a continued line, but nothing to continue");
	while (next_word(&line, &word))
		if (word.len > 0 && place->directive->take(place, place->directive, word))
			return -1;
	return 0;
}

int rules_parse(struct buckets *b, struct rules *rules, const char *source, const char *text,
		size_t len, struct symdiff_error *err)
{
	struct place place = {
		.b = b,
		.rules = rules,
		.source = arena_strndup(&b->arena, source, strlen(source)),
		.err = err,
		.bucket = BUCKET_NONE,
	};

	while (len > 0) {
		const char *end = memchr(text, '\n', len);
		size_t line_len = end ? (size_t)(end - text) : len;

		place.line++;
		if (parse_line(&place, (struct word) { text, line_len })) {
			symdiff_error_source(err, source);
			return -1;
		}
		len -= line_len + (end != NULL);
		text += line_len + (end != NULL);
	}
	return 0;
}

void rules_deinit(struct rules *rules)
{
	pattern_set_deinit(&rules->always);
	pattern_set_deinit(&rules->names);
	pattern_set_deinit(&rules->files);
	pattern_set_deinit(&rules->modules);
	pattern_set_deinit(&rules->user);
	pattern_set_deinit(&rules->libraries);
}

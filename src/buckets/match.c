// SPDX-License-Identifier: GPL-2.0-or-later
/* Which bucket takes a symbol: the layers, in the order of buckets.h. */
#include <stdio.h>
#include <string.h>

#include "buckets/known.h"
#include "buckets/rules.h"
#include "buckets/words.h"
#include "model/canonical.h"
#include "support/memory.h"

/* A symbol being matched. */
struct subject {
	const struct bucket_key *key;
	char name[1024]; /* canonical */
	size_t len;
	char image[256]; /* a module without its brackets, with _ for - as the kernel has it */
	size_t image_len;
};

static void subject_init(struct subject *subject, const struct bucket_key *key)
{
	const char *image = key->dso ? key->dso : "";
	size_t len = strlen(image);
	bool module = len > 2 && image[0] == '[' && image[len - 1] == ']';

	subject->key = key;
	subject->len = canonical_name(key->symbol, subject->name, sizeof(subject->name));
	image += module;
	len -= module ? 2 : 0;
	if (len >= sizeof(subject->image))
		len = sizeof(subject->image) - 1;
	for (size_t i = 0; i < len; i++)
		subject->image[i] = module && image[i] == '-' ? '_' : image[i];
	subject->image[len] = '\0';
	subject->image_len = len;
}

static bool skips(const struct buckets *b, enum bucket_layer layer)
{
	return b->skipped >> layer & 1;
}

static bool decide(struct bucket_match *match, enum bucket_layer layer, uint16_t bucket)
{
	match->layer = (uint8_t)layer;
	match->bucket = bucket;
	return true;
}

static bool decide_by(struct bucket_match *match, enum bucket_layer layer,
		      const struct pattern *pattern)
{
	if (!pattern)
		return false;
	match->line = pattern->line;
	match->rule = pattern->text;
	match->source = pattern->source;
	match->phase = pattern->phase;
	return decide(match, layer, pattern->value);
}

static bool match_function(const struct pattern_set *set, const struct subject *subject,
			   enum bucket_layer layer, struct bucket_match *match)
{
	return decide_by(match, layer, pattern_set_find_function(set, subject->name, subject->len));
}

/* A header says nothing if all that is known of it is that it is a header. */
static bool match_file(const struct buckets *b, const struct rules *rules,
		       const struct subject *subject, enum bucket_layer layer,
		       struct bucket_match *match)
{
	const char *file = subject->key->srcfile;
	size_t len = file ? strlen(file) : 0;
	const struct pattern *pattern;

	if (len == 0)
		return false;
	pattern = pattern_set_find(&rules->files, file, len);
	if (pattern && len > 2 && memcmp(file + len - 2, ".h", 2) == 0 &&
	    !b->leaves[pattern->value].headers_decide)
		return false;
	return decide_by(match, layer, pattern);
}

static bool match_image(const struct pattern_set *set, const struct subject *subject,
			enum bucket_layer layer, struct bucket_match *match)
{
	if (subject->image_len == 0)
		return false;
	return decide_by(match, layer, pattern_set_find(set, subject->image, subject->image_len));
}

static bool is_kernel(enum dso_kind kind)
{
	return kind == DSO_KERNEL || kind == DSO_MODULE || kind == DSO_GUEST_KERNEL;
}

/* The rules of one --buckets file, every kind that applies here. */
static bool match_user_rules(const struct buckets *b, const struct rules *rules,
			     const struct subject *subject, struct bucket_match *match)
{
	enum dso_kind kind = subject->key->kind;

	if (kind == DSO_UNKNOWN || is_kernel(kind) || kind == DSO_BPF) {
		if (match_function(&rules->always, subject, LAYER_USER, match) ||
		    match_function(&rules->names, subject, LAYER_USER, match) ||
		    match_file(b, rules, subject, LAYER_USER, match))
			return true;
		if (kind != DSO_UNKNOWN)
			return match_image(&rules->modules, subject, LAYER_USER, match);
	}
	return match_function(&rules->user, subject, LAYER_USER, match) ||
	       match_image(&rules->libraries, subject, LAYER_USER, match);
}

/* Where a kernel function is defined, or what table knows it. */
static bool match_definition(const struct buckets *b, const struct subject *subject,
			     struct bucket_match *match)
{
	uint16_t bucket;

	if (match_function(&b->shipped.always, subject, LAYER_ALWAYS, match))
		return true;
	if (!skips(b, LAYER_FILE) && match_file(b, &b->shipped, subject, LAYER_FILE, match))
		return true;
	if (subject->key->kind == DSO_MODULE && !skips(b, LAYER_MODULE) &&
	    match_image(&b->shipped.modules, subject, LAYER_MODULE, match))
		return true;
	bucket = known_names_find(b->known, subject->name, subject->len);
	if (bucket == BUCKET_NONE || skips(b, LAYER_TABLE))
		return false;
	return decide(match, LAYER_TABLE, bucket);
}

static bool match_words(const struct buckets *b, const struct subject *subject, bool doubtful,
			struct bucket_match *match)
{
	uint16_t bucket;

	if (skips(b, LAYER_WORDS))
		return false;
	bucket = name_words_find(b->words, subject->name, subject->len, doubtful);
	return bucket != BUCKET_NONE && decide(match, LAYER_WORDS, bucket);
}

static bool match_kernel(const struct buckets *b, const struct subject *subject,
			 struct bucket_match *match)
{
	return match_definition(b, subject, match) ||
	       (!skips(b, LAYER_NAME) &&
		match_function(&b->shipped.names, subject, LAYER_NAME, match)) ||
	       match_words(b, subject, false, match);
}

static bool match_outside(const struct buckets *b, const struct subject *subject,
			  struct bucket_match *match)
{
	return match_function(&b->shipped.user, subject, LAYER_NAME, match) ||
	       match_image(&b->shipped.libraries, subject, LAYER_MODULE, match);
}

/* C++, Rust, Go and Java names have what no kernel function's name has. */
static bool is_foreign(const struct subject *subject)
{
	return strpbrk(subject->name, ":(<~ ") != NULL || strncmp(subject->name, "_Z", 2) == 0 ||
	       strncmp(subject->name, "_R", 2) == 0;
}

/* Nobody says whether it is the kernel's. */
static bool match_anywhere(const struct buckets *b, const struct subject *subject,
			   struct bucket_match *match)
{
	const struct pattern *user =
		pattern_set_find_function(&b->shipped.user, subject->name, subject->len);
	const struct pattern *kernel;

	if (is_foreign(subject))
		return match_outside(b, subject, match) || decide(match, LAYER_KIND, BUCKET_USER);
	/* malloc itself, before what the kernel's boot code has of that name */
	if (user && user->letters == subject->len)
		return decide_by(match, LAYER_NAME, user);
	if (match_definition(b, subject, match))
		return true;
	kernel = pattern_set_find_function(&b->shipped.names, subject->name, subject->len);
	if (user && (!kernel || user->letters > kernel->letters))
		kernel = user;
	return decide_by(match, LAYER_NAME, kernel) || match_words(b, subject, true, match);
}

/* What is of a kind that has a leaf of its own; --buckets may have dropped that. */
static bool match_leaf(const struct buckets *b, const char *name, struct bucket_match *match)
{
	uint16_t leaf = buckets_find_leaf(b, name);

	return leaf != BUCKET_NONE && decide(match, LAYER_KIND, leaf);
}

static bool match_shipped(const struct buckets *b, const struct subject *subject,
			  struct bucket_match *match)
{
	switch (subject->key->kind) {
	case DSO_KERNEL:
	case DSO_MODULE:
	case DSO_GUEST_KERNEL:
		return match_kernel(b, subject, match);
	case DSO_BPF:
		return match_function(&b->shipped.always, subject, LAYER_ALWAYS, match) ||
		       match_leaf(b, "bpf/core", match);
	case DSO_USER:
	case DSO_GUEST_USER:
		return match_outside(b, subject, match) || decide(match, LAYER_KIND, BUCKET_USER);
	case DSO_UNKNOWN:
		return match_anywhere(b, subject, match);
	case DSO_HYPERVISOR:
		break;
	}
	return false;
}

/* A table or a file may have decided; what the function does in that bucket, its name says. */
static void find_phase(const struct buckets *b, const struct subject *subject,
		       struct bucket_match *match)
{
	const struct pattern *pattern;

	if (match->phase || !b->leaves[match->bucket].has_phases)
		return;
	pattern = pattern_set_find_function(&b->phase_names, subject->name, subject->len);
	if (pattern && pattern->value == match->bucket)
		match->phase = pattern->phase;
}

void buckets_match(const struct buckets *b, const struct bucket_key *key,
		   struct bucket_match *match)
{
	struct subject subject;

	*match = (struct bucket_match) { .bucket = BUCKET_OTHER, .layer = LAYER_NONE };
	if (strcmp(key->symbol, b->leaves[BUCKET_NOT_LISTED].name) == 0) {
		decide(match, LAYER_KIND, BUCKET_NOT_LISTED);
		return;
	}
	subject_init(&subject, key);
	if (match_function(&b->sets, &subject, LAYER_SET, match))
		return;
	for (size_t i = b->user_rules_count; i > 0; i--)
		if (match_user_rules(b, &b->user_rules[i - 1], &subject, match))
			return;
	if (symbol_is_unknown(key->symbol, strlen(key->symbol))) {
		/* a module, a library or program is known all the same */
		if (!(key->kind == DSO_MODULE &&
		      match_image(&b->shipped.modules, &subject, LAYER_MODULE, match)) &&
		    !((key->kind == DSO_USER || key->kind == DSO_GUEST_USER) &&
		      match_shipped(b, &subject, match)))
			decide(match, LAYER_KIND, BUCKET_UNRESOLVED);
	} else {
		match_shipped(b, &subject, match);
	}
	find_phase(b, &subject, match);
}

static const char *const layer_names[LAYER_COUNT] = {
	[LAYER_NONE] = "nothing",   [LAYER_KIND] = "kind",	   [LAYER_SET] = "set",
	[LAYER_USER] = "user rule", [LAYER_ALWAYS] = "fixed name", [LAYER_FILE] = "source file",
	[LAYER_MODULE] = "module",  [LAYER_TABLE] = "known name",  [LAYER_NAME] = "name rule",
	[LAYER_WORDS] = "words",
};

const char *bucket_layer_name(enum bucket_layer layer)
{
	return layer_names[layer];
}

static const char *const context_names[] = {
	[CONTEXT_NONE] = "none",       [CONTEXT_TASK] = "task",	      [CONTEXT_HARDIRQ] = "hardirq",
	[CONTEXT_SOFTIRQ] = "softirq", [CONTEXT_KWORKER] = "kworker", [CONTEXT_NMI] = "nmi",
	[CONTEXT_IDLE] = "idle",
};

const char *bucket_context_name(enum bucket_context context)
{
	return context_names[context];
}

enum bucket_context buckets_context(const struct buckets *b, const char *symbol)
{
	const struct pattern *pattern = pattern_set_find(&b->contexts, symbol, strlen(symbol));
	char name[128];

	if (!pattern)
		pattern = pattern_set_find(&b->contexts, name,
					   canonical_name(symbol, name, sizeof(name)));
	return pattern ? (enum bucket_context)pattern->value : CONTEXT_NONE;
}

const char *buckets_reason(const struct buckets *b, const struct bucket_key *key,
			   const struct bucket_match *match, char *buf, size_t size)
{
	struct subject subject;
	char votes[200];

	switch ((enum bucket_layer)match->layer) {
	case LAYER_NONE:
		snprintf(buf, size, "no rule takes it");
		break;
	case LAYER_KIND:
		snprintf(buf, size, "%s",
			 match->bucket == BUCKET_USER ? "outside the kernel, and no allocator"
			 : match->bucket == BUCKET_UNRESOLVED ? "no symbol is known"
			 : match->bucket == BUCKET_NOT_LISTED ? "below the limit of a table"
							      : "a BPF program");
		break;
	case LAYER_SET:
		snprintf(buf, size, "set %s", b->leaves[match->bucket].title);
		break;
	case LAYER_TABLE:
		snprintf(buf, size, "in the table of known kernel functions");
		break;
	case LAYER_WORDS:
		subject_init(&subject, key);
		name_words_explain(b->words, subject.name, subject.len, match->bucket, votes,
				   sizeof(votes));
		snprintf(buf, size, "by its words: %s", votes);
		break;
	default:
		snprintf(buf, size, "%s %s (%s:%u)", layer_names[match->layer], match->rule,
			 match->source, match->line);
	}
	return buf;
}

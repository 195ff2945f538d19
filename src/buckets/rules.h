/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_RULES_H
#define BUCKETS_RULES_H

#include "buckets/buckets.h"
#include "buckets/embed.h"
#include "buckets/pattern.h"
#include "support/arena.h"

/* The rules of one file, or of the sets: patterns for each kind of evidence. */
struct rules {
	struct pattern_set always;    /* names that mean one thing everywhere */
	struct pattern_set names;     /* kernel functions */
	struct pattern_set files;     /* source files */
	struct pattern_set modules;   /* without the brackets */
	struct pattern_set user;      /* functions outside the kernel */
	struct pattern_set libraries; /* images outside the kernel */
};

void rules_deinit(struct rules *rules);

struct leaf {
	const char *name, *title;
	uint16_t head;
	uint8_t neutral;      /* enum bucket_neutral */
	bool headers_decide;  /* a header under one of its paths decides */
	bool headers_inlined; /* what they declare counts for it where it is inlined */
	bool has_phases;
};

struct known_names;
struct name_words;

/* Everything that decides. Texts are in the arena. */
struct buckets {
	struct arena arena;
	struct leaf *leaves;
	size_t leaf_count, leaf_capacity;
	const char **heads;
	size_t head_count, head_capacity;
	const char **phases; /* phase n is phases[n - 1] */
	size_t phase_count, phase_capacity;

	struct pattern_set sets;  /* --set */
	struct rules *user_rules; /* --buckets, the latest last */
	size_t user_rules_count, user_rules_capacity;
	struct rules shipped;
	struct pattern_set phase_names; /* patterns with a phase; value: the bucket */
	struct pattern_set contexts;	/* value: enum bucket_context */
	struct known_names *known;
	struct name_words *words;
	uint32_t skipped; /* bit per enum bucket_layer */
};

/* buckets_new() with other data than what is built in. NULL with @err if the rules are wrong. */
struct buckets *buckets_new_from(struct embedded rules, struct embedded names,
				 struct embedded words, struct symdiff_error *err);

/* The leaf @name, made if it is new. */
uint16_t rules_leaf(struct buckets *b, const char *name, size_t len);

/*
 * Add the rules in @len bytes of @text, which is copied, to @rules; buckets,
 * phases and contexts that it names to @b. @source is what explanations call
 * it. Returns 0, or -1 with @err at the line.
 */
int rules_parse(struct buckets *b, struct rules *rules, const char *source, const char *text,
		size_t len, struct symdiff_error *err) __attribute__((warn_unused_result));

#endif

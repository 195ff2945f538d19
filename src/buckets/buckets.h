/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_BUCKETS_H
#define BUCKETS_BUCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "model/profile.h"

/*
 * From a symbol to its bucket: allocator/slab, net/tcp, lock/spin, ...
 *
 * Buckets have two levels. A leaf, "allocator/slab", is what a symbol is put
 * into; its head, "allocator", is what the leaves before one slash have in
 * common. "idle" is both. What decides, in this order (enum bucket_layer):
 *
 *	the sets of the user, then his rules, the latest file first
 *	names that mean one thing wherever they are defined
 *	the source file that declares the symbol, if known
 *	the module it is in
 *	the table of known kernel function names
 *	name rules: the pattern with the most letters
 *	the words of the name, weighed
 *
 * and else "other". Rules, table and weights are data (default.rules,
 * known-names.bin, name-weights.bin), made part of the program when it is
 * built. Set up once, a struct buckets does not change when matching, and
 * threads may share it.
 */
struct buckets;

/* Buckets that always exist, at these numbers. */
enum {
	BUCKET_OTHER,	   /* other: no rule takes it */
	BUCKET_NOT_LISTED, /* [not listed]: what a cut table leaves out */
	BUCKET_UNRESOLVED, /* [unresolved]: no symbol is known */
	BUCKET_IDLE,	   /* idle */
	BUCKET_USER,	   /* user: outside the kernel, and no allocator */
};

/* The shipped rules. Takes a millisecond or so. */
struct buckets *buckets_new(void);
void buckets_free(struct buckets *b);

/*
 * Add the rules of the file @path (--buckets) in front of what is there, or,
 * with @replace, in place of the shipped rules, table and weights (the reserved
 * buckets stay). default.rules describes the language. Returns 0, or -1 with
 * @err saying which line is wrong; @b is then only good for freeing.
 */
int buckets_load_file(struct buckets *b, const char *path, bool replace, struct symdiff_error *err)
	__attribute__((warn_unused_result));

/*
 * Add a bucket "NAME=SYMBOL,SYMBOL,..." (--set) that takes these symbols before
 * any other. Patterns are allowed. NAME is a new bucket, whose head is what is
 * before a slash in it. Returns 0, or -1 with @err.
 */
int buckets_add_set(struct buckets *b, const char *set, struct symdiff_error *err)
	__attribute__((warn_unused_result));

/*
 * "SYMBOL=BUCKET": this symbol, canonical or as it is, is in that sub-bucket, which must be there.
 * Comes before the rules of files. Returns 0, or -1 with @err.
 */
int buckets_add_symbol(struct buckets *b, const char *pair, struct symdiff_error *err)
	__attribute__((warn_unused_result));

/* Leave out the table of known names, or the weighed words: to measure the rest. */
enum bucket_layer {
	LAYER_NONE,   /* nothing matched: other */
	LAYER_KIND,   /* what it is decides: BPF code, no symbol, outside the kernel */
	LAYER_SET,    /* --set */
	LAYER_USER,   /* --buckets */
	LAYER_ALWAYS, /* a name that means one thing everywhere */
	LAYER_FILE,   /* source file */
	LAYER_MODULE, /* module or library */
	LAYER_TABLE,  /* known names */
	LAYER_NAME,   /* name rule */
	LAYER_WORDS,  /* weighed words */
	LAYER_COUNT,
};

void buckets_skip_layer(struct buckets *b, enum bucket_layer layer);

/* What is known of a symbol. All but @symbol may be NULL or empty. */
struct bucket_key {
	const char *symbol;  /* as the profile has it; made canonical here */
	const char *dso;     /* as in struct dso: [kernel], [ext4], libc.so.6 */
	enum dso_kind kind;  /* DSO_UNKNOWN: the kernel's rules, then the others */
	const char *srcfile; /* declaring file, relative to the source tree */
};

struct bucket_match {
	uint16_t bucket;    /* a leaf */
	uint8_t phase;	    /* 0: none; see buckets_phase_name */
	uint8_t layer;	    /* enum bucket_layer: what decided */
	uint32_t line;	    /* of the rule in @source; 0: no rule */
	const char *rule;   /* the pattern as written; NULL: no rule */
	const char *source; /* the rule's file; NULL: no rule. Both live as long as @b. */
};

/* Always finds a bucket. */
void buckets_match(const struct buckets *b, const struct bucket_key *key,
		   struct bucket_match *match);

/* For people: "name rule tcp_* (default.rules:812)", what decided. Cut to @size. Returns @buf. */
const char *buckets_reason(const struct buckets *b, const struct bucket_key *key,
			   const struct bucket_match *match, char *buf, size_t size);

/* "table", "name rule", ... */
const char *bucket_layer_name(enum bucket_layer layer);

/* Leaves are numbered from 0, heads likewise, in the order in which rules and sets name them. */
uint16_t buckets_count(const struct buckets *b);
uint16_t buckets_head_count(const struct buckets *b);
const char *buckets_leaf_name(const struct buckets *b, uint16_t leaf); /* allocator/slab */
const char *buckets_title(const struct buckets *b, uint16_t leaf);
uint16_t buckets_head(const struct buckets *b, uint16_t leaf);
bool buckets_is_set(const struct buckets *b, uint16_t leaf);	       /* --set */
const char *buckets_head_name(const struct buckets *b, uint16_t head); /* allocator */

/* What charging does with time in a leaf: looks further up the callchain, or not. */
enum bucket_neutral { NEUTRAL_NO, NEUTRAL_ALWAYS, NEUTRAL_ON_REQUEST };

enum bucket_neutral buckets_neutral(const struct buckets *b, uint16_t leaf);

/* Does a function that a header declares count for the leaf where it is inlined? */
bool buckets_headers_inlined(const struct buckets *b, uint16_t leaf);

#define BUCKET_NONE UINT16_MAX

/* The leaf "allocator/slab" or set of that name; BUCKET_NONE if there is none. */
uint16_t buckets_find_leaf(const struct buckets *b, const char *name);
/* The head "allocator"; BUCKET_NONE if there is none. */
uint16_t buckets_find_head(const struct buckets *b, const char *name);

/*
 * Phases of a bucket: "alloc fast", "partial", ... Numbered from 1 in the order
 * in which the rules name them; 0 is none, with an empty name.
 */
uint8_t buckets_phase_count(const struct buckets *b);
const char *buckets_phase_name(const struct buckets *b, uint8_t phase);

/* What a frame tells of the frames that it called: where a callchain ends for charging. */
enum bucket_context {
	CONTEXT_NONE,	 /* an ordinary frame */
	CONTEXT_TASK,	 /* entry from user space, a kernel thread's first frame */
	CONTEXT_HARDIRQ, /* interrupt entry */
	CONTEXT_SOFTIRQ, /* runs softirqs */
	CONTEXT_KWORKER, /* runs work items: the frame below is the work function */
	CONTEXT_NMI,
	CONTEXT_IDLE, /* the idle loop */
};

enum bucket_context buckets_context(const struct buckets *b, const char *symbol);
const char *bucket_context_name(enum bucket_context context);

#endif

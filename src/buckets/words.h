/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_WORDS_H
#define BUCKETS_WORDS_H

#include "buckets/embed.h"
#include "buckets/rules.h"

/*
 * A guess at a function that no rule knows, from the words of its name:
 * unix_stream_read is net/unix because names that begin with unix, or hold
 * stream_read, mostly are. Each word, pair of neighbours and beginning votes
 * for buckets with a weight that scripts/make-buckets has learnt from the known
 * names; the sum decides.
 */
struct name_words *name_words_new(const struct buckets *b, struct embedded data);
void name_words_free(struct name_words *words);

/*
 * The leaf that most speaks for; BUCKET_NONE if nothing in the name is known. If
 * it is @doubtful whether the name is of a kernel function, also if the
 * runner-up is close or the name is not spelled like one. @words may be NULL.
 */
uint16_t name_words_find(const struct name_words *words, const char *name, size_t len,
			 bool doubtful);

/* Which parts of the name spoke for @leaf most: "unix_ 4.2, stream_read 1.1". */
void name_words_explain(const struct name_words *words, const char *name, size_t len, uint16_t leaf,
			char *buf, size_t size);

#endif

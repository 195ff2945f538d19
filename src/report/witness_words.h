/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_WITNESS_WORDS_H
#define REPORT_WITNESS_WORDS_H

#include "witness/witness.h"

/* What text and Markdown say of evidence. */

/*
 * The opinions from @i on that say the same of findings that follow each other, as one:
 * "allocator grew, add_partial carries it". Returns the number of the next one.
 */
size_t witness_words(const struct witness *witness, size_t i, char *room, size_t size);

/* "net grew, copy fell": the findings of which nothing is counted; false if there are none. */
bool witness_words_silent(const struct witness *witness, char *room, size_t size);

/* Opinions of which nothing is counted are told together. */
bool witness_is_mute(const struct opinion *opinion);

#endif

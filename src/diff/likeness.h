/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_LIKENESS_H
#define DIFF_LIKENESS_H

#include "diff/graph.h"
#include "support/names.h"

/*
 * How alike two functions are that have different names: what speaks for
 * their being one, kind by kind.
 */
struct likeness {
	/* 0 to 1; NaN: nothing is known. */
	double callers; /* share of the calls that come from the same functions */
	double callees; /* share of the work below them that is in the same functions */
	double cost;	/* the smaller inclusive weight by the larger */
	double name;	/* rare words in common, by all words */
	double size;	/* the smaller code by the larger */
	int source;	/* same declaring file: 1; another: -1; unknown: 0 */

	int shared_callers; /* how many */
	bool cost_is_noise; /* the weights differ by no more than sampling explains */

	double score;
	int kinds;	   /* of evidence, each enough to count */
	bool contradicted; /* one kind says no */
	bool structural;   /* one of them is callers or callees */
};

/* Words of all rows' names, and how rare each is. */
struct name_words {
	struct names words;
	uint32_t *rows_with;	/* by word: in how many rows it is */
	uint32_t *first, *list; /* by row: its words are list[first[row] .. first[row + 1]) */
	size_t row_count;
};

void name_words_init(struct name_words *words, const struct diff_event *event);
void name_words_deinit(struct name_words *words);

/* Rare words that the names of two rows have in common, by all words: 0 to 1. */
double name_likeness(const struct name_words *words, uint32_t base, uint32_t newer);

/* @base is a row of the base side alone, @newer one of the new side alone. */
struct likeness likeness_of(const struct graph *graph, const struct name_words *words,
			    uint32_t base, uint32_t newer);

/* In words: "callers 98 %, callees 97 %, cost 12 against 13 %, ...". */
const char *likeness_text(const struct likeness *likeness, char *buf, size_t size);

#endif

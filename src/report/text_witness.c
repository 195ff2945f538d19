// SPDX-License-Identifier: GPL-2.0-or-later
/* What was measured beside two profiles, for people: what it says of each finding, what moved. */
#include "report/text.h"
#include "report/text_table.h"
#include "report/witness_words.h"
#include "support/cleanup.h"

enum { LINE_LENGTH = 1024, ROWS_MOST = 8 };

static const char *colour_of(const struct opinion *opinion)
{
	return opinion->verdict == OPINION_CONTRADICTS ? text_red
	       : opinion->verdict == OPINION_AGREES    ? text_bold
						       : "";
}

static void print_opinions(const struct witness *witness,
			   const struct symdiff_print_options *options, FILE *out)
{
	char words[LINE_LENGTH];

	for (size_t i = 0, next; i < witness->opinion_count; i = next) {
		const struct opinion *opinion = &witness->opinions[i];
		cleanup_free char *line = NULL;

		next = witness_words(witness, i, words, sizeof(words));
		if (witness_is_mute(opinion) ||
		    asprintf(&line, "  %s: %s%s%s", words, opinion_names[opinion->verdict],
			     *opinion->text ? ": " : "", opinion->text) < 0)
			continue;
		fputs(text_colour(options, colour_of(opinion)), out);
		text_wrap(line, 4, options, out);
		fputs(text_plain(options), out);
	}
	if (witness_words_silent(witness, words, sizeof(words))) {
		cleanup_free char *line = NULL;

		if (asprintf(&line, "  silent about: %s", words) >= 0)
			text_wrap(line, 4, options, out);
	}
}

/* What moved from one side to the other; of a side that has no evidence nothing can have. */
static void print_moves(const struct witness *witness, const struct symdiff_print_options *options,
			FILE *out)
{
	struct symdiff_print_options some = *options;

	if (!witness->sides[BASE].count || !witness->sides[NEW].count || !witness->moves.count)
		return;
	if (!some.limit && !some.verbose)
		some.limit = ROWS_MOST;
	fputc('\n', out);
	text_evidence_diff(&witness->moves, &some, out);
}

void text_witness(const struct witness *witness, const struct symdiff_print_options *options,
		  FILE *out)
{
	if (!witness)
		return;
	fprintf(out, "\n%sBeside the profiles%s\n", text_colour(options, text_bold),
		text_plain(options));
	print_opinions(witness, options, out);
	if (witness->has_bench) {
		fputc('\n', out);
		text_bench_table(&witness->bench, options, out);
	}
	text_budget(&witness->budget, options, out);
	print_moves(witness, options, out);
	for (size_t i = 0; i < witness->note_count; i++)
		text_wrap(witness->notes[i], 2, options, out);
}

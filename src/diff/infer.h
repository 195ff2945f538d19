/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_INFER_H
#define DIFF_INFER_H

#include "diff/chains.h"

/*
 * Functions that got another name, told by what calls them, what they call,
 * what they cost, and what they are called: rows that only one side has,
 * inside one image. Strong and unrivalled evidence of at least two kinds makes
 * one row of two (MATCH_INFERRED, its note is the evidence); weaker evidence
 * makes a candidate, which is only shown. Without callchains nothing carries a
 * pair, and there are only candidates.
 *
 * Rows may move: event->row_of and @chains follow.
 */
void diff_infer(struct symdiff_diff *diff, struct diff_event *event, struct chains *chains);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_LINE_MARK_H
#define INGEST_LINE_MARK_H

#include "support/slice.h"

/* What stands before every line: a comment's mark, or the number that an editor gave it. */
enum line_mark { MARK_NONE, MARK_COMMENT, MARK_NUMBER };

/* The mark that a line seems to have. */
enum line_mark line_mark_of(struct slice line);

/* The line without it. */
struct slice line_without_mark(struct slice line, enum line_mark mark);

/* "...", "[...]", "[snip]", "<rest is skipped>": a cut that somebody marked. */
bool line_is_cut_mark(struct slice line);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_FOLDED_H
#define INGEST_FOLDED_H

#include "ingest/format.h"
#include "ingest/named_stacks.h"
#include "ingest/text.h"

/*
 * Folded stacks, as stackcollapse-*.pl, perf script's flamegraph helpers,
 * bpftrace, async-profiler and others print them: outermost frame first,
 *
 *	comm;main;entry_SYSCALL_64_after_hwframe_[k];ksys_read_[k] 12
 *
 * and difffolded.pl with a second count for the new side.
 */
extern const struct format_ops folded_format;

/* The same in a mail. */
extern const struct table_format folded_table;

/* A line taken apart. */
struct folded_line {
	struct slice stack;
	struct decimal counts[SIDES]; /* one, or base and new */
};

/* "stack N", or with two @sides "stack N N". False if it is none. */
bool folded_read_line(struct slice text, int sides, struct folded_line *line);

/*
 * Take the command ("bash", "bash-1234", "bash-1234/1235") off each stack, if
 * the stacks have one in front: nothing marks it, so that most of them decide.
 */
void folded_take_commands(struct named_stacks *stacks);

/*
 * Add what folded lines say to @doc, one profile or both sides of a comparison.
 * *@others is how many lines could not be read; a warning counts them.
 */
int folded_read_bytes(const char *data, size_t len, const struct ingest_options *options,
		      struct document *doc, uint64_t *others,
		      struct symdiff_error *err) SYMDIFF_MUST_CHECK;

#endif

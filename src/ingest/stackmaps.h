/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_STACKMAPS_H
#define INGEST_STACKMAPS_H

#include "ingest/named_stacks.h"
#include "ingest/text.h"

/* bpftrace's maps with a stack as key (@[kstack]: 12). */
extern const struct table_format bpftrace_format;

/*
 * ftrace's "<stack trace>" blocks, in tracefs and trace-cmd report, and the
 * histograms of its stacktrace key.
 */
extern const struct table_format ftrace_format;

/* Stacks by what they count. */
struct stack_groups {
	struct named_stacks stacks;
	struct slice names[64]; /* of the events, by group */
	uint32_t count;
};

/* The group of this name; the last one if there are too many. */
uint32_t stack_groups_get(struct stack_groups *groups, struct slice name);

/* Add the frame that @line names, if it names one: "foo+0x1f/0x30 [mod]", "=> foo <ffff...>". */
void stack_groups_frame(struct stack_groups *groups, struct slice line);

/* All groups as events of a new profile; empties @groups. */
void stack_groups_finish(struct stack_groups *groups, const char *format,
			 const struct ingest_options *options, struct document *doc);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_NAMED_STACKS_H
#define INGEST_NAMED_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/slice.h"
#include "model/profile.h"

/*
 * Stacks of bare names, as folded stacks and stack maps have them: no DSO says
 * whether a function is the kernel's. Marks do (_[k]); without any, the kernel
 * begins at an entry frame (entry_SYSCALL_64_after_hwframe, ret_from_fork) and
 * goes inwards; a stack without an entry frame is the kernel's if all its
 * functions are known from inside others.
 */
enum frame_mark { FRAME_PLAIN, FRAME_KERNEL, FRAME_INLINED, FRAME_JIT };

enum { SIDES = 2 }; /* base and new, in a comparison */

struct named_frame {
	struct slice text;   /* in the input */
	struct slice module; /* likewise: "[ext4]", or nothing */
	enum frame_mark mark;
	bool is_entry;
	bool in_kernel, in_user;     /* seen there */
	bool is_outermost, is_inner; /* seen there, as the first or a later frame */
	uint32_t locations[3];	     /* of the profile, by enum place; NONE until needed */
};

struct named_stack {
	size_t first; /* frames, outermost first */
	uint32_t depth;
	uint32_t flags;
	uint32_t group; /* what it counts, where a text has several: 0, 1, ... */
	struct slice comm;
	uint64_t counts[SIDES];
};

struct named_stacks {
	struct named_frame *frames;
	struct named_stack *stacks;
	uint32_t *path; /* frame numbers of all stacks */
	uint32_t frame_count, stack_count;
	size_t path_length;
	bool has_marks, has_entries;
	uint64_t deep; /* stacks cut at NAMED_DEPTH_MAX */

	/* Private. */
	size_t frame_capacity, stack_capacity, path_capacity;
	struct table index;
	const struct profile *profile; /* that the frames' locations are of */
};

#define NAMED_DEPTH_MAX 1024

/* A new stack without frames; those pushed next are its own, outermost first. */
struct named_stack *named_stacks_add(struct named_stacks *stacks);
void named_stacks_push(struct named_stacks *stacks, struct slice text, struct slice module,
		       enum frame_mark mark);

/* For stacks that are printed leaf first: turn the newest one round. */
void named_stacks_reverse(struct named_stacks *stacks);

/* Look at all stacks, once they are there and their commands are known. */
void named_stacks_survey(struct named_stacks *stacks);

/* What goes to one event of a profile. */
struct named_selection {
	uint32_t group;
	int side;
	uint64_t counts_a_sample; /* how many of the counts make one; 0: not known */
	bool flat;		  /* the leaf alone */
};

/*
 * Add what @selection counts to @event of @profile. Locations are kept from call to call, so all
 * events of one profile have to follow each other. Returns how many stacks did not fit the totals.
 */
uint64_t named_stacks_finish(struct named_stacks *stacks, const struct named_selection *selection,
			     struct profile *profile, uint32_t event);

void named_stacks_deinit(struct named_stacks *stacks);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_TAIL_CALLS_H
#define SYMBOLS_TAIL_CALLS_H

#include "symbols/annotate.h"
#include "symbols/debug_files.h"

/*
 * Compilers turn a call that is the last thing a function does into a jump, and the function's
 * frame is gone from every callchain: kfree -> __slab_free -> _raw_spin_unlock_irqrestore is
 * sampled as skb_release_data -> _raw_spin_unlock_irqrestore. Debug information says which
 * function the caller called and which functions jump to which, so that between the two
 *
 * - where one way leads, all its frames are put back;
 * - where several do, those that all of them pass, and the rest is kept as a graph;
 * - where none does, nothing is.
 *
 * Nothing is guessed: a function that may jump to an unknown place counts as one from which any
 * function can be reached.
 */
struct image_code {
	uint32_t dso;
	struct image_debug *debug;

	/* The symbol at an address of the profile; NONE: it has none. */
	uint32_t (*symbol_at)(void *data, uint64_t address);
	void *data;
};

/* What was added to the profile, of which debug information can say more. */
struct new_places {
	struct annotated *list;
	size_t count, capacity;
};

/*
 * Do that in the callchains of @profile, as far as both ends are in @image and have symbols. The
 * list of what is new is to be freed.
 */
void tail_calls_undo(struct profile *profile, const struct image_code *image,
		     struct new_places *places);

#endif

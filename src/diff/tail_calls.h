/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_TAIL_CALLS_H
#define DIFF_TAIL_CALLS_H

#include "diff/diff.h"

/*
 * A last call is compiled to a jump, and the frame of the function that made it
 * is gone: kfree -> __slab_free -> _raw_spin_unlock_irqrestore is sampled as
 * skb_release_data -> _raw_spin_unlock_irqrestore. What such a caller's direct
 * calls of a mechanism grew by may be owned by a bucket that it calls as a rule
 * and whose own functions call that mechanism more, too.
 */
struct tail_suspect {
	const char *caller; /* the frame that seems to own the time */
	uint16_t seems;	    /* its head bucket */
	uint16_t likely;    /* the head bucket that it calls in the base */
	double points;	    /* by which its direct calls of the mechanism grew */
};

struct tail_suspects {
	struct tail_suspect *list; /* most first */
	size_t count;
};

/* Of @event, whose sides both have callchains; else empty. */
void tail_suspects_init(struct tail_suspects *suspects, const struct symdiff_diff *diff,
			const struct diff_event *event);
void tail_suspects_deinit(struct tail_suspects *suspects);

/* How much of what seems to be @seems' is likely @likely's, in points; BUCKET_NONE: any bucket. */
double tail_suspects_points(const struct tail_suspects *suspects, uint16_t seems, uint16_t likely);

#endif

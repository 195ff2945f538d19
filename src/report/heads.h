/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_HEADS_H
#define REPORT_HEADS_H

#include "report/flame.h"

/* Colours of a flame graph by bucket: the heaviest (of the new side) have one each. */
#define HEADS_COLOURED 8

struct heads {
	struct head_colour {
		const char *name;
		uint16_t head;
		double share;	/* self, percent */
	} list[HEADS_COLOURED]; /* heaviest first */
	size_t count;
};

void heads_init(struct heads *heads, const struct flame *flame);

/* The number of the colour of a frame's bucket; HEADS_COLOURED: it has none of its own. */
size_t heads_colour(const struct heads *heads, const struct flame *flame,
		    const struct flame_frame *frame);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/heads.h"

#include <stdlib.h>
#include <string.h>

static void insert(struct heads *heads, const struct head_colour *head)
{
	size_t at = heads->count;

	while (at && heads->list[at - 1].share < head->share)
		at--;
	if (at == HEADS_COLOURED)
		return;
	if (heads->count < HEADS_COLOURED)
		heads->count++;
	memmove(&heads->list[at + 1], &heads->list[at],
		(heads->count - 1 - at) * sizeof(heads->list[0]));
	heads->list[at] = *head;
}

void heads_init(struct heads *heads, const struct flame *flame)
{
	const struct totals *totals = flame->totals[NEW];
	const struct buckets *buckets = flame->side[NEW]->rules->buckets;

	heads->count = 0;
	for (uint32_t head = 0; head < totals->head_count; head++) {
		uint64_t self = 0;

		for (uint32_t leaf = 0; leaf < totals->bucket_count; leaf++)
			if (buckets_head(buckets, leaf) == head)
				self += totals->buckets[leaf].self -
					(flame->busy ? totals->buckets[leaf].idle : 0);
		if (self)
			insert(heads, &(struct head_colour) {
					      .name = buckets_head_name(buckets, head),
					      .head = head,
					      .share = (double)self * flame->unit[NEW],
				      });
	}
}

size_t heads_colour(const struct heads *heads, const struct flame *flame,
		    const struct flame_frame *frame)
{
	const struct buckets *buckets = flame->side[NEW]->rules->buckets;
	uint16_t leaf = flame_leaf(flame, frame);
	uint16_t head = frame->kind == FLAME_HEAD ? frame->number : BUCKET_NONE;

	if (leaf != BUCKET_NONE)
		head = buckets_head(buckets, leaf);
	for (size_t i = 0; i < heads->count; i++)
		if (heads->list[i].head == head)
			return i;
	return HEADS_COLOURED;
}

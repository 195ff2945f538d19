/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_SCRIPT_PLACES_H
#define INGEST_SCRIPT_PLACES_H

#include "ingest/script_blocks.h"
#include "ingest/script_line.h"

/*
 * What perf script text says is at an address, once for each different text:
 * "kfree+0x1f ([kernel.kallsyms])". The texts stay in the input.
 */
struct script_places {
	struct profile *profile;
	const struct script_layout *layout;

	struct script_known {
		XXH128_hash_t hash; /* of text: its bytes are far away */
		struct slice text;
		uint32_t symbol, location;
		bool is_kernel_address, is_inlined;
	} * list;
	uint32_t count;
	size_t capacity;
	struct table index;

	uint64_t deep; /* callchains cut at SCRIPT_DEPTH_MAX */
};

/* Deeper callchains lose their root (perf itself stops at 127, unless told otherwise). */
#define SCRIPT_DEPTH_MAX 1024

/* The location of one place; NONE for no text. */
uint32_t script_location(struct script_places *places, const struct script_place *place);

/*
 * Read the frames in [@at, @at + @len) as the newest block of @blocks. With @flat
 * only the sampled function is taken. Returns how many lines were no frames, or
 * broken.
 */
size_t script_read_block(struct script_places *places, struct script_blocks *blocks, const char *at,
			 size_t len, bool flat);

void script_places_deinit(struct script_places *places);

#endif

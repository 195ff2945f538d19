// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/window.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

#define PIECE  (128u << 10) /* bytes; two rounds and two pieces should fit the second cache */
#define PIECES 32	    /* most that wait for their samples to be counted */

struct piece {
	uint8_t *bytes;
	size_t first_span, end_span; /* spans that may lie in it */
};

struct window {
	const struct input *in;
	struct piece pieces[PIECES]; /* a ring */
	size_t count, oldest;
	struct piece *newest;
};

struct window *window_new(const struct input *in)
{
	struct window *window;

	if (!input_is_mapped(in))
		return NULL;
	window = mem_zalloc(1, sizeof(*window));
	window->in = in;
	return window;
}

static bool is_counted(const struct piece *piece, const struct reader *reader)
{
	return piece->end_span <= reader->counted_spans;
}

static void turn_over(const struct piece *piece, struct reader *reader)
{
	size_t i = piece->first_span;

	if (i < reader->counted_spans)
		i = reader->counted_spans;
	for (; i < piece->end_span; i++) {
		struct span *span = &reader->spans[i];

		span->end = span->mapped + (span->end - span->start);
		span->start = span->mapped;
	}
}

/* A piece that nothing needs; a new one in the ring, as the youngest, while there may be more. */
static struct piece *take_piece(struct window *window, struct reader *reader)
{
	struct piece *piece = &window->pieces[window->oldest];

	if (window->count < PIECES && (!window->count || !is_counted(piece, reader))) {
		memmove(piece + 1, piece, (window->count - window->oldest) * sizeof(*piece));
		window->count++;
		piece->bytes = mem_alloc(PIECE);
	} else {
		turn_over(piece, reader);
	}
	window->oldest = (window->oldest + 1) % window->count;
	return piece;
}

const uint8_t *window_read(struct window *window, struct reader *reader, const uint8_t *mapped,
			   size_t *size)
{
	if (window->newest)
		window->newest->end_span = reader->span_count;

	struct piece *piece = take_piece(window, reader);

	piece->first_span = piece->end_span = reader->span_count;
	window->newest = piece;
	*size = input_copy(window->in, mapped, piece->bytes, *size < PIECE ? *size : PIECE);
	return *size ? piece->bytes : NULL;
}

void window_free(struct window *window, struct reader *reader)
{
	if (!window)
		return;
	if (window->newest)
		window->newest->end_span = reader->span_count;
	for (size_t i = 0; i < window->count; i++) {
		turn_over(&window->pieces[i], reader);
		free(window->pieces[i].bytes);
	}
	free(window);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/deflate.h"

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

#define GZIP_WINDOW (15 + 16)  /* the largest window, and a gzip header */
#define MEMORY	    8	       /* zlib's default */
#define STEP	    (1u << 20) /* given to zlib at a time, whose sizes have 32 bits */

static void drain(z_stream *stream, int flush, FILE *out)
{
	uint8_t buf[65536];

	do {
		stream->next_out = buf;
		stream->avail_out = sizeof(buf);
		deflate(stream, flush);
		fwrite(buf, 1, sizeof(buf) - stream->avail_out, out);
	} while (stream->avail_out == 0);
}

void deflate_print(const void *data, size_t size, FILE *out)
{
	z_stream stream = { 0 };
	const uint8_t *at = data;

	if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		abort(); /* out of memory, as in support/memory.h */
	while (size > 0) {
		size_t step = size < STEP ? size : STEP;

		stream.next_in = (void *)(uintptr_t)at;
		stream.avail_in = step;
		drain(&stream, Z_NO_FLUSH, out);
		at += step;
		size -= step;
	}
	drain(&stream, Z_FINISH, out);
	deflateEnd(&stream);
}

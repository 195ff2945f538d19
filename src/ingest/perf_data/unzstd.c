// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/unzstd.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zstd.h>

#include "support/error.h"
#include "support/memory.h"

#define CHUNK (256 * 1024)

/* perf compresses at most what one ring buffer holds; without its word, the largest in use. */
#define DEFAULT_LIMIT (64u << 20)

/* Records compress 5 to 50-fold. */
#define MAX_RATIO  1000
#define MAX_ALWAYS (1u << 30)

struct unzstd {
	ZSTD_DStream *stream;
	struct spool *spool;
	uint8_t *chunk;
	uint64_t packed; /* bytes taken in */
};

struct unzstd *unzstd_new(void)
{
	struct unzstd *unzstd = mem_zalloc(1, sizeof(*unzstd));

	unzstd->spool = spool_new();
	return unzstd;
}

static void start(struct unzstd *unzstd)
{
	if (unzstd->stream)
		return;
	unzstd->chunk = mem_alloc(CHUNK);
	unzstd->stream = ZSTD_createDStream();
	ZSTD_DCtx_setParameter(unzstd->stream, ZSTD_d_windowLogMax, 27); /* at most 128 MiB */
}

static bool is_bomb(const struct unzstd *unzstd)
{
	uint64_t size = spool_size(unzstd->spool);

	return size > MAX_ALWAYS && size / MAX_RATIO > unzstd->packed;
}

int unzstd_add(struct unzstd *unzstd, const uint8_t *data, size_t size, uint32_t limit,
	       uint64_t offset, struct symdiff_error *err)
{
	ZSTD_inBuffer in = { .src = data, .size = size };
	uint64_t written = 0;
	bool full = false;

	start(unzstd);
	unzstd->packed += size;
	/* A full chunk may leave more inside the decompressor when all input is taken. */
	while (in.pos < in.size || full) {
		ZSTD_outBuffer out = { .dst = unzstd->chunk, .size = CHUNK };
		size_t ret = ZSTD_decompressStream(unzstd->stream, &out, &in);

		if (ZSTD_isError(ret))
			return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, offset,
					       "compressed data that zstd cannot read: %s",
					       ZSTD_getErrorName(ret));
		written += out.pos;
		if (written > (limit ? limit : DEFAULT_LIMIT) || is_bomb(unzstd))
			return symdiff_fail_at(err, SYMDIFF_ERR_LIMIT, offset,
					       "a compressed record of %zu bytes grows beyond %u",
					       size, limit ? limit : DEFAULT_LIMIT);
		if (spool_write(unzstd->spool, unzstd->chunk, out.pos, err))
			return -1;
		full = out.pos == out.size;
		if (!out.pos && in.pos == in.size)
			break;
	}
	return 0;
}

uint64_t unzstd_size(const struct unzstd *unzstd)
{
	return spool_size(unzstd->spool);
}

const uint8_t *unzstd_data(struct unzstd *unzstd, struct symdiff_error *err)
{
	return spool_data(unzstd->spool, err);
}

void unzstd_free(struct unzstd *unzstd)
{
	if (!unzstd)
		return;
	ZSTD_freeDStream(unzstd->stream);
	spool_free(unzstd->spool);
	free(unzstd->chunk);
	free(unzstd);
}

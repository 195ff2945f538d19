// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The packers that profiles and kernel files come in: gzip (RFC 1952), xz (The
 * .xz File Format 1.1), zstd (RFC 8878) and bzip2 (bzip2 1.0.8), by their own
 * libraries.
 */
#include "support/unpack.h"

#include <bzlib.h>
#include <lzma.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "support/error.h"
#include "support/memory.h"

#define BOMB_RATIO  200
#define BOMB_SIZE   (256ull << 20)
#define CHUNK	    (256u << 10)
#define LZMA_MEMORY (512ull << 20)
#define ZSTD_WINDOW 27 /* log2: what the zstd program accepts unasked */

struct packer {
	const char *name;
	uint8_t magic[6];
	size_t magic_size;
	int (*unpack)(const uint8_t *data, size_t size, struct spool *out, bool *truncated,
		      struct symdiff_error *err);
};

/* @packed: bytes read so far, so that a bomb is told as soon as it goes off. */
static int add(struct spool *out, const uint8_t *data, size_t size, size_t packed,
	       struct symdiff_error *err)
{
	uint64_t grown = spool_size(out) + size;

	if (grown > BOMB_SIZE && grown / BOMB_RATIO > packed)
		return symdiff_fail(
			err, SYMDIFF_ERR_LIMIT, -1,
			"the first %zu packed bytes unpack to more than %llu MiB: refused", packed,
			BOMB_SIZE >> 20);
	return spool_write(out, data, size, err);
}

static int damaged(const char *packer, size_t offset, struct symdiff_error *err)
{
	return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, offset, "damaged %s data", packer);
}

static int unpack_gzip(const uint8_t *data, size_t size, struct spool *out, bool *truncated,
		       struct symdiff_error *err)
{
	uint8_t chunk[CHUNK / 4];
	z_stream stream = { 0 };
	int state = Z_OK, ret = 0;
	size_t at = 0;

	if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
		return damaged("gzip", 0, err);
	while (!ret && at < size) {
		size_t piece = size - at < CHUNK ? size - at : CHUNK;

		stream.next_in = (Bytef *)(data + at);
		stream.avail_in = piece;
		do {
			stream.next_out = chunk;
			stream.avail_out = sizeof(chunk);
			state = inflate(&stream, Z_NO_FLUSH);
			if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
				ret = damaged("gzip", at + piece - stream.avail_in, err);
			else
				ret = add(out, chunk, sizeof(chunk) - stream.avail_out,
					  at + piece - stream.avail_in, err);
		} while (!ret && state == Z_OK && (stream.avail_in || !stream.avail_out));
		at += piece - stream.avail_in;
		if (state ==
		    Z_STREAM_END) { /* another member may follow; anything else is padding */
			if (size - at < 2 || data[at] != 0x1f || data[at + 1] != 0x8b)
				break;
			inflateReset(&stream);
		}
	}
	*truncated = state != Z_STREAM_END;
	inflateEnd(&stream);
	return ret;
}

static int unpack_xz(const uint8_t *data, size_t size, struct spool *out, bool *truncated,
		     struct symdiff_error *err)
{
	uint8_t chunk[CHUNK / 4];
	lzma_stream stream = LZMA_STREAM_INIT;
	lzma_ret state = LZMA_OK;
	int ret = 0;

	if (lzma_stream_decoder(&stream, LZMA_MEMORY, LZMA_CONCATENATED) != LZMA_OK)
		return damaged("xz", 0, err);
	stream.next_in = data;
	stream.avail_in = size;
	while (!ret && state == LZMA_OK) {
		stream.next_out = chunk;
		stream.avail_out = sizeof(chunk);
		state = lzma_code(&stream, stream.avail_in ? LZMA_RUN : LZMA_FINISH);
		if (state == LZMA_MEMLIMIT_ERROR)
			ret = symdiff_fail(err, SYMDIFF_ERR_LIMIT, -1,
					   "xz data wants more than %llu MiB of memory to unpack",
					   LZMA_MEMORY >> 20);
		else if (state != LZMA_OK && state != LZMA_STREAM_END && state != LZMA_BUF_ERROR)
			ret = damaged("xz", size - stream.avail_in, err);
		else
			ret = add(out, chunk, sizeof(chunk) - stream.avail_out,
				  size - stream.avail_in, err);
	}
	*truncated = state == LZMA_BUF_ERROR;
	lzma_end(&stream);
	return ret;
}

static int unpack_zstd(const uint8_t *data, size_t size, struct spool *out, bool *truncated,
		       struct symdiff_error *err)
{
	uint8_t chunk[CHUNK / 4];
	ZSTD_DStream *stream = ZSTD_createDStream();
	ZSTD_inBuffer in = { data, size, 0 };
	size_t state = 0;
	bool full;
	int ret = 0;

	ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, ZSTD_WINDOW);
	do {
		ZSTD_outBuffer piece = { chunk, sizeof(chunk), 0 };

		state = ZSTD_decompressStream(stream, &piece, &in);
		if (ZSTD_isError(state))
			ret = damaged("zstd", in.pos, err);
		else
			ret = add(out, chunk, piece.pos, in.pos, err);
		full = piece.pos == sizeof(chunk);
	} while (!ret && (in.pos < in.size || full));
	*truncated = !ret && state;
	ZSTD_freeDStream(stream);
	return ret;
}

static int unpack_bzip2(const uint8_t *data, size_t size, struct spool *out, bool *truncated,
			struct symdiff_error *err)
{
	char chunk[CHUNK / 4];
	bz_stream stream = { 0 };
	int state = BZ_OK, ret = 0;
	size_t at = 0;

	if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK)
		return damaged("bzip2", 0, err);
	while (!ret && state == BZ_OK && at < size) {
		size_t piece = size - at < CHUNK ? size - at : CHUNK;

		stream.next_in = (char *)(uintptr_t)(data + at);
		stream.avail_in = piece;
		do {
			stream.next_out = chunk;
			stream.avail_out = sizeof(chunk);
			state = BZ2_bzDecompress(&stream);
			if (state != BZ_OK && state != BZ_STREAM_END)
				ret = damaged("bzip2", at + piece - stream.avail_in, err);
			else
				ret = add(out, (const uint8_t *)chunk,
					  sizeof(chunk) - stream.avail_out,
					  at + piece - stream.avail_in, err);
		} while (!ret && state == BZ_OK && (stream.avail_in || !stream.avail_out));
		at += piece - stream.avail_in;
	}
	*truncated = !ret && state != BZ_STREAM_END;
	BZ2_bzDecompressEnd(&stream);
	return ret;
}

static const struct packer packers[] = {
	{ "gzip", { 0x1f, 0x8b, 0x08 }, 3, unpack_gzip },
	{ "xz", { 0xfd, '7', 'z', 'X', 'Z', 0 }, 6, unpack_xz },
	{ "zstd", { 0x28, 0xb5, 0x2f, 0xfd }, 4, unpack_zstd },
	{ "bzip2", { 'B', 'Z', 'h' }, 3, unpack_bzip2 },
};

static const struct packer *find(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(packers); i++)
		if (size >= packers[i].magic_size &&
		    !memcmp(data, packers[i].magic, packers[i].magic_size))
			return &packers[i];
	return NULL;
}

bool unpack_is_packed(const uint8_t *data, size_t size)
{
	return find(data, size) != NULL;
}

int unpack(const uint8_t *data, size_t size, struct spool *out, bool *truncated,
	   struct symdiff_error *err)
{
	return find(data, size)->unpack(data, size, out, truncated, err);
}

size_t unpack_head(const uint8_t *data, size_t size, uint8_t *head, size_t room)
{
	struct spool *spool = spool_new();
	bool truncated;
	size_t got;

	/* A full spool refuses more, which ends the unpacking: that is no error here. */
	spool_limit(spool, room);
	if (unpack(data, size, spool, &truncated, NULL))
		truncated = true;
	got = spool_size(spool);
	memcpy(head, spool_data(spool, NULL), got);
	spool_free(spool);
	return got;
}

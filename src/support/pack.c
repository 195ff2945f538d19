// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <zstd.h>

#include "support/memory.h"

/* Files that are kept: small rather than quickly made. */
#define LEVEL 9

void pack_zstd(struct buffer *buffer)
{
	ZSTD_CCtx *packer = ZSTD_createCCtx();
	size_t room = ZSTD_compressBound(buffer->len);
	struct buffer packed = { mem_alloc(room), 0, room };

	ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, LEVEL);
	ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
	packed.len = ZSTD_compress2(packer, packed.text, room, buffer->text, buffer->len);
	ZSTD_freeCCtx(packer);
	/* With the room that it says it needs, only memory can be short. */
	if (ZSTD_isError(packed.len)) {
		fprintf(stderr, "symdiff: zstd: %s\n", ZSTD_getErrorName(packed.len));
		abort();
	}
	buffer_deinit(buffer);
	*buffer = packed;
}

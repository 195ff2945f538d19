/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_PACK_H
#define SUPPORT_PACK_H

#include "support/buffer.h"

/*
 * Replace what is in @buffer by a zstd frame of it (RFC 8878), with its checksum. The same bytes
 * give the same frame with the same version of the library.
 */
void pack_zstd(struct buffer *buffer);

#endif

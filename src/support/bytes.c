// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/bytes.h"

const uint8_t *bytes_take(struct bytes *in, uint64_t size)
{
	const uint8_t *taken = in->at;

	if (in->failed || size > bytes_left(in)) {
		in->failed = true;
		return NULL;
	}
	in->at += size;
	return taken;
}

uint8_t bytes_u8(struct bytes *in)
{
	const uint8_t *at = bytes_take(in, 1);

	return at ? *at : 0;
}

uint16_t bytes_u16(struct bytes *in)
{
	const uint8_t *at = bytes_take(in, 2);

	return at ? load16(at, in->swap) : 0;
}

uint32_t bytes_u32(struct bytes *in)
{
	const uint8_t *at = bytes_take(in, 4);

	return at ? load32(at, in->swap) : 0;
}

uint64_t bytes_u64(struct bytes *in)
{
	const uint8_t *at = bytes_take(in, 8);

	return at ? load64(at, in->swap) : 0;
}

struct bytes bytes_part(struct bytes *in, uint64_t size)
{
	const uint8_t *at = bytes_take(in, size);
	struct bytes part = bytes_of(at ? at : in->at, at ? size : 0, in->swap);

	part.failed = !at;
	return part;
}

void bytes_seek(struct bytes *in, uint64_t offset)
{
	if (offset > (uint64_t)(in->end - in->start))
		in->failed = true;
	else
		in->at = in->start + offset;
}

const char *bytes_text(struct bytes *in, uint64_t size, size_t *len)
{
	const char *text = (const char *)bytes_take(in, size);

	*len = text ? strnlen(text, size) : 0;
	return text;
}

const char *bytes_cstring(struct bytes *in, size_t *len)
{
	const uint8_t *nul = in->failed ? NULL : memchr(in->at, '\0', bytes_left(in));

	*len = 0;
	if (!nul) {
		in->failed = true;
		return NULL;
	}
	*len = nul - in->at;
	return (const char *)bytes_take(in, *len + 1);
}

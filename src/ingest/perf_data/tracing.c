// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/tracing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct finder {
	void (*found)(void *context, uint64_t id, const char *name, size_t len);
	void *context;
};

/* "name: kmalloc\nID: 410\nformat:\n..." */
static void read_format(const struct finder *finder, const char *system, size_t system_len,
			struct bytes format)
{
	char head[512], name[128], full[256];
	unsigned int id;
	size_t size = bytes_left(&format);

	if (size >= sizeof(head))
		size = sizeof(head) - 1;
	memcpy(head, format.at, size);
	head[size] = '\0';
	if (sscanf(head, "name: %127[^\n]\nID: %u", name, &id) != 2)
		return;

	int len = snprintf(full, sizeof(full), "%.*s:%s",
			   (int)(system_len < 100 ? system_len : 100), system, name);

	finder->found(finder->context, id, full, len);
}

static void skip_sized(struct bytes *in)
{
	bytes_take(in, bytes_u64(in));
}

static bool skip_header(struct bytes *in)
{
	static const char magic[] = "\027\010\104tracing";
	const uint8_t *start = bytes_take(in, sizeof(magic) - 1);
	size_t len;

	if (!start || memcmp(start, magic, sizeof(magic) - 1))
		return false;
	bytes_cstring(in, &len); /* version */

	uint16_t one = 1;
	bool here_big = !*(const uint8_t *)&one;

	in->swap = bytes_u8(in) != here_big;
	bytes_u8(in);		 /* size of a long */
	bytes_u32(in);		 /* page size */
	bytes_cstring(in, &len); /* "header_page" */
	skip_sized(in);
	bytes_cstring(in, &len); /* "header_event" */
	skip_sized(in);
	return true;
}

void tracing_read(struct bytes in,
		  void (*found)(void *context, uint64_t id, const char *name, size_t len),
		  void *context)
{
	struct finder finder = { found, context };

	if (!skip_header(&in))
		return;
	/* Formats of ftrace's own events, which perf does not record. */
	for (uint32_t count = bytes_u32(&in); count && !bytes_failed(&in); count--)
		skip_sized(&in);
	for (uint32_t systems = bytes_u32(&in); systems && !bytes_failed(&in); systems--) {
		size_t len;
		const char *system = bytes_cstring(&in, &len);

		for (uint32_t count = bytes_u32(&in); count && !bytes_failed(&in); count--) {
			struct bytes format = bytes_part(&in, bytes_u64(&in));

			if (!bytes_failed(&format))
				read_format(&finder, system, len, format);
		}
	}
}

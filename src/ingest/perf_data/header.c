// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/header.h"

#include <inttypes.h>
#include <string.h>

#include "ingest/perf_data/wire.h"
#include "support/error.h"

#define FILE_HEADER_SIZE     104
#define OLD_FILE_HEADER_SIZE 72 /* without feature bits: perf before 2.6.34 */
#define PIPE_HEADER_SIZE     16

static bool is_magic(const void *data, const char *magic)
{
	return !memcmp(data, magic, 8);
}

bool header_probe(const void *data, size_t size)
{
	return size >= 8 && (is_magic(data, "PERFILE2") || is_magic(data, "2ELIFREP") ||
			     is_magic(data, "PERFFILE") || is_magic(data, "ELIFFREP"));
}

/* The magic number is a word in the byte order of the machine: "2ELIFREP" is the other one. */
static int read_byte_order(struct header *header, const uint8_t *data, size_t size,
			   struct symdiff_error *err)
{
	uint16_t one = 1;
	bool little = *(const uint8_t *)&one;

	if (size < PIPE_HEADER_SIZE)
		return symdiff_fail_at(err, SYMDIFF_ERR_TRUNCATED, size,
				       "a perf.data header has at least %d bytes, found %zu",
				       PIPE_HEADER_SIZE, size);
	if (is_magic(data, "PERFILE2"))
		header->swap = !little;
	else if (is_magic(data, "2ELIFREP"))
		header->swap = little;
	else if (is_magic(data, "PERFFILE")) /* text, the same in both orders: see the size */
		header->swap = load64(data + 8, false) > UINT32_MAX;
	else
		return symdiff_fail_at(err, SYMDIFF_ERR_FORMAT, 0, "not a perf.data file");
	return 0;
}

static uint64_t swapped_halves(uint64_t word)
{
	return word << 32 | word >> 32;
}

/*
 * A bit map of the writer's longs: on a 32-bit machine the halves of a word
 * change places. All recordings name their host: that bit tells.
 */
static void read_features(struct header *header, struct bytes *in)
{
	for (int i = 0; i < 4; i++)
		header->features[i] = bytes_u64(in);
	if (!in->swap || header_has(header, FEATURE_HOSTNAME) ||
	    !(swapped_halves(header->features[0]) >> FEATURE_HOSTNAME & 1))
		return;
	for (int i = 0; i < 4; i++)
		header->features[i] = swapped_halves(header->features[i]);
}

static int check_section(const char *what, struct section section, size_t size,
			 struct symdiff_error *err)
{
	if (section.offset > size)
		return symdiff_fail(err, SYMDIFF_ERR_CORRUPT, -1,
				    "the %s begins at offset %" PRIu64
				    ", but the file has %zu bytes",
				    what, section.offset, size);
	return 0;
}

static int check(const struct header *header, size_t size, struct symdiff_error *err)
{
	if (header->attr_size < 16 + 48 || header->attr_size > size)
		return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, 16,
				       "event attributes of %" PRIu64 " bytes, expected 64 or more",
				       header->attr_size);
	if (check_section("attribute section", header->attrs, size, err) ||
	    check_section("data section", header->data, size, err))
		return -1;
	if (header->attrs.size > size - header->attrs.offset)
		return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, 32,
				       "the attribute section of %" PRIu64
				       " bytes does not fit into the file of %zu",
				       header->attrs.size, size);
	/* Longer than the file happens when it was cut; a negative size is damage. */
	if (header->data.size > INT64_MAX)
		return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, 48,
				       "a data section of 0x%" PRIx64 " bytes", header->data.size);
	if (header->data.offset % 8)
		return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, 40,
				       "the data section begins at offset %" PRIu64
				       ", which is no multiple of 8",
				       header->data.offset);
	return 0;
}

static struct section read_section(struct bytes *in)
{
	struct section section;

	section.offset = bytes_u64(in);
	section.size = bytes_u64(in);
	return section;
}

int header_read(struct header *header, const uint8_t *data, size_t size, struct symdiff_error *err)
{
	*header = (struct header) { 0 };
	if (read_byte_order(header, data, size, err))
		return -1;

	struct bytes in = bytes_of(data, size, header->swap);

	bytes_seek(&in, 8);

	uint64_t header_size = bytes_u64(&in);

	if (header_size == PIPE_HEADER_SIZE) {
		header->is_pipe = true;
		header->data = (struct section) { PIPE_HEADER_SIZE, size - PIPE_HEADER_SIZE };
		return 0;
	}
	if (header_size != FILE_HEADER_SIZE && header_size != OLD_FILE_HEADER_SIZE)
		return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, 8,
				       "a perf.data header of %" PRIu64 " bytes, expected %d",
				       header_size, FILE_HEADER_SIZE);
	header->attr_size = bytes_u64(&in);
	header->attrs = read_section(&in);
	header->data = read_section(&in);
	header->event_types = read_section(&in);
	if (header_size == FILE_HEADER_SIZE)
		read_features(header, &in);
	if (bytes_failed(&in))
		return symdiff_fail_at(err, SYMDIFF_ERR_TRUNCATED, size,
				       "the perf.data header needs %" PRIu64 " bytes, found %zu",
				       header_size, size);
	return check(header, size, err);
}

/* An attribute is followed by where the ids of its samples are. */
static int read_attr(struct bytes file, struct bytes entry, size_t *room, struct attrs *attrs,
		     struct symdiff_error *err)
{
	struct bytes attr = bytes_part(&entry, bytes_left(&entry) - 16);
	struct section ids = read_section(&entry);

	if (attrs_add(attrs, attr, err))
		return -1;
	bytes_seek(&file, ids.offset);

	struct bytes list = bytes_part(&file, ids.size);

	if (bytes_failed(&list) || ids.size > *room)
		return symdiff_fail(err, SYMDIFF_ERR_CORRUPT, -1,
				    "the %" PRIu64 " bytes of ids of event %" PRIu32
				    " at offset %" PRIu64 " are not in the file",
				    ids.size, attrs->count - 1, ids.offset);
	*room -= ids.size;
	while (bytes_left(&list) >= 8)
		attrs_add_id(attrs, bytes_u64(&list), attrs->count - 1);
	return 0;
}

int header_read_attrs(const struct header *header, const uint8_t *data, size_t size,
		      struct attrs *attrs, struct symdiff_error *err)
{
	struct bytes file = bytes_of(data, size, header->swap);
	struct bytes list = file;
	size_t room = size; /* lists of ids that overlap could ask for any amount of work */

	bytes_seek(&list, header->attrs.offset);
	list = bytes_part(&list, header->attrs.size);
	while (bytes_left(&list) >= header->attr_size) {
		struct bytes entry = bytes_part(&list, header->attr_size);

		if (read_attr(file, entry, &room, attrs, err))
			return -1;
	}
	if (!attrs->count)
		return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, header->attrs.offset,
				       "the recording names no event");
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_PERF_DATA_BUILDER_H
#define TESTS_PERF_DATA_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ingest/perf_data/wire.h"

/*
 * Builds small perf.data images in memory, word by word, in either byte
 * order:
 *
 *	struct image image = { .big_endian = true };
 *
 *	image_begin(&image);
 *	image_attr(&image, &attr, ids, 1);
 *	image_begin_data(&image);
 *	image_comm(&image, 7, 7, "cc1", 0, 10);
 *	image_end(&image);
 */
#ifndef IMAGE_ROOM
#define IMAGE_ROOM (1u << 16)
#endif

struct image {
	uint8_t bytes[IMAGE_ROOM];
	size_t size;
	bool big_endian, is_pipe;

	/* Private. */
	struct {
		size_t attr;
		uint64_t ids[8];
		unsigned int id_count;
	} attrs[8];
	unsigned int attr_count;
	size_t data, record;
	size_t feature_at[32], feature_size[32];
	uint32_t feature_bits;
};

struct image_attr {
	uint32_t type;
	uint64_t config, period, sample_type, read_format, branch_type;
	uint64_t flags; /* bits in the order of perf_event.h: see ATTR_... */
};

#define ATTR_SIZE 96

static inline void image_put(struct image *image, uint64_t value, unsigned int size)
{
	for (unsigned int i = 0; i < size; i++) {
		unsigned int byte = image->big_endian ? size - 1 - i : i;

		image->bytes[image->size++] = value >> (8 * byte);
	}
}

static inline void image_u16(struct image *image, uint16_t value)
{
	image_put(image, value, 2);
}

static inline void image_u32(struct image *image, uint32_t value)
{
	image_put(image, value, 4);
}

static inline void image_u64(struct image *image, uint64_t value)
{
	image_put(image, value, 8);
}

/* Text, its NUL, and padding to a multiple of 8. */
static inline void image_text(struct image *image, const char *text)
{
	size_t len = strlen(text) + 1;

	memcpy(image->bytes + image->size, text, len);
	image->size += (len + 7) & ~7ul;
}

static inline void image_patch(struct image *image, size_t at, uint64_t value, unsigned int size)
{
	size_t end = image->size;

	image->size = at;
	image_put(image, value, size);
	image->size = end;
}

static inline void image_begin(struct image *image)
{
	/* The magic number is a word: "PERFILE2" where the first byte is the lowest. */
	image_u64(image, 0x32454c4946524550);
	image_u64(image, image->is_pipe ? 16 : 104);
	if (!image->is_pipe)
		image->size = 104;
}

/* Bit-fields are filled from the other end on big-endian machines. */
static inline uint64_t image_bit_field(const struct image *image, uint64_t flags)
{
	uint64_t reversed = 0;

	for (int i = 0; i < 64; i++)
		reversed |= (flags >> i & 1) << (63 - i);
	return image->big_endian ? reversed : flags;
}

static inline void image_attr_body(struct image *image, const struct image_attr *attr)
{
	image_u32(image, attr->type);
	image_u32(image, ATTR_SIZE);
	image_u64(image, attr->config);
	image_u64(image, attr->period);
	image_u64(image, attr->sample_type);
	image_u64(image, attr->read_format);
	image_u64(image, image_bit_field(image, attr->flags));
	image->size += 24;
	image_u64(image, attr->branch_type);
	image->size += 16;
}

static inline void image_begin_record(struct image *image, uint32_t type, uint16_t misc)
{
	image->record = image->size;
	image_u32(image, type);
	image_u16(image, misc);
	image_u16(image, 0);
}

static inline void image_end_record(struct image *image)
{
	image_patch(image, image->record + 6, image->size - image->record, 2);
}

/* Attributes come before everything else; their ids are at most 8. */
static inline void image_attr(struct image *image, const struct image_attr *attr,
			      const uint64_t *ids, unsigned int count)
{
	unsigned int number = image->attr_count++;

	if (image->is_pipe)
		image_begin_record(image, RECORD_HEADER_ATTR, 0);
	image->attrs[number].attr = image->size;
	image_attr_body(image, attr);
	if (!image->is_pipe) {
		image->attrs[number].id_count = count;
		memcpy(image->attrs[number].ids, ids, count * sizeof(*ids));
		image->size += 16; /* where they are: see image_begin_data */
		return;
	}
	for (unsigned int i = 0; i < count; i++)
		image_u64(image, ids[i]);
	image_end_record(image);
}

static inline void image_begin_data(struct image *image)
{
	for (unsigned int i = 0; i < image->attr_count && !image->is_pipe; i++) {
		image_patch(image, image->attrs[i].attr + ATTR_SIZE, image->size, 8);
		image_patch(image, image->attrs[i].attr + ATTR_SIZE + 8,
			    image->attrs[i].id_count * 8ul, 8);
		for (unsigned int j = 0; j < image->attrs[i].id_count; j++)
			image_u64(image, image->attrs[i].ids[j]);
	}
	image->data = image->size;
}

/* The header says where everything is; features follow the data. */
static inline void image_end_data(struct image *image)
{
	if (image->is_pipe)
		return;
	image_patch(image, 16, ATTR_SIZE + 16, 8);
	image_patch(image, 24, 104, 8);
	image_patch(image, 32, (uint64_t)image->attr_count * (ATTR_SIZE + 16), 8);
	image_patch(image, 40, image->data, 8);
	image_patch(image, 48, image->size - image->data, 8);
}

static inline void image_begin_feature(struct image *image, unsigned int feature)
{
	if (!image->feature_bits)
		image->size += 32 * 16; /* room for the table */
	image->feature_bits |= 1u << feature;
	image->feature_at[feature] = image->size;
}

static inline void image_end_feature(struct image *image, unsigned int feature)
{
	image->feature_size[feature] = image->size - image->feature_at[feature];
}

static inline void image_end_features(struct image *image, size_t data_end)
{
	for (unsigned int i = 0; i < 32; i++)
		if (image->feature_bits >> i & 1) {
			image_patch(image, data_end, image->feature_at[i], 8);
			image_patch(image, data_end + 8, image->feature_size[i], 8);
			data_end += 16;
		}
	image_patch(image, 72, image->feature_bits, 8);
}

/* --- records; their trailer is that of SAMPLE_TID | SAMPLE_TIME --- */

static inline void image_trailer(struct image *image, uint32_t pid, uint32_t tid, uint64_t time)
{
	image_u32(image, pid);
	image_u32(image, tid);
	image_u64(image, time);
	image_end_record(image);
}

static inline void image_comm(struct image *image, uint32_t pid, uint32_t tid, const char *name,
			      uint16_t misc, uint64_t time)
{
	image_begin_record(image, RECORD_COMM, misc);
	image_u32(image, pid);
	image_u32(image, tid);
	image_text(image, name);
	image_trailer(image, pid, tid, time);
}

static inline void image_map(struct image *image, uint32_t pid, uint16_t misc, uint64_t start,
			     uint64_t len, uint64_t pgoff, const char *name, uint64_t time)
{
	image_begin_record(image, RECORD_MMAP, misc);
	image_u32(image, pid);
	image_u32(image, pid);
	image_u64(image, start);
	image_u64(image, len);
	image_u64(image, pgoff);
	image_text(image, name);
	image_trailer(image, pid, pid, time);
}

static inline void image_fork(struct image *image, uint32_t pid, uint32_t parent, uint64_t time)
{
	image_begin_record(image, RECORD_FORK, 0);
	image_u32(image, pid);
	image_u32(image, parent);
	image_u32(image, pid);
	image_u32(image, parent);
	image_u64(image, time);
	image_trailer(image, pid, pid, time);
}

/* IP, TID, TIME, PERIOD: other fields may follow before image_end_record. */
static inline void image_begin_sample(struct image *image, uint16_t misc, uint64_t ip, uint32_t pid,
				      uint32_t tid, uint64_t time, uint64_t period)
{
	image_begin_record(image, RECORD_SAMPLE, misc);
	image_u64(image, ip);
	image_u32(image, pid);
	image_u32(image, tid);
	image_u64(image, time);
	image_u64(image, period);
}

static inline void image_sample(struct image *image, uint16_t misc, uint64_t ip, uint32_t pid,
				uint64_t time, uint64_t period)
{
	image_begin_sample(image, misc, ip, pid, pid, time, period);
	image_end_record(image);
}

static inline void image_round(struct image *image)
{
	image_begin_record(image, RECORD_FINISHED_ROUND, 0);
	image_end_record(image);
}

#endif

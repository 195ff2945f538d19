/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_IMAGES_H
#define PERF_DATA_IMAGES_H

#include <stddef.h>
#include <stdint.h>

#include "model/profile.h"
#include "support/table.h"

/*
 * What was mapped: files, modules, the kernel, JIT memory. Recordings name
 * thousands; only those that samples fall into become DSOs of the profile.
 */
struct image {
	uint32_t path; /* a name of the profile */
	enum dso_kind kind;
	uint32_t pid;
	uint8_t build_id_size, build_id[20]; /* as the map has it */
	uint64_t start, size, pgoff;	     /* kernel and modules */
	uint32_t reference;
	uint32_t symbol; /* BPF: its name, since the recording has it; else 0 */
	uint32_t dso;	 /* NONE until wanted */
};

struct images {
	struct profile *profile;
	struct image *list;
	uint32_t count;
	size_t capacity;
	struct table by_path;

	/* Build-ids that the recording lists by path. */
	struct listed_id {
		uint32_t name; /* path, or for kernel and modules the name of the DSO */
		enum dso_kind kind;
		uint8_t size, bytes[20];
	} * ids;
	uint32_t id_count;
	size_t id_capacity;
	struct table ids_by_name;
};

/* The number of an image equal to @image (its dso aside), which is copied if new. */
uint32_t images_get(struct images *images, const struct image *image);

/* Remember that the file at @path, of @kind, has this build-id; the first one counts. */
void images_list_build_id(struct images *images, const char *path, size_t len, enum dso_kind kind,
			  const uint8_t *build_id, uint8_t size);

/* The profile's DSO for an image. */
uint32_t images_dso(struct images *images, uint32_t image);

void images_deinit(struct images *images);

#endif

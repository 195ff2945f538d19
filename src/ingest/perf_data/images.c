// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/images.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

static bool same_image(const struct image *a, const struct image *b)
{
	return a->path == b->path && a->kind == b->kind && a->pid == b->pid &&
	       a->start == b->start && a->size == b->size && a->pgoff == b->pgoff &&
	       a->symbol == b->symbol && a->build_id_size == b->build_id_size &&
	       !memcmp(a->build_id, b->build_id, sizeof(a->build_id));
}

uint32_t images_get(struct images *images, const struct image *image)
{
	uint32_t hash =
		hash_pair((uint64_t)image->path << 32 | image->pid,
			  image->start ^ hash_bytes(image->build_id, sizeof(image->build_id)));

	table_for_each (&images->by_path, hash, known)
		if (same_image(&images->list[known], image))
			return known;
	array_reserve(images->list, images->capacity, images->count + 1);
	images->list[images->count] = *image;
	images->list[images->count].dso = NONE;
	table_insert(&images->by_path, hash, images->count);
	return images->count++;
}

static bool is_kernel_kind(enum dso_kind kind)
{
	return kind == DSO_KERNEL || kind == DSO_MODULE || kind == DSO_GUEST_KERNEL;
}

/* Files are known by their path; the kernel and its modules go by several: take the DSO's name. */
static uint32_t listed_name(struct images *images, const char *path, size_t len,
			    enum dso_kind *kind)
{
	char canonical[512];

	if (!is_kernel_kind(*kind))
		return names_intern(&images->profile->names, path, len);

	size_t canonical_len = dso_canonical(path, len, kind, canonical, sizeof(canonical));

	return names_intern(&images->profile->names, canonical, canonical_len);
}

static const struct listed_id *find_listed(const struct images *images, uint32_t name,
					   enum dso_kind kind)
{
	table_for_each (&images->ids_by_name, hash_pair(name, kind), known)
		if (images->ids[known].name == name && images->ids[known].kind == kind)
			return &images->ids[known];
	return NULL;
}

void images_list_build_id(struct images *images, const char *path, size_t len, enum dso_kind kind,
			  const uint8_t *build_id, uint8_t size)
{
	uint32_t name = listed_name(images, path, len, &kind);

	if (find_listed(images, name, kind))
		return;

	struct listed_id listed = { .name = name, .kind = kind };

	listed.size = size < sizeof(listed.bytes) ? size : sizeof(listed.bytes);
	memcpy(listed.bytes, build_id, listed.size);
	array_reserve(images->ids, images->id_capacity, images->id_count + 1);
	images->ids[images->id_count] = listed;
	table_insert(&images->ids_by_name, hash_pair(name, kind), images->id_count++);
}

static void set_build_id(struct dso *dso, const uint8_t *bytes, uint8_t size)
{
	dso->build_id_size = size;
	memcpy(dso->build_id, bytes, sizeof(dso->build_id));
}

/* A process maps what it likes, also files called vmlinux: it is no kernel for that. */
static void keep_user(struct profile *profile, struct dso *dso, const char *path)
{
	const char *slash = strrchr(path, '/');

	dso->kind = DSO_USER;
	dso->name = names_intern_text(&profile->names, slash && slash[1] ? slash + 1 : path);
}

static uint32_t add_dso(struct images *images, const struct image *image)
{
	struct profile *profile = images->profile;
	const char *path = profile_text(profile, image->path);
	uint32_t id = profile_add_dso(profile, path, strlen(path), image->kind);
	struct dso *dso = &profile->dsos[id];

	if (image->kind == DSO_USER && dso->kind != DSO_USER)
		keep_user(profile, dso, path);

	enum dso_kind kind = dso->kind;
	uint32_t name = listed_name(images, path, strlen(path), &kind);
	const struct listed_id *listed = find_listed(images, name, kind);

	if (image->build_id_size)
		set_build_id(dso, image->build_id, image->build_id_size);
	else if (listed)
		set_build_id(dso, listed->bytes, listed->size);
	dso->pid = image->pid;
	dso->map_start = image->start;
	dso->map_size = image->size;
	dso->map_pgoff = image->pgoff;
	dso->map_reference = image->reference;
	return id;
}

uint32_t images_dso(struct images *images, uint32_t image)
{
	struct image *wanted = &images->list[image];

	if (wanted->dso == NONE)
		wanted->dso = add_dso(images, wanted);
	return wanted->dso;
}

void images_deinit(struct images *images)
{
	free(images->list);
	free(images->ids);
	table_deinit(&images->by_path);
	table_deinit(&images->ids_by_name);
	*images = (struct images) { 0 };
}

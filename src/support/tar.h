/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_TAR_H
#define SUPPORT_TAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The members of a tar file (tar(5): ustar, with GNU's long names and pax
 * headers passed over), which lie in the bytes that it was made of.
 */
struct tar;

struct tar_member {
	const char *name, *link; /* without "./" and a last "/"; link: NULL if it is a file */
	const uint8_t *data;
	size_t size;
};

/* Do these bytes begin a tar file? */
bool tar_probe(const uint8_t *data, size_t size);

/* @data must outlive what is returned. NULL: it has no member. Damage ends it early. */
struct tar *tar_new(const uint8_t *data, size_t size);
void tar_free(struct tar *tar);

/* NULL: there is no file or link of that name. */
const struct tar_member *tar_find(const struct tar *tar, const char *name);

/* In the order of the file; NULL past the last. */
const struct tar_member *tar_member_at(const struct tar *tar, size_t i);

#endif

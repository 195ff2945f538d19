/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_KNOWN_H
#define BUCKETS_KNOWN_H

#include "buckets/embed.h"
#include "buckets/rules.h"

/*
 * The table of known kernel functions: canonical names of eleven kernels, from
 * 2.6.12 to 6.18, and the bucket of the file that each is in.
 */
struct known_names *known_names_new(const struct buckets *b, struct embedded data);
void known_names_free(struct known_names *known);

/* The leaf of a canonical name; BUCKET_NONE if it is not known. @known may be NULL. */
uint16_t known_names_find(const struct known_names *known, const char *name, size_t len);

#endif

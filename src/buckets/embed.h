/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_EMBED_H
#define BUCKETS_EMBED_H

#include <stddef.h>

/* The data files beside this one, made part of the program when it is built. */
struct embedded {
	const unsigned char *data;
	size_t size;
};

struct embedded embedded_rules(void); /* default.rules */
struct embedded embedded_names(void); /* known-names.bin */
struct embedded embedded_words(void); /* name-weights.bin */

#endif

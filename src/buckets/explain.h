/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUCKETS_EXPLAIN_H
#define BUCKETS_EXPLAIN_H

#include <stdio.h>

#include "buckets/buckets.h"

/*
 * Print which bucket takes @symbol, and why, for people. @dso is the image it
 * is in, by any of its names; NULL: not known, so that the kernel's rules come
 * first. Control characters are escaped.
 */
void buckets_explain(const struct buckets *b, const char *symbol, const char *dso, FILE *out);

/*
 * The same for each line of @in: "name TAB bucket TAB layer TAB phase". A line
 * of @in may give the image and the source file after the name, each after a
 * TAB.
 */
void buckets_explain_all(const struct buckets *b, const char *dso, FILE *in, FILE *out);

#endif

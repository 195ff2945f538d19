/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_DEFLATE_H
#define REPORT_DEFLATE_H

#include <stddef.h>
#include <stdio.h>

/* Print @size bytes as a gzip file (RFC 1952), without a time or name: the same each time. */
void deflate_print(const void *data, size_t size, FILE *out);

#endif

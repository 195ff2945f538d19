/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SNAPSHOT_CHECKSUM_H
#define SNAPSHOT_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The sum of JSON values, one after the other; blanks between their tokens do not count. */
struct checksum;

struct checksum *checksum_new(void);
void checksum_add(struct checksum *checksum, const char *text, size_t len);

/* The sum of all that was added. */
uint64_t checksum_free(struct checksum *checksum);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_SAME_TABLE_H
#define INGEST_SAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile.h"

/* What tells whether two printed tables are the same one: a hash for each row. */
struct table_print {
	uint64_t *rows; /* sorted */
	size_t count;
	uint8_t quote_depth;
};

void table_print_init(struct table_print *print, const struct profile *profile,
		      uint8_t quote_depth);
void table_print_deinit(struct table_print *print);

/*
 * Is @copy the same table as @whole, or a part of it that was quoted? Numbers
 * have to be equal to the digit, commands and images too.
 */
bool table_print_covers(const struct table_print *whole, const struct table_print *copy);

#endif

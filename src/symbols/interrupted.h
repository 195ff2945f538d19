/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_INTERRUPTED_H
#define SYMBOLS_INTERRUPTED_H

#include <stdbool.h>
#include <stddef.h>

#include "model/profile.h"

/*
 * A callchain goes on behind an interrupt or exception with the address that was interrupted,
 * which is no return address and must be looked up as it is. Nothing in the chain marks it but
 * the function before it. Where that matters -- the address is the first of a function -- the
 * symbol stage notes both answers here.
 */
struct borders {
	struct border {
		uint32_t location; /* looked up as a return address */
		uint32_t symbol;   /* what begins at its address itself */
	} * list;
	size_t count, capacity;
};

void borders_add(struct borders *borders, uint32_t location, uint32_t symbol);

/* Give frames that were interrupted the symbol that begins there. */
void borders_settle(const struct borders *borders, struct profile *profile);

void borders_deinit(struct borders *borders);

/* Does an interrupt or exception enter the kernel from the kernel by a function of this name? */
bool is_interrupt_entry(const char *name);

#endif

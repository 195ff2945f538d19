/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_ANNOTATE_H
#define SYMBOLS_ANNOTATE_H

#include "symbols/source.h"

/* A location, and the address of its DSO to look up. */
struct annotated {
	uint64_t address;
	uint32_t location; /* NONE: ask only where ... */
	uint32_t symbol;   /* ... this one, which is there, is declared */
};

/*
 * What debug information says of places whose symbols are known: the file and line that declare
 * each symbol, and the functions that were inlined there. @symbols' files may be taken over.
 * @places is put into another order.
 */
void annotate_image(struct resolver *resolver, uint32_t dso, struct image_symbols *symbols,
		    struct annotated *places, size_t count);

#endif

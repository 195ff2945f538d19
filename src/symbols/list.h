/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_LIST_H
#define SYMBOLS_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

/*
 * The symbols of one image, ordered by address. They are settled the way perf does it (tools/perf
 * of Linux 6.1, util/symbol.c), so that both tools name a place alike: a symbol without a size
 * reaches to the next one; of several at one address one is shown and the others are aliases.
 *
 *	symbol_list_add(&list, ...);	any number of times
 *	symbol_list_settle(&list);
 *	symbol_list_add(&list, ...);	what is not to end another symbol: PLT entries
 *	symbol_list_sort(&list);
 *	symbol_list_find(&list, address);
 */
struct listed {
	uint64_t start, end;   /* end: the first address behind it */
	const char *name;      /* not terminated */
	uint32_t name_len;     /* 0: a gap that has no name */
	uint32_t order;	       /* as added */
	uint8_t type, binding; /* as in ELF */
	bool is_alias;	       /* at its start another one is shown */
	bool is_plt;	       /* the name is of what the entry jumps to */
};

struct symbol_list {
	struct listed *symbols;
	uint64_t *reach; /* reach[i]: the largest end of symbols[0 .. i] */
	size_t count, capacity;
	size_t settled;	    /* how many there were when it was settled */
	bool demangle;	    /* compare aliases by their demangled names */
	struct arena arena; /* for names that are nowhere else */
	struct shape *shape;
};

/* Not a gap: a PLT entry has a name even where what it jumps to has none. */
static inline bool symbol_has_name(const struct listed *symbol)
{
	return symbol->name_len || symbol->is_plt;
}

/* Add a symbol; @size 0: unknown. The name must live as long as the list. */
void symbol_list_add(struct symbol_list *list, uint64_t start, uint64_t size, const char *name,
		     size_t name_len, uint8_t type, uint8_t binding);

/* Order, give ends to those without, choose among those at one address. */
void symbol_list_settle(struct symbol_list *list);

/* Order again after something was added to a settled list. */
void symbol_list_sort(struct symbol_list *list);

/* The symbol at @address, else NULL. */
const struct listed *symbol_list_find(struct symbol_list *list, uint64_t address);

/* The first symbol of this name, else NULL. */
const struct listed *symbol_list_named(const struct symbol_list *list, const char *name);

void symbol_list_deinit(struct symbol_list *list);

/* Which of two symbols at one address perf shows: true for @a. For list.c and shape.c. */
bool symbol_is_better(const struct symbol_list *list, const struct listed *a,
		      const struct listed *b);

#endif

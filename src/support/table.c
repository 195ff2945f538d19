// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/table.h"

#include <stdlib.h>

#include "support/memory.h"

static void place(struct table *table, struct table_slot new)
{
	uint32_t at = new.hash;

	while (table->slots[at & table->mask].id_plus_one)
		at++;
	table->slots[at & table->mask] = new;
}

static void grow(struct table *table)
{
	struct table old = *table;
	uint32_t size = old.slots ? (old.mask + 1) * 2 : 64;

	table->slots = mem_zalloc_table(size, sizeof(*table->slots));
	table->mask = size - 1;
	for (uint32_t i = 0; old.slots && i <= old.mask; i++)
		if (old.slots[i].id_plus_one)
			place(table, old.slots[i]);
	free(old.slots);
}

void table_insert(struct table *table, uint32_t hash, uint32_t id)
{
	if (!table->slots || table->count * 2 > table->mask)
		grow(table);
	place(table, (struct table_slot) { hash, id + 1 });
	table->count++;
}

void table_deinit(struct table *table)
{
	free(table->slots);
	*table = (struct table) { 0 };
}

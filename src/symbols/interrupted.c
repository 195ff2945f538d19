// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/interrupted.h"

#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"

bool is_interrupt_entry(const char *name)
{
	static const char *const prefixes[] = {
		/* x86: arch/x86/entry/entry_64.S of 5.8 and later, and before */
		"asm_sysvec_",
		"asm_exc_",
		"asm_common_interrupt",
		"asm_spurious_interrupt",
		"asm_call_",
		"common_interrupt",
		"apic_timer_interrupt",
		"reschedule_interrupt",
		"call_function_",
		"irq_work_interrupt",
		"hypervisor_callback",
		"ret_from_intr",
		"page_fault",
		"async_page_fault",
		"general_protection",
		"error_exit",
		"nmi",
		"end_repeat_nmi",
		"asm_nmi",
		/* arm64 and arm */
		"el1_irq",
		"el1_sync",
		"el1h_64_",
		"el1t_64_",
		"__irq_svc",
		"__dabt_svc",
		/* powerpc, s390, RISC-V */
		"hardware_interrupt_common",
		"decrementer_common",
		"data_access_common",
		"io_int_handler",
		"ext_int_handler",
		"handle_exception",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

void borders_add(struct borders *borders, uint32_t location, uint32_t symbol)
{
	array_reserve(borders->list, borders->capacity, borders->count + 1);
	borders->list[borders->count++] =
		(struct border) { .location = location, .symbol = symbol };
}

/* The place at the same address, looked up as it is. */
static uint32_t place_itself(struct profile *profile, const struct border *border)
{
	struct location of = profile->locations[border->location]; /* the array may move */
	uint32_t itself = profile_address_location(profile, of.dso, of.address, false);

	if (profile->locations[itself].symbol == NONE)
		profile_set_symbol(profile, itself, border->symbol);
	return itself;
}

void borders_settle(const struct borders *borders, struct profile *profile)
{
	uint32_t count = profile->location_count;
	cleanup_free uint32_t *itself = NULL;

	if (!borders->count)
		return;
	itself = mem_alloc(count * sizeof(*itself));
	memset(itself, 0xff, count * sizeof(*itself));
	for (size_t i = 0; i < borders->count; i++)
		itself[borders->list[i].location] = place_itself(profile, &borders->list[i]);
	for (uint32_t i = 0; i < profile->stack_count; i++) {
		uint32_t *frames = profile->frames + profile->stacks[i].first;

		for (uint32_t k = 1; k < profile->stacks[i].depth; k++) {
			if (frames[k] >= count || itself[frames[k]] == NONE)
				continue;

			uint32_t entry = profile->locations[frames[k - 1]].symbol;

			if (is_interrupt_entry(profile_text(profile, profile->symbols[entry].name)))
				frames[k] = itself[frames[k]];
		}
	}
}

void borders_deinit(struct borders *borders)
{
	free(borders->list);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whether a file without a build-id can be the kernel that ran. Any kallsyms
 * fits after a shift, so that the shift proves nothing; perf takes the other
 * kernel's and prints wrong names.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "support/memory.h"
#include "symbols/source.h"

/* Longer maps end where modules begin or memory ends (perf before 5.1), not with the text. */
#define LONGEST_TEXT (64u << 20)

/* So many callchains are evidence; more would only cost time. */
#define FEWEST_CHAINS 5
#define MOST_STACKS   50000

/* Functions by which the kernel is entered, or where a task of its own begins. */
static const char *const entry_prefixes[] = {
	"entry_",
	"asm_",
	"xen_asm_",
	"ret_from_",
	"secondary_startup",
	"common_startup",
	"start_secondary",
	"secondary_start",
	"x86_64_start",
	"start_kernel",
	"startup_",
	"rest_init",
	"kthread",
	"kernel_thread",
	"child_rip",
	"cpu_startup_entry",
	"syscall_",
	"system_call",
	"sysenter_",
	"sysret_",
	"ia32_",
	"int_",
	"stub_",
	"common_interrupt",
	"apic_timer_interrupt",
	"reschedule_interrupt",
	"call_function",
	"do_IRQ",
	"smp_",
	"page_fault",
	"async_page_fault",
	"error_",
	"general_protection",
	"nmi",
	"repeat_nmi",
	"end_repeat_nmi",
	"paranoid_",
	"do_softirq",
	"el0",
	"el1",
	"vector",
	"ret_fast_syscall",
	"ret_slow_syscall",
	"__irq_",
	"__dabt_",
	"__pabt_",
	"__und_",
	"__primary_switch",
	"handle_exception",
	"handle_",
	"do_trap_",
	"_start",
	"_stext",
	"system_",
	"data_access",
	"instruction_access",
	"hardware_interrupt",
	"decrementer_",
	"start_here",
	"sys_",
	"ext_int",
	"io_int",
	"pgm_check",
	"retint_",
	"native_irq_return",
	"swapgs_restore",
	"restore_regs",
	"invalid_op",
};

static bool is_entry(const struct listed *symbol)
{
	for (size_t i = 0; i < ARRAY_SIZE(entry_prefixes); i++) {
		size_t len = strlen(entry_prefixes[i]);

		if (symbol->name_len >= len && !memcmp(symbol->name, entry_prefixes[i], len))
			return true;
	}
	return false;
}

/* The outermost frame of @stack that is the kernel's, if all behind it are other images'. */
static const struct location *outermost(const struct profile *profile, const struct stack *stack,
					uint32_t dso)
{
	for (uint32_t i = stack->depth; i-- > 1;) {
		const struct location *frame =
			&profile->locations[profile->frames[stack->first + i]];

		if (frame->dso == dso)
			return frame;
		if (profile->dsos[frame->dso].kind != DSO_USER)
			return NULL;
	}
	return NULL;
}

static bool chains_fit(const struct profile *profile, uint32_t dso,
		       const struct kernel_claim *claim, char *why, size_t why_size)
{
	uint64_t chains = 0, entries = 0;

	for (uint32_t i = 0; i < profile->stack_count && i < MOST_STACKS; i++) {
		const struct stack *stack = &profile->stacks[i];
		const struct location *frame = outermost(profile, stack, dso);

		if (!frame || stack->flags & STACK_TRUNCATED)
			continue;

		const struct listed *symbol = symbol_list_find(
			claim->list, frame->address - frame->is_return + claim->shift);

		chains += stack->samples;
		if (symbol && is_entry(symbol))
			entries += stack->samples;
	}
	if (chains < FEWEST_CHAINS || entries >= chains - chains / 2)
		return true;
	snprintf(why, why_size,
		 "with it only %" PRIu64 " of %" PRIu64
		 " callchains begin at a function that enters the kernel",
		 entries, chains);
	return false;
}

/* The length of the kernel's text, if that is what its map says. */
static uint64_t recorded_length(const struct profile *profile, const struct dso *kernel)
{
	uint64_t end = kernel->map_start + kernel->map_size;

	if (!kernel->map_size || kernel->map_size > LONGEST_TEXT)
		return 0;
	for (uint32_t i = 0; i < profile->dso_count; i++)
		if (profile->dsos[i].kind == DSO_MODULE && profile->dsos[i].map_size &&
		    profile->dsos[i].map_start == end)
			return 0;
	return kernel->map_size;
}

/* Without a length there must at least be symbols where the samples are. */
static bool samples_fit(const struct profile *profile, uint32_t dso,
			const struct kernel_claim *claim, char *why, size_t why_size)
{
	uint64_t places = 0, known = 0;

	for (uint32_t i = 0; i < profile->location_count && places < MOST_STACKS; i++) {
		const struct location *place = &profile->locations[i];

		if (place->dso != dso || place->symbol != NONE)
			continue;
		places++;
		known += symbol_list_find(claim->list, place->address + claim->shift) != NULL;
	}
	if (known >= places - places / 4)
		return true;
	snprintf(why, why_size,
		 "it has functions at only %" PRIu64 " of %" PRIu64 " sampled addresses", known,
		 places);
	return false;
}

bool kernel_fits(const struct profile *profile, uint32_t dso, const struct kernel_claim *claim,
		 char *why, size_t why_size)
{
	uint64_t recorded = recorded_length(profile, &profile->dsos[dso]);
	uint64_t own = claim->text && claim->etext > claim->text ? claim->etext - claim->text : 0;

	if (recorded && own && recorded != own) {
		snprintf(why, why_size,
			 "its text is 0x%" PRIx64 " bytes long, the recording's kernel 0x%" PRIx64,
			 own, recorded);
		return false;
	}
	if ((!recorded || !own) && !samples_fit(profile, dso, claim, why, why_size))
		return false;
	return chains_fit(profile, dso, claim, why, why_size);
}

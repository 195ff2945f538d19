// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/call_sites.h"

#include <dwarf.h>
#include <stdlib.h>

#include "support/memory.h"
#include "symbols/linked.h"

/* Blocks, inlined functions, namespaces: so deep they are followed. */
#define MOST_NESTED 128

#define NO_FUNCTION UINT32_MAX

struct function {
	uint64_t entry;
	Dwarf_Die die;
	Dwarf_Die origin; /* its abstract function, if it is a copy of one; else without address */
	bool complete, is_read, is_sorted;
	struct tail_jump *jumps;
	size_t jump_count, jump_capacity;
	struct call *calls; /* by where they return to, if sorted */
	size_t call_count, call_capacity;
};

struct call {
	uint64_t returns_to, target;
};

struct span {
	uint64_t start, end;
	uint32_t function;
};

/* An out-of-line copy of the function whose abstract entry is at @origin. */
struct copy {
	Dwarf_Off origin;
	uint64_t entry;
	bool is_read; /* the abstract one was looked at: noted with the first of its copies */
};

struct unit {
	bool is_read;
	struct span *spans; /* by start */
	size_t span_count, span_capacity;
	struct copy *copies; /* by origin */
	size_t copy_count, copy_capacity;
};

struct call_sites {
	struct debug_info *info;
	struct linked linked;
	struct unit *units; /* by number in @info */
	struct function *functions;
	size_t function_count, function_capacity;
	uint32_t steps; /* from one entry to the next, to look at the clock now and then */
};

/* ---- which function has an address ---- */

static void add_ranges(struct unit *unit, Dwarf_Die *die, uint32_t function)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		if (start >= end)
			continue;
		array_reserve(unit->spans, unit->span_capacity, unit->span_count + 1);
		unit->spans[unit->span_count++] = (struct span) { start, end, function };
	}
}

static int compare_spans(const void *a_, const void *b_)
{
	const struct span *a = a_, *b = b_;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->end < b->end ? -1 : a->end > b->end;
}

/* By the last span that begins at or before @address, if it reaches that far. */
static uint32_t find_function(const struct unit *unit, uint64_t address)
{
	size_t low = 0, high = unit->span_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (unit->spans[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address < unit->spans[low - 1].end ? unit->spans[low - 1].function
							 : NO_FUNCTION;
}

/* ---- reading a function ---- */

static bool is_set(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	bool value;

	return dwarf_attr(die, name, &attribute) && !dwarf_formflag(&attribute, &value) && value;
}

static bool is_set_as(Dwarf_Die *die, unsigned name, unsigned gnu_name)
{
	return is_set(die, name) || is_set(die, gnu_name);
}

static bool referred(Dwarf_Die *die, unsigned name, Dwarf_Die *to)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, name, &attribute) && dwarf_formref_die(&attribute, to);
}

static bool address_of(Dwarf_Die *die, unsigned name, uint64_t *address)
{
	Dwarf_Attribute attribute;
	Dwarf_Addr value;

	if (!dwarf_attr(die, name, &attribute) || dwarf_formaddr(&attribute, &value))
		return false;
	*address = value;
	return true;
}

/*
 * The next entry beside @die. Damaged files have entries that are their own siblings, or their
 * children's, so that to go through them takes for ever: time is limited.
 */
static bool step(struct call_sites *sites, Dwarf_Die *die)
{
	Dwarf_Die next;

	if (dwarf_siblingof(die, &next) || (char *)next.addr <= (char *)die->addr ||
	    (!(++sites->steps & 0xfff) && debug_info_is_late(sites->info)))
		return false;
	*die = next;
	return true;
}

/* Where a function is entered; of one that is split in hot and cold parts, the first part. */
static uint64_t entry_of(Dwarf_Die *die)
{
	Dwarf_Addr base, start, end;

	if (!dwarf_entrypc(die, &start) || dwarf_ranges(die, 0, &base, &start, &end) > 0)
		return start;
	return 0;
}

static const char *linked_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute))
		return dwarf_formstring(&attribute);
	return dwarf_diename(die);
}

static bool is_external(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	bool value;

	return dwarf_attr_integrate(die, DW_AT_external, &attribute) &&
	       !dwarf_formflag(&attribute, &value) && value;
}

/* The first copy of the abstract function at @origin. */
static struct copy *first_copy(const struct unit *unit, Dwarf_Off origin)
{
	size_t low = 0, high = unit->copy_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (unit->copies[middle].origin < origin)
			low = middle + 1;
		else
			high = middle;
	}
	return low < unit->copy_count && unit->copies[low].origin == origin ? &unit->copies[low]
									    : NULL;
}

/* The only copy of an abstract function in the unit; of several nothing says which one is meant. */
static uint64_t only_copy(const struct unit *unit, Dwarf_Off origin)
{
	const struct copy *copy = first_copy(unit, origin);

	if (!copy || (copy + 1 < unit->copies + unit->copy_count && copy[1].origin == origin))
		return 0;
	return copy->entry;
}

/*
 * Where the function is that a call site names. One that is described here, but has no symbol, is
 * a weak function in whose place the linker took another unit's: then the name says where that is.
 */
static uint64_t target_of(struct call_sites *sites, const struct unit *unit, Dwarf_Die *site)
{
	Dwarf_Die function;
	uint64_t entry;

	if (!referred(site, DW_AT_call_origin, &function) &&
	    !referred(site, DW_AT_abstract_origin, &function))
		return 0;
	entry = entry_of(&function);
	if (entry && linked_has(&sites->linked, entry))
		return entry;
	if (is_external(&function)) {
		const char *name = linked_name(&function);
		uint64_t address = name ? linked_address(&sites->linked, name) : 0;

		if (address)
			return address;
	}
	return entry ? entry : only_copy(unit, dwarf_dieoffset(&function));
}

/* The function that has the code at @place, or @enclosing. */
static struct function *owner_of(struct call_sites *sites, const struct unit *unit, uint64_t place,
				 uint32_t enclosing)
{
	uint32_t number = find_function(unit, place);

	if (number == NO_FUNCTION)
		number = enclosing;
	return number == NO_FUNCTION ? NULL : &sites->functions[number];
}

static void take_tail_call(struct call_sites *sites, const struct unit *unit, Dwarf_Die *site,
			   uint32_t enclosing)
{
	struct tail_jump jump = { .target = target_of(sites, unit, site) };
	struct function *function;

	if (!address_of(site, DW_AT_call_pc, &jump.place) &&
	    (address_of(site, DW_AT_call_return_pc, &jump.place) ||
	     address_of(site, DW_AT_low_pc, &jump.place)))
		jump.place--; /* GCC gives the address behind the jump */
	function = owner_of(sites, unit, jump.place, enclosing);
	if (!function)
		return;
	array_reserve(function->jumps, function->jump_capacity, function->jump_count + 1);
	function->jumps[function->jump_count++] = jump;
}

static void take_call(struct call_sites *sites, const struct unit *unit, Dwarf_Die *site,
		      uint32_t enclosing)
{
	struct call call = { .target = target_of(sites, unit, site) };
	struct function *function;

	if (!call.target || (!address_of(site, DW_AT_call_return_pc, &call.returns_to) &&
			     !address_of(site, DW_AT_low_pc, &call.returns_to)))
		return;
	/* A call that does not return may be the last of its function. */
	function = owner_of(sites, unit, call.returns_to - 1, enclosing);
	if (!function)
		return;
	array_reserve(function->calls, function->call_capacity, function->call_count + 1);
	function->calls[function->call_count++] = call;
	function->is_sorted = false;
}

/* False if not all of the block could be read. */
static bool read_block(struct call_sites *sites, const struct unit *unit, uint32_t enclosing,
		       Dwarf_Die *block, unsigned depth)
{
	bool is_whole = depth <= MOST_NESTED;
	Dwarf_Die die;

	if (!is_whole || dwarf_child(block, &die))
		return is_whole;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_call_site:
		case DW_TAG_GNU_call_site:
			if (is_set_as(&die, DW_AT_call_tail_call, DW_AT_GNU_tail_call))
				take_tail_call(sites, unit, &die, enclosing);
			else
				take_call(sites, unit, &die, enclosing);
			break;
		case DW_TAG_lexical_block:
		case DW_TAG_inlined_subroutine:
		case DW_TAG_try_block:
		case DW_TAG_catch_block:
			is_whole &= read_block(sites, unit, enclosing, &die, depth + 1);
			break;
		default:
			break;
		}
	} while (step(sites, &die));
	return is_whole && !sites->info->is_late;
}

/*
 * GCC 12 has some call sites of an out-of-line copy below the abstract function that it is a copy
 * of: that is read, too, and what is found there belongs to whichever copy has the address.
 */
static bool read_origin(struct call_sites *sites, const struct unit *unit, Dwarf_Die *origin)
{
	struct copy *copy = first_copy(unit, dwarf_dieoffset(origin));

	if (!copy || copy->is_read)
		return true;
	copy->is_read = true;
	return read_block(sites, unit, NO_FUNCTION, origin, 0);
}

static void read_function(struct call_sites *sites, const struct unit *unit, uint32_t number)
{
	struct function *function = &sites->functions[number];

	if (function->is_read)
		return;
	function->is_read = true;
	if (debug_info_is_late(sites->info) ||
	    !read_block(sites, unit, number, &function->die, 0) ||
	    (function->origin.addr && !read_origin(sites, unit, &function->origin)))
		function->complete = false;
}

/* ---- reading a unit ---- */

static bool tells_all_tail_calls(Dwarf_Die *die)
{
	return is_set_as(die, DW_AT_call_all_calls, DW_AT_GNU_all_call_sites) ||
	       is_set_as(die, DW_AT_call_all_tail_calls, DW_AT_GNU_all_tail_call_sites) ||
	       is_set_as(die, DW_AT_call_all_source_calls, DW_AT_GNU_all_source_call_sites);
}

static void add_copy(struct unit *unit, Dwarf_Die *origin, uint64_t entry)
{
	array_reserve(unit->copies, unit->copy_capacity, unit->copy_count + 1);
	unit->copies[unit->copy_count++] =
		(struct copy) { .origin = dwarf_dieoffset(origin), .entry = entry };
}

static void add_function(struct call_sites *sites, struct unit *unit, Dwarf_Die *die)
{
	struct function function = { .entry = entry_of(die), .die = *die };

	if (!function.entry || function.entry < sites->info->lowest)
		return;
	if (referred(die, DW_AT_abstract_origin, &function.origin))
		add_copy(unit, &function.origin, function.entry);
	else
		function.origin.addr = NULL;
	function.complete = tells_all_tail_calls(die);
	add_ranges(unit, die, (uint32_t)sites->function_count);
	array_reserve(sites->functions, sites->function_capacity, sites->function_count + 1);
	sites->functions[sites->function_count++] = function;
}

/* C++ and Rust have functions in namespaces and types. */
static void add_functions(struct call_sites *sites, struct unit *unit, Dwarf_Die *parent,
			  unsigned depth)
{
	Dwarf_Die die;

	if (depth > MOST_NESTED || dwarf_child(parent, &die))
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_subprogram:
			add_function(sites, unit, &die);
			break;
		case DW_TAG_namespace:
		case DW_TAG_module:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
			add_functions(sites, unit, &die, depth + 1);
			break;
		default:
			break;
		}
	} while (step(sites, &die));
}

static int compare_copies(const void *a_, const void *b_)
{
	const struct copy *a = a_, *b = b_;

	if (a->origin != b->origin)
		return a->origin < b->origin ? -1 : 1;
	return a->entry < b->entry ? -1 : a->entry > b->entry;
}

/* Assembly jumps as it likes, and its debug information does not say where to. */
static bool is_assembly(Dwarf_Die *unit)
{
	return dwarf_srclang(unit) == DW_LANG_Mips_Assembler;
}

static void read_unit(struct call_sites *sites, struct debug_unit *described, struct unit *unit)
{
	Dwarf_Die die;

	unit->is_read = true;
	if (debug_info_is_late(sites->info) || !debug_unit_die(sites->info, described, &die) ||
	    is_assembly(&die))
		return;
	add_functions(sites, unit, &die, 0);
	if (unit->span_count)
		qsort(unit->spans, unit->span_count, sizeof(*unit->spans), compare_spans);
	if (unit->copy_count)
		qsort(unit->copies, unit->copy_count, sizeof(*unit->copies), compare_copies);
}

/* The @n-th unit that has @address. */
static struct unit *unit_at(struct call_sites *sites, uint64_t address, size_t n)
{
	struct debug_unit *described = debug_info_unit(sites->info, address, n);
	struct unit *unit = described ? &sites->units[described - sites->info->units] : NULL;

	if (unit && !unit->is_read)
		read_unit(sites, described, unit);
	return unit;
}

/* ---- asking ---- */

struct call_sites *call_sites_new(struct debug_info *info)
{
	struct call_sites *sites = mem_zalloc(1, sizeof(*sites));

	sites->info = info;
	sites->units = mem_zalloc(info->unit_count + 1, sizeof(*sites->units));
	linked_read(&sites->linked, info);
	return sites;
}

void call_sites_free(struct call_sites *sites)
{
	if (!sites)
		return;
	for (size_t i = 0; i < sites->info->unit_count; i++) {
		free(sites->units[i].spans);
		free(sites->units[i].copies);
	}
	for (size_t i = 0; i < sites->function_count; i++) {
		free(sites->functions[i].jumps);
		free(sites->functions[i].calls);
	}
	free(sites->units);
	free(sites->functions);
	linked_deinit(&sites->linked);
	free(sites);
}

/* Until the next one is asked for; with its call sites read if @whole. */
static struct function *function_at(struct call_sites *sites, uint64_t address, bool whole)
{
	const struct unit *unit;

	for (size_t n = 0; (unit = unit_at(sites, address, n)); n++) {
		uint32_t number = find_function(unit, address);

		if (number == NO_FUNCTION)
			continue;
		if (whole)
			read_function(sites, unit, number);
		return &sites->functions[number];
	}
	return NULL;
}

uint64_t call_sites_function(struct call_sites *sites, uint64_t address)
{
	const struct function *function = function_at(sites, address, false);

	return function ? function->entry : 0;
}

static int compare_calls(const void *a_, const void *b_)
{
	const struct call *a = a_, *b = b_;

	return a->returns_to < b->returns_to ? -1 : a->returns_to > b->returns_to;
}

uint64_t call_sites_callee(struct call_sites *sites, uint64_t address)
{
	struct function *function = function_at(sites, address - 1, true);
	const struct call wanted = { .returns_to = address };
	const struct call *call;

	if (!function || !function->call_count)
		return 0;
	if (!function->is_sorted)
		qsort(function->calls, function->call_count, sizeof(wanted), compare_calls);
	function->is_sorted = true;
	call = bsearch(&wanted, function->calls, function->call_count, sizeof(wanted),
		       compare_calls);
	return call ? call->target : 0;
}

bool call_sites_jumps(struct call_sites *sites, uint64_t entry, struct tail_jumps *jumps)
{
	const struct function *function = function_at(sites, entry, true);

	if (!function || function->entry != entry)
		return false;
	*jumps = (struct tail_jumps) {
		.list = function->jumps,
		.count = function->jump_count,
		.complete = function->complete,
	};
	return true;
}

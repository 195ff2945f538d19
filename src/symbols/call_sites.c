// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/call_sites.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"
#include "support/table.h"

/* Blocks, inlined functions, namespaces: so deep they are followed. */
#define MOST_NESTED 128

#define NO_FUNCTION UINT32_MAX

struct function {
	uint64_t entry;
	uint32_t first_jump, jump_count;
	bool complete;
};

struct span {
	uint64_t start, end;
	uint32_t function;
};

struct spans {
	struct span *list; /* by start */
	size_t count, capacity;
};

struct call {
	uint64_t returns_to, target;
};

struct unit {
	bool is_read;
	struct spans functions;
	struct call *calls; /* by where they return to */
	size_t call_count, call_capacity;
};

/* An out-of-line copy of the function whose abstract entry is at @origin. */
struct copy {
	Dwarf_Off origin;
	uint64_t entry;
};

struct call_sites {
	struct debug_info *info;
	struct unit *units; /* by number in @info */
	struct function *functions;
	size_t function_count, function_capacity;
	struct tail_jump *jumps;
	size_t jump_count, jump_capacity;

	/* Of the unit that is being read. */
	struct copy *copies;
	size_t copy_count, copy_capacity;
	struct found_jump {
		uint32_t function;
		struct tail_jump jump;
	} * found_jumps;
	size_t found_count, found_capacity;

	/* Functions that other units can call. */
	struct global {
		const char *name;
		uint64_t address;
	} * globals;
	size_t global_count, global_capacity;
	struct table global_index;
	uint64_t *named; /* addresses of all functions in the symbol table, in order */
	size_t named_count, named_capacity;
};

/* ---- names of functions that are not in the unit ---- */

static uint64_t global_address(const struct call_sites *sites, const char *name)
{
	table_for_each (&sites->global_index, hash_bytes(name, strlen(name)), i)
		if (!strcmp(sites->globals[i].name, name))
			return sites->globals[i].address;
	return 0;
}

static void add_global(struct call_sites *sites, const char *name, uint64_t address)
{
	if (!*name || !address || global_address(sites, name))
		return;
	array_reserve(sites->globals, sites->global_capacity, sites->global_count + 1);
	sites->globals[sites->global_count] = (struct global) { name, address };
	table_insert(&sites->global_index, hash_bytes(name, strlen(name)), sites->global_count++);
}

static bool is_code(const GElf_Sym *symbol)
{
	unsigned type = GELF_ST_TYPE(symbol->st_info);

	return (type == STT_FUNC || type == STT_NOTYPE) && symbol->st_shndx != SHN_UNDEF &&
	       symbol->st_shndx != SHN_ABS;
}

static bool is_global(const GElf_Sym *symbol)
{
	unsigned binding = GELF_ST_BIND(symbol->st_info);

	return binding == STB_GLOBAL || binding == STB_WEAK;
}

static void add_named(struct call_sites *sites, uint64_t address)
{
	array_reserve(sites->named, sites->named_capacity, sites->named_count + 1);
	sites->named[sites->named_count++] = address;
}

static int compare_addresses(const void *a_, const void *b_)
{
	const uint64_t *a = a_, *b = b_;

	return *a < *b ? -1 : *a > *b;
}

static bool is_named(const struct call_sites *sites, uint64_t address)
{
	return sites->named_count && bsearch(&address, sites->named, sites->named_count,
					     sizeof(address), compare_addresses);
}

static bool address_of_symbol(const struct debug_info *info, const GElf_Sym *symbol,
			      uint64_t *address)
{
	*address = symbol->st_value;
	return !info->placed ||
	       debug_info_of_section(info, symbol->st_shndx, symbol->st_value, address);
}

static void read_names(struct call_sites *sites)
{
	Elf *elf = sites->info->file.elf;
	GElf_Shdr header;
	Elf_Scn *section = elf_section_typed(&sites->info->file, SHT_SYMTAB, &header);
	Elf_Data *data = section && header.sh_entsize ? elf_getdata(section, NULL) : NULL;
	size_t count = data ? data->d_size / header.sh_entsize : 0;

	for (size_t i = 1; i < count && i < INT32_MAX; i++) {
		GElf_Sym symbol;
		const char *name;
		uint64_t address;

		if (!gelf_getsym(data, i, &symbol))
			break;
		if (!is_code(&symbol) || !address_of_symbol(sites->info, &symbol, &address))
			continue;
		add_named(sites, address);
		name = is_global(&symbol) ? elf_strptr(elf, header.sh_link, symbol.st_name) : NULL;
		if (name)
			add_global(sites, name, address);
	}
	if (sites->named_count)
		qsort(sites->named, sites->named_count, sizeof(*sites->named), compare_addresses);
}

/* ---- which function has an address ---- */

static void add_span(struct spans *spans, uint64_t start, uint64_t end, uint32_t function)
{
	if (start >= end)
		return;
	array_reserve(spans->list, spans->capacity, spans->count + 1);
	spans->list[spans->count++] = (struct span) { start, end, function };
}

static void add_ranges(struct spans *spans, Dwarf_Die *die, uint32_t function)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0)
		add_span(spans, start, end, function);
}

static int compare_spans(const void *a_, const void *b_)
{
	const struct span *a = a_, *b = b_;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->end < b->end ? -1 : a->end > b->end;
}

static void sort_spans(struct spans *spans)
{
	if (spans->count)
		qsort(spans->list, spans->count, sizeof(*spans->list), compare_spans);
}

/* The last span that begins at or before @address, if it reaches that far. */
static const struct span *find_span(const struct spans *spans, uint64_t address)
{
	size_t low = 0, high = spans->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (spans->list[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address < spans->list[low - 1].end ? &spans->list[low - 1] : NULL;
}

/* ---- reading a unit ---- */

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

static int compare_copies(const void *a_, const void *b_)
{
	const struct copy *a = a_, *b = b_;

	return a->origin < b->origin ? -1 : a->origin > b->origin;
}

/* The only copy of an abstract function in the unit; of several nothing says which one is meant. */
static uint64_t only_copy(const struct call_sites *sites, Dwarf_Off origin)
{
	const struct copy wanted = { .origin = origin };
	const struct copy *end = sites->copies + sites->copy_count;
	const struct copy *found = sites->copy_count
					   ? bsearch(&wanted, sites->copies, sites->copy_count,
						     sizeof(wanted), compare_copies)
					   : NULL;

	if (!found || (found > sites->copies && found[-1].origin == origin) ||
	    (found + 1 < end && found[1].origin == origin))
		return 0;
	return found->entry;
}

/*
 * Where the function is that a call site names. One that is described here, but has no symbol, is
 * a weak function in whose place the linker took another unit's: then the name says where that is.
 */
static uint64_t target_of(const struct call_sites *sites, Dwarf_Die *site)
{
	Dwarf_Die function;
	uint64_t entry;

	if (!referred(site, DW_AT_call_origin, &function) &&
	    !referred(site, DW_AT_abstract_origin, &function))
		return 0;
	entry = entry_of(&function);
	if (entry && is_named(sites, entry))
		return entry;
	if (is_external(&function)) {
		const char *name = linked_name(&function);
		uint64_t address = name ? global_address(sites, name) : 0;

		if (address)
			return address;
	}
	return entry ? entry : only_copy(sites, dwarf_dieoffset(&function));
}

static void take_tail_call(struct call_sites *sites, Dwarf_Die *site, uint32_t function)
{
	struct tail_jump jump = { .target = target_of(sites, site) };

	if (!address_of(site, DW_AT_call_pc, &jump.place) &&
	    (address_of(site, DW_AT_call_return_pc, &jump.place) ||
	     address_of(site, DW_AT_low_pc, &jump.place)))
		jump.place--; /* GCC gives the address behind the jump */
	array_reserve(sites->found_jumps, sites->found_capacity, sites->found_count + 1);
	sites->found_jumps[sites->found_count++] = (struct found_jump) { function, jump };
}

static void take_call(struct call_sites *sites, struct unit *unit, Dwarf_Die *site)
{
	struct call call = { .target = target_of(sites, site) };

	if (!call.target || (!address_of(site, DW_AT_call_return_pc, &call.returns_to) &&
			     !address_of(site, DW_AT_low_pc, &call.returns_to)))
		return;
	array_reserve(unit->calls, unit->call_capacity, unit->call_count + 1);
	unit->calls[unit->call_count++] = call;
}

/* False if not all of the block could be read. */
static bool read_block(struct call_sites *sites, struct unit *unit, uint32_t function,
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
				take_tail_call(sites, &die, function);
			else
				take_call(sites, unit, &die);
			break;
		case DW_TAG_lexical_block:
		case DW_TAG_inlined_subroutine:
		case DW_TAG_try_block:
		case DW_TAG_catch_block:
			is_whole &= read_block(sites, unit, function, &die, depth + 1);
			break;
		default:
			break;
		}
	} while (!dwarf_siblingof(&die, &die));
	return is_whole;
}

static bool tells_all_tail_calls(Dwarf_Die *die)
{
	return is_set_as(die, DW_AT_call_all_calls, DW_AT_GNU_all_call_sites) ||
	       is_set_as(die, DW_AT_call_all_tail_calls, DW_AT_GNU_all_tail_call_sites) ||
	       is_set_as(die, DW_AT_call_all_source_calls, DW_AT_GNU_all_source_call_sites);
}

/*
 * GCC 12 has some call sites of an out-of-line copy below the abstract function that it is a copy
 * of: so these are read, too, and jumps are given to functions by where they are.
 */
static void read_function(struct call_sites *sites, struct unit *unit, Dwarf_Die *die)
{
	uint32_t number = sites->function_count;
	struct function function = { .entry = entry_of(die) };

	if (!function.entry || function.entry < sites->info->lowest) {
		read_block(sites, unit, NO_FUNCTION, die, 0);
		return;
	}
	add_ranges(&unit->functions, die, number);
	array_reserve(sites->functions, sites->function_capacity, sites->function_count + 1);
	function.complete = tells_all_tail_calls(die);
	sites->functions[sites->function_count++] = function;
	if (!read_block(sites, unit, number, die, 0))
		sites->functions[number].complete = false;
}

static int compare_jumps(const void *a_, const void *b_)
{
	const struct found_jump *a = a_, *b = b_;

	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	return a->jump.place < b->jump.place ? -1 : a->jump.place > b->jump.place;
}

/* Jumps of one function stand together. */
static void settle_jumps(struct call_sites *sites, const struct unit *unit)
{
	for (size_t i = 0; i < sites->found_count; i++) {
		struct found_jump *found = &sites->found_jumps[i];
		const struct span *span = find_span(&unit->functions, found->jump.place);

		if (span)
			found->function = span->function;
	}
	if (sites->found_count)
		qsort(sites->found_jumps, sites->found_count, sizeof(*sites->found_jumps),
		      compare_jumps);
	array_reserve(sites->jumps, sites->jump_capacity, sites->jump_count + sites->found_count);
	for (size_t i = 0; i < sites->found_count; i++) {
		const struct found_jump *found = &sites->found_jumps[i];

		if (found->function == NO_FUNCTION)
			continue;
		if (!sites->functions[found->function].jump_count++)
			sites->functions[found->function].first_jump = sites->jump_count;
		sites->jumps[sites->jump_count++] = found->jump;
	}
	sites->found_count = 0;
}

static void note_copy(struct call_sites *sites, struct unit *unit, Dwarf_Die *die)
{
	Dwarf_Die origin;
	uint64_t entry = entry_of(die);

	if (!entry || entry < sites->info->lowest || !referred(die, DW_AT_abstract_origin, &origin))
		return;
	array_reserve(sites->copies, sites->copy_capacity, sites->copy_count + 1);
	sites->copies[sites->copy_count++] = (struct copy) { dwarf_dieoffset(&origin), entry };
}

/* Call for each function of the unit; C++ and Rust have them in namespaces and types. */
typedef void (*take_function)(struct call_sites *sites, struct unit *unit, Dwarf_Die *die);

static void each_function(struct call_sites *sites, struct unit *unit, Dwarf_Die *parent,
			  take_function take, unsigned depth)
{
	Dwarf_Die die;

	if (depth > MOST_NESTED || dwarf_child(parent, &die))
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_subprogram:
			take(sites, unit, &die);
			break;
		case DW_TAG_namespace:
		case DW_TAG_module:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
			each_function(sites, unit, &die, take, depth + 1);
			break;
		default:
			break;
		}
	} while (!dwarf_siblingof(&die, &die));
}

static int compare_calls(const void *a_, const void *b_)
{
	const struct call *a = a_, *b = b_;

	return a->returns_to < b->returns_to ? -1 : a->returns_to > b->returns_to;
}

/* Assembly jumps as it likes, and its debug information does not say where to. */
static bool is_assembly(Dwarf_Die *unit)
{
	int language = dwarf_srclang(unit);

	return language == DW_LANG_Mips_Assembler;
}

static void read_unit(struct call_sites *sites, struct debug_unit *described, struct unit *unit)
{
	Dwarf_Die die;

	unit->is_read = true;
	if (debug_info_is_late(sites->info) || !debug_unit_die(sites->info, described, &die))
		return;
	if (is_assembly(&die))
		return;
	sites->copy_count = 0;
	each_function(sites, unit, &die, note_copy, 0);
	if (sites->copy_count)
		qsort(sites->copies, sites->copy_count, sizeof(*sites->copies), compare_copies);
	each_function(sites, unit, &die, read_function, 0);
	sort_spans(&unit->functions);
	settle_jumps(sites, unit);
	if (unit->call_count)
		qsort(unit->calls, unit->call_count, sizeof(*unit->calls), compare_calls);
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
	read_names(sites);
	return sites;
}

void call_sites_free(struct call_sites *sites)
{
	if (!sites)
		return;
	for (size_t i = 0; i < sites->info->unit_count; i++) {
		free(sites->units[i].functions.list);
		free(sites->units[i].calls);
	}
	free(sites->units);
	free(sites->functions);
	free(sites->jumps);
	free(sites->copies);
	free(sites->found_jumps);
	free(sites->globals);
	free(sites->named);
	table_deinit(&sites->global_index);
	free(sites);
}

static const struct function *function_at(struct call_sites *sites, uint64_t address)
{
	const struct unit *unit;

	for (size_t n = 0; (unit = unit_at(sites, address, n)); n++) {
		const struct span *span = find_span(&unit->functions, address);

		if (span)
			return &sites->functions[span->function];
	}
	return NULL;
}

uint64_t call_sites_function(struct call_sites *sites, uint64_t address)
{
	const struct function *function = function_at(sites, address);

	return function ? function->entry : 0;
}

uint64_t call_sites_callee(struct call_sites *sites, uint64_t address)
{
	const struct call wanted = { .returns_to = address };
	const struct unit *unit;

	/* A call that does not return may be the last of its unit. */
	for (size_t n = 0; (unit = unit_at(sites, address - 1, n)); n++) {
		const struct call *call = unit->call_count
						  ? bsearch(&wanted, unit->calls, unit->call_count,
							    sizeof(wanted), compare_calls)
						  : NULL;

		if (call)
			return call->target;
	}
	return 0;
}

bool call_sites_jumps(struct call_sites *sites, uint64_t entry, struct tail_jumps *jumps)
{
	const struct function *function = function_at(sites, entry);

	if (!function || function->entry != entry)
		return false;
	*jumps = (struct tail_jumps) {
		.list = sites->jumps + function->first_jump,
		.count = function->jump_count,
		.complete = function->complete,
	};
	return true;
}

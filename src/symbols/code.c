// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Functions at addresses: DWARF 5, 3.3 (subroutines and inlined ones), 2.17
 * (ranges). Of entries that overlap the first one counts, as in libdw.
 */
#include "symbols/code.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

#define DEEPEST	     256
#define MOST_UNITS   4	 /* that claim one address */
#define LOOK_AT_TIME 256 /* entries between two looks at the clock */

/* An address that one of the unit's functions may have. */
struct spot {
	uint64_t address;
	uint32_t place;
	uint32_t scope; /* the innermost found so far */
};

struct reader {
	struct code_map *map;
	struct debug_info *info;
	struct spot *spots; /* by address */
	size_t spot_count;
	uint32_t *scopes; /* of the unit: the frame of each; the first is outside of all */
	size_t scope_count, scope_capacity;
	bool types_have_code;
	unsigned ticks;
};

/* Where to look: the entries below @parent, for spots[first .. end) that are in @scope. */
struct extent {
	Dwarf_Die parent;
	size_t first, end;
	uint32_t scope;
	const void *limit; /* the parent's own entries lie before this; NULL: not known */
	unsigned depth;
};

static bool is_over(struct reader *reader)
{
	if (reader->info->is_late)
		return true;
	return !(++reader->ticks % LOOK_AT_TIME) && debug_info_is_late(reader->info);
}

static const char *text_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(die, name, &attribute) ? dwarf_formstring(&attribute) : NULL;
}

/* libdw's dwarf_decl_file aborts where a unit has no files, and does not know file 0 of DWARF 5. */
static const char *declaring_file(struct code_map *map, Dwarf_Die *die, Dwarf_Attribute *attribute)
{
	Dwarf_Die unit;
	Dwarf_Word number;

	if (!dwarf_attr_integrate(die, DW_AT_decl_file, attribute) ||
	    dwarf_formudata(attribute, &number) ||
	    !dwarf_cu_die(attribute->cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL))
		return NULL;
	return line_file(&map->files, map->skeleton.addr ? &map->skeleton : &unit, number);
}

static const char *folder_of(Dwarf_Die *unit)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(unit, DW_AT_comp_dir, &attribute) ? dwarf_formstring(&attribute) : NULL;
}

static void read_declaration(struct code_map *map, Dwarf_Die *die, struct code_function *function)
{
	Dwarf_Attribute attribute;
	Dwarf_Die unit;
	int line;

	/* The assembler says where the last macro came from: that is no declaration. */
	if (!dwarf_diecu(die, &unit, NULL, NULL) || dwarf_srclang(&unit) == DW_LANG_Mips_Assembler)
		return;
	function->file = declaring_file(map, die, &attribute);
	if (map->skeleton.addr)
		function->folder = folder_of(&map->skeleton);
	else if (function->file &&
		 dwarf_diecu(&(Dwarf_Die) { .cu = attribute.cu }, &unit, NULL, NULL))
		function->folder = folder_of(&unit);
	if (!dwarf_decl_line(die, &line) && line > 0)
		function->line = (unsigned)line;
}

static struct code_function read_function(struct code_map *map, Dwarf_Die *die)
{
	struct code_function function = { .name = text_of(die, DW_AT_linkage_name) };

	if (!function.name)
		function.name = text_of(die, DW_AT_MIPS_linkage_name);
	if (!function.name)
		function.name = text_of(die, DW_AT_name);
	read_declaration(map, die, &function);
	return function;
}

/* Copies of one function share the entry that describes it. */
static uint32_t function_of(struct code_map *map, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Die origin = *die;

	if (dwarf_attr(die, DW_AT_abstract_origin, &attribute) &&
	    !dwarf_formref_die(&attribute, &origin))
		origin = *die;

	uint32_t hash = hash_pair((uintptr_t)origin.addr, 0);

	table_for_each (&map->index, hash, known)
		if (map->functions[known].origin == origin.addr)
			return known;
	array_reserve(map->functions, map->function_capacity, map->function_count + 1);
	map->functions[map->function_count] = read_function(map, die);
	map->functions[map->function_count].origin = origin.addr;
	table_insert(&map->index, hash, map->function_count);
	return map->function_count++;
}

static uint32_t add_scope(struct reader *reader, uint32_t frame)
{
	array_reserve(reader->scopes, reader->scope_capacity, reader->scope_count + 1);
	reader->scopes[reader->scope_count] = frame;
	return (uint32_t)reader->scope_count++;
}

/* The scope that @die opens inside @outer: a function, or just a block of one. */
static uint32_t open_scope(struct reader *reader, Dwarf_Die *die, uint32_t outer)
{
	struct code_map *map = reader->map;
	int tag = dwarf_tag(die);
	struct code_frame frame = { .outer = TABLE_NONE };

	if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
		return add_scope(reader, reader->scopes[outer]);
	debug_info_is_late(reader->info); /* a damaged line table may be long */
	frame.function = function_of(map, die);
	if (tag == DW_TAG_inlined_subroutine)
		frame.outer = reader->scopes[outer];
	array_reserve(map->frames, map->frame_capacity, map->frame_count + 1);
	map->frames[map->frame_count] = frame;
	return add_scope(reader, map->frame_count++);
}

static size_t first_spot(const struct reader *reader, const struct extent *in, uint64_t address)
{
	size_t low = in->first, high = in->end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (reader->spots[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Give @die the spots of @in that are its. False if there are none. */
static bool take_spots(struct reader *reader, const struct extent *in, Dwarf_Die *die,
		       struct extent *taken)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	*taken = (struct extent) { .parent = *die, .first = in->end, .depth = in->depth + 1 };
	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0 && !is_over(reader)) {
		if (start < reader->info->lowest)
			continue;
		for (size_t i = first_spot(reader, in, start);
		     i < in->end && reader->spots[i].address < end; i++) {
			if (reader->spots[i].scope != in->scope)
				continue;
			if (!taken->scope)
				taken->scope = open_scope(reader, die, in->scope);
			reader->spots[i].scope = taken->scope;
			if (i < taken->first)
				taken->first = i;
			if (i >= taken->end)
				taken->end = i + 1;
		}
	}
	if (at < 0)
		reader->info->is_damaged = true;
	return taken->scope != 0;
}

static void read_entries(struct reader *reader, const struct extent *in);

/* What may be inside @die, which ends at @limit, has code of its own and takes it from @in. */
static void read_scope(struct reader *reader, const struct extent *in, Dwarf_Die *die,
		       const void *limit)
{
	struct extent inside;

	if (!take_spots(reader, in, die, &inside))
		return;
	inside.limit = limit;
	read_entries(reader, &inside);
}

static void read_entry(struct reader *reader, const struct extent *in, Dwarf_Die *die,
		       const void *limit)
{
	struct extent inside = *in;

	switch (dwarf_tag(die)) {
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
	case DW_TAG_with_stmt:
		read_scope(reader, in, die, limit);
		return;
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_interface_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_variant_part:
		if (!reader->types_have_code)
			return;
		/* fallthrough */
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_common_block:
		inside.parent = *die;
		inside.limit = limit;
		inside.depth++;
		read_entries(reader, &inside);
	}
}

/* The next entry is sought first: what is below one must end there, or damage could make it long. */
static void read_entries(struct reader *reader, const struct extent *in)
{
	Dwarf_Die die, next, parent = in->parent;
	int ret = in->depth < DEEPEST ? dwarf_child(&parent, &die) : 1;

	while (!ret && !is_over(reader) && (!in->limit || die.addr < in->limit)) {
		ret = dwarf_siblingof(&die, &next);
		/* What does not lead on would lead in circles. */
		if (!ret && next.addr <= die.addr) {
			reader->info->is_damaged = true;
			ret = -1;
		}
		read_entry(reader, in, &die, ret ? in->limit : next.addr);
		die = next;
	}
	if (ret < 0)
		reader->info->is_damaged = true;
}

/* In C types are just types. */
static bool types_have_code(Dwarf_Die *unit)
{
	switch (dwarf_srclang(unit)) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_Mips_Assembler:
		return false;
	default:
		return true;
	}
}

static bool is_assembler_source(const char *name)
{
	size_t len = strlen(name);

	return len > 2 && name[len - 2] == '.' && (name[len - 1] == 'S' || name[len - 1] == 's');
}

/* The assembler calls a unit after the first line that made code, which may be a header's. */
static const char *unit_name(struct code_map *map, Dwarf_Die *unit)
{
	const char *name = dwarf_diename(unit), *file;

	if (!name || dwarf_srclang(unit) != DW_LANG_Mips_Assembler || is_assembler_source(name))
		return name;
	for (uint64_t i = 1; (file = line_file(&map->files, unit, i)); i++)
		if (is_assembler_source(file))
			return file;
	return name;
}

/* One unit, for the spots that may be in it. */
static void read_unit(struct reader *reader, struct debug_unit *unit, struct code_place *places)
{
	struct extent all = { .end = reader->spot_count };

	reader->scope_count = 0;
	add_scope(reader, TABLE_NONE);
	reader->map->skeleton = (Dwarf_Die) { 0 };
	if (debug_unit_die(reader->info, unit, &all.parent)) {
		if (unit->packed)
			reader->map->skeleton = unit->die;
		reader->types_have_code = types_have_code(&all.parent);
		read_entries(reader, &all);
	}
	for (size_t i = 0; i < reader->spot_count; i++) {
		struct code_place *place = &places[reader->spots[i].place];

		if (reader->spots[i].scope)
			place->frame = reader->scopes[reader->spots[i].scope];
		if (!place->unit) {
			place->unit = unit_name(reader->map, &unit->die);
			place->folder = folder_of(&unit->die);
		}
	}
}

/* That @unit may have the code at a place. */
struct claim {
	struct debug_unit *unit;
	uint32_t place;
};

static int compare_claims(const void *a_, const void *b_)
{
	const struct claim *a = a_, *b = b_;

	if (a->unit != b->unit)
		return a->unit < b->unit ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

static struct claim *find_claims(struct debug_info *info, const struct code_place *places,
				 size_t count, size_t *claim_count)
{
	struct claim *claims = NULL;
	size_t capacity = 0;

	*claim_count = 0;
	for (size_t i = 0; i < count; i++) {
		struct debug_unit *unit;

		for (size_t n = 0;
		     n < MOST_UNITS && (unit = debug_info_unit(info, places[i].address, n)); n++) {
			array_reserve(claims, capacity, *claim_count + 1);
			claims[(*claim_count)++] = (struct claim) { unit, (uint32_t)i };
		}
	}
	if (*claim_count)
		qsort(claims, *claim_count, sizeof(*claims), compare_claims);
	return claims;
}

void code_map_read(struct code_map *map, struct debug_info *info, struct code_place *places,
		   size_t count)
{
	struct reader reader = { .map = map, .info = info };
	size_t claim_count;

	for (size_t i = 0; i < count; i++)
		places[i] = (struct code_place) { places[i].address, TABLE_NONE, NULL, NULL };

	struct claim *claims = find_claims(info, places, count, &claim_count);

	reader.spots = mem_zalloc(count + 1, sizeof(*reader.spots));
	for (size_t i = 0; i < claim_count && !debug_info_is_late(info);) {
		struct debug_unit *unit = claims[i].unit;

		reader.spot_count = 0;
		for (; i < claim_count && claims[i].unit == unit; i++) {
			uint32_t place = claims[i].place;

			if (places[place].frame == TABLE_NONE &&
			    (!reader.spot_count ||
			     reader.spots[reader.spot_count - 1].place != place))
				reader.spots[reader.spot_count++] = (struct spot) {
					.address = places[place].address,
					.place = place,
				};
		}
		read_unit(&reader, unit, places);
	}
	free(reader.spots);
	free(reader.scopes);
	free(claims);
}

void code_map_deinit(struct code_map *map)
{
	free(map->functions);
	free(map->frames);
	table_deinit(&map->index);
	line_files_deinit(&map->files);
	*map = (struct code_map) { 0 };
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/annotate.h"

#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "symbols/code.h"
#include "symbols/debug_files.h"
#include "symbols/demangle.h"
#include "symbols/source_path.h"

#define MOST_INLINED 256 /* at one place; more is damage */

struct annotation {
	struct resolver *resolver;
	uint32_t dso;
	bool no_demangle;
	struct annotated *places;
	struct code_place *found; /* by place */
	size_t count;
	struct code_map map;
	struct source_tree tree;
	bool has_tree;
	uint32_t *symbol_of; /* by function of the map; NONE: not asked for yet */
};

static int compare_places(const void *a_, const void *b_)
{
	const struct annotated *a = a_, *b = b_;

	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	return a->location < b->location ? -1 : a->location > b->location;
}

static void say_where(struct annotation *annotation, uint32_t number, const char *folder,
		      const char *file, unsigned line)
{
	struct profile *profile = annotation->resolver->profile;
	struct symbol *symbol = &profile->symbols[number];
	char buf[4096];

	if (symbol->srcfile || !file || symbol->flags & SYMBOL_UNKNOWN)
		return;
	source_path(annotation->has_tree ? &annotation->tree : NULL, folder, file, buf,
		    sizeof(buf));
	symbol->srcfile = names_intern_text(&profile->names, buf);
	symbol->srcline = line;
}

/* The function that was compiled: the outermost frame. */
static void annotate_symbol(struct annotation *annotation, uint32_t symbol,
			    const struct code_place *found)
{
	const struct code_map *map = &annotation->map;
	uint32_t frame = found->frame;

	if (frame == TABLE_NONE) {
		say_where(annotation, symbol, found->folder, found->unit, 0);
		return;
	}
	while (map->frames[frame].outer != TABLE_NONE)
		frame = map->frames[frame].outer;

	const struct code_function *function = &map->functions[map->frames[frame].function];

	if (function->file)
		say_where(annotation, symbol, function->folder, function->file, function->line);
	else
		say_where(annotation, symbol, found->folder, found->unit, 0);
}

static uint32_t inlined_symbol(struct annotation *annotation, uint32_t number)
{
	const struct code_function *function = &annotation->map.functions[number];
	struct profile *profile = annotation->resolver->profile;
	const char *name = function->name;

	if (annotation->symbol_of[number] != NONE)
		return annotation->symbol_of[number];

	cleanup_free char *plain = annotation->no_demangle ? NULL : demangle(name, strlen(name));

	name = plain ? plain : name;
	annotation->symbol_of[number] =
		profile_symbol(profile, annotation->dso, name, strlen(name));
	say_where(annotation, annotation->symbol_of[number], function->folder, function->file,
		  function->line);
	return annotation->symbol_of[number];
}

static void annotate_inlines(struct annotation *annotation, size_t i)
{
	const struct code_map *map = &annotation->map;
	uint32_t inlined[MOST_INLINED], count = 0;
	uint32_t frame = annotation->found[i].frame;

	if (annotation->places[i].location == NONE)
		return;
	for (; frame != TABLE_NONE && map->frames[frame].outer != TABLE_NONE;
	     frame = map->frames[frame].outer)
		if (map->functions[map->frames[frame].function].name && count < MOST_INLINED)
			inlined[count++] = inlined_symbol(annotation, map->frames[frame].function);
	if (count)
		profile_set_inlines(annotation->resolver->profile, annotation->places[i].location,
				    inlined, count);
}

/* Which of the inlined functions the image has copies of that are not inlined. */
static void find_copies(struct annotation *annotation, const struct symbol_list *list)
{
	struct profile *profile = annotation->resolver->profile;
	const struct code_map *map = &annotation->map;
	struct table names = { 0 };

	for (uint32_t i = 0; i < map->function_count; i++)
		if (annotation->symbol_of[i] != NONE)
			table_insert(
				&names,
				hash_bytes(map->functions[i].name, strlen(map->functions[i].name)),
				i);
	for (size_t i = 0; i < list->count; i++) {
		const struct listed *listed = &list->symbols[i];
		const char *dot = memchr(listed->name, '.', listed->name_len);
		size_t len = dot ? (size_t)(dot - listed->name) : listed->name_len;

		table_for_each (&names, hash_bytes(listed->name, len), k)
			if (!strncmp(map->functions[k].name, listed->name, len) &&
			    !map->functions[k].name[len])
				profile->symbols[annotation->symbol_of[k]].inlining |=
					INLINE_COMPILED;
	}
	table_deinit(&names);
}

/*
 * Symbols that the sampled places say nothing of, since their code there is padding, or in a
 * neighbour: what is at their start?
 */
static void annotate_starts(struct annotation *annotation, struct image_debug *debug)
{
	const struct profile *profile = annotation->resolver->profile;
	struct annotated *starts = mem_zalloc(profile->symbol_count + 1ul, sizeof(*starts));
	struct code_place *found;
	size_t count = 0;

	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		const struct symbol *symbol = &profile->symbols[i];

		if (symbol->dso == annotation->dso && symbol->size && !symbol->srcfile &&
		    image_debug_address(debug, symbol->address, &starts[count].address))
			starts[count++].location = i;
	}
	qsort(starts, count, sizeof(*starts), compare_places);
	found = mem_zalloc(count + 1, sizeof(*found));
	for (size_t i = 0; i < count; i++)
		found[i].address = starts[i].address;
	code_map_read(&annotation->map, &debug->info, found, count);
	for (size_t i = 0; i < count; i++)
		annotate_symbol(annotation, starts[i].location, &found[i]);
	free(found);
	free(starts);
}

static void apply(struct annotation *annotation, struct image_debug *debug,
		  const struct symbol_list *list)
{
	struct profile *profile = annotation->resolver->profile;

	/* Compiled functions first: a name means them before it means something inlined. */
	for (size_t i = 0; i < annotation->count; i++) {
		const struct annotated *place = &annotation->places[i];
		uint32_t symbol = place->location == NONE
					  ? place->symbol
					  : profile->locations[place->location].symbol;

		annotate_symbol(annotation, symbol, &annotation->found[i]);
	}
	annotate_starts(annotation, debug);

	annotation->symbol_of =
		mem_alloc((annotation->map.function_count + 1ul) * sizeof(uint32_t));
	for (uint32_t i = 0; i < annotation->map.function_count; i++)
		annotation->symbol_of[i] = NONE;
	for (size_t i = 0; i < annotation->count && !annotation->resolver->options->no_inline; i++)
		annotate_inlines(annotation, i);
	find_copies(annotation, list);
	free(annotation->symbol_of);
}

/* The places that are in the file, as it is linked. */
static void translate(struct annotation *annotation, const struct image_debug *debug, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct annotated place = annotation->places[i];

		if (image_debug_address(debug, place.address, &place.address))
			annotation->places[annotation->count++] = place;
	}
	if (annotation->count)
		qsort(annotation->places, annotation->count, sizeof(*annotation->places),
		      compare_places);
	annotation->found = mem_zalloc(annotation->count + 1, sizeof(*annotation->found));
	for (size_t i = 0; i < annotation->count; i++)
		annotation->found[i].address = annotation->places[i].address;
}

static void warn(struct profile *profile, const struct debug_info *info)
{
	const char *path = info->file.path;

	if (info->is_late)
		profile_warn(profile,
			     "reading the debug information of %s took longer than "
			     "--symbol-timeout: inlined functions and source files are missing",
			     path);
	else if (info->is_damaged)
		profile_warn(profile,
			     "the debug information of %s is damaged: inlined functions and "
			     "source files may be missing",
			     path);
	if (info->missing_split)
		profile_warn(profile,
			     "%zu .dwo files of %s were not found: inlined functions and source "
			     "files are missing",
			     info->missing_split, path);
}

void annotate_image(struct resolver *resolver, uint32_t dso, struct image_symbols *symbols,
		    struct annotated *places, size_t count)
{
	struct annotation annotation = {
		.resolver = resolver,
		.dso = dso,
		.no_demangle = symbols->no_demangle,
		.places = places,
	};
	enum dso_kind kind = resolver->profile->dsos[dso].kind;
	struct image_debug *debug = resolver_debug(resolver, dso, symbols);

	if (!debug)
		return;
	translate(&annotation, debug, count);
	code_map_read(&annotation.map, &debug->info, annotation.found, annotation.count);
	annotation.has_tree = kind == DSO_KERNEL || kind == DSO_MODULE || kind == DSO_GUEST_KERNEL;
	if (annotation.has_tree)
		source_tree_find(&annotation.tree, &debug->info);
	apply(&annotation, debug, symbols->list);
	warn(resolver->profile, &debug->info);
	code_map_deinit(&annotation.map);
	source_tree_deinit(&annotation.tree);
	free(annotation.found);
}

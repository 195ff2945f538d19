// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/resolve.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "symbols/annotate.h"
#include "symbols/call.h"
#include "symbols/debug_files.h"
#include "symbols/demangle.h"
#include "symbols/source.h"
#include "symbols/tail_calls.h"

/* In the order in which they are asked. */
static const struct symbol_source *const sources[] = {
	&vmlinux_source,  &kallsyms_source, &found_vmlinux_source, &module_source,
	&perf_map_source, &elf_source,	    &vdso_source,
};

/* So many other names of one place are kept; __x64_sys_ni_syscall has hundreds. */
#define MOST_ALIASES 16

/*
 * Debug information is worth reading for a DSO in one of so many samples; of a library, whose debug
 * file is large, if one of so many was taken in it: libc is in the callchain of every system call.
 */
#define LEAST_PART     1000
#define LEAST_OWN_PART 20

struct open_place {
	uint64_t address; /* to look up */
	uint32_t dso, location;
	bool is_return; /* @address is one before it */
};

void resolver_note(struct resolver *resolver, uint32_t dso, const char *format, ...)
{
	struct profile *profile = resolver->profile;
	char line[1024];
	va_list args;

	if (profile->dsos[dso].note)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	profile->dsos[dso].note = names_intern_text(&profile->names, line);
}

void resolver_refuse(struct resolver *resolver, uint32_t number, const char *path)
{
	struct profile *profile = resolver->profile;
	const struct dso *dso = &profile->dsos[number];
	struct build_id id = dso_build_id(dso);
	char text[BUILD_ID_TEXT];

	build_id_text(&id, text);
	profile_warn(profile, "%s is not what was recorded as %s: its build-id is not %s", path,
		     profile_text(profile, dso->path), text);
	resolver_note(resolver, number, "%s has another build-id", path);
}

static void count_unproved(struct unproved *unproved, uint32_t name)
{
	if (!unproved->count++)
		unproved->first = name;
}

void resolver_unproved(struct resolver *resolver, uint32_t number)
{
	const struct dso *dso = &resolver->profile->dsos[number];

	count_unproved(dso->kind == DSO_MODULE ? &resolver->unproved_modules
					       : &resolver->unproved_files,
		       dso->name);
}

struct build_id dso_build_id(const struct dso *dso)
{
	struct build_id id = { .size = dso->build_id_size };

	memcpy(id.bytes, dso->build_id, sizeof(id.bytes));
	return id;
}

static int compare_places(const void *a_, const void *b_)
{
	const struct open_place *a = a_, *b = b_;

	if (a->dso != b->dso)
		return a->dso < b->dso ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	return a->location < b->location ? -1 : a->location > b->location;
}

static struct open_place *open_places(const struct profile *profile, size_t *count)
{
	struct open_place *places = mem_zalloc(profile->location_count + 1ul, sizeof(*places));

	*count = 0;
	for (uint32_t i = 0; i < profile->location_count; i++) {
		const struct location *location = &profile->locations[i];

		if (location->symbol == NONE)
			places[(*count)++] = (struct open_place) {
				.address = location->address - location->is_return,
				.dso = location->dso,
				.location = i,
				.is_return = location->is_return,
			};
	}
	qsort(places, *count, sizeof(*places), compare_places);
	return places;
}

/* The name as it is shown; the caller frees it. */
static char *shown_name(const struct image_symbols *symbols, const struct listed *listed)
{
	static const char plt[] = "@plt";
	cleanup_free char *plain =
		symbols->no_demangle ? NULL : demangle(listed->name, listed->name_len);
	size_t len = plain ? strlen(plain) : listed->name_len;
	char *name = mem_alloc(len + sizeof(plt));

	memcpy(name, plain ? plain : listed->name, len);
	memcpy(name + len, listed->is_plt ? plt : "", listed->is_plt ? sizeof(plt) : 1);
	return name;
}

static uint32_t name_symbol(struct profile *profile, uint32_t dso,
			    const struct image_symbols *symbols, const struct listed *listed)
{
	cleanup_free char *name = shown_name(symbols, listed);

	return profile_symbol(profile, dso, name, strlen(name));
}

static void add_alias(struct profile *profile, const struct image_symbols *symbols, uint32_t symbol,
		      const struct listed *listed)
{
	cleanup_free char *name = shown_name(symbols, listed);

	if (strcmp(name, profile_text(profile, profile->symbols[symbol].name)) != 0)
		profile_add_alias(profile, symbol, name);
}

/* The other names at the start of @shown stand beside it. */
static void add_aliases(struct profile *profile, const struct image_symbols *symbols,
			uint32_t symbol, const struct listed *shown)
{
	const struct listed *first = symbols->list->symbols, *end = first + symbols->list->count;
	const struct listed *at = shown;
	int left = MOST_ALIASES;

	while (at > first && at[-1].start == shown->start)
		at--;
	for (; at < end && at->start == shown->start && left; at++)
		if (at != shown && at->is_alias) {
			add_alias(profile, symbols, symbol, at);
			left--;
		}
}

static uint32_t symbol_of(struct profile *profile, uint32_t dso,
			  const struct image_symbols *symbols, const struct listed *listed)
{
	uint32_t known = profile->symbol_count;
	uint32_t symbol = name_symbol(profile, dso, symbols, listed);

	if (symbol == known) { /* a new one */
		profile->symbols[symbol].address = listed->start - symbols->shift;
		profile->symbols[symbol].size = listed->end - listed->start;
		add_aliases(profile, symbols, symbol, listed);
	}
	return symbol;
}

static bool load(struct resolver *resolver, uint32_t dso, struct image_symbols *symbols)
{
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		if (sources[i]->kinds & 1u << resolver->profile->dsos[dso].kind &&
		    sources[i]->load(resolver, dso, symbols))
			return true;
	return false;
}

static void close_image(struct image_symbols *symbols)
{
	symbol_list_deinit(&symbols->own);
	if (symbols->file.elf)
		elf_file_close(&symbols->file);
	if (symbols->debug.elf)
		elf_file_close(&symbols->debug);
	input_close(&symbols->text);
}

/* A BPF program's one symbol is its own name, which came with the recording. */
static uint32_t symbol_without_source(struct profile *profile, uint32_t number)
{
	const struct dso *dso = &profile->dsos[number];
	const char *name = profile_text(profile, dso->name);

	if (dso->kind == DSO_BPF && name[0] != '[')
		return profile_symbol(profile, number, name, strlen(name));
	return profile_unknown_symbol(profile, number);
}

/*
 * A caller is looked up before its return address, since a call that does not return may be the
 * last of its function. But where a function begins, behind no call, that is no return address:
 * frame pointers of code that has none lead to such places, and perf shows that function.
 */
static const struct listed *find_place(const struct image_symbols *symbols,
				       const struct open_place *place)
{
	const struct listed *before =
		symbol_list_find(symbols->list, place->address + symbols->shift);

	if (!place->is_return || !symbols->file.elf ||
	    is_behind_call(&symbols->file, place->address + 1))
		return before;

	const struct listed *at =
		symbol_list_find(symbols->list, place->address + 1 + symbols->shift);

	return at && at->start == place->address + 1 + symbols->shift ? at : before;
}

/* Is there another symbol that begins just where a return address points to? */
static void note_border(struct resolver *resolver, const struct image_symbols *symbols,
			const struct open_place *place, const struct listed *before)
{
	uint64_t address = place->address + 1 + symbols->shift;

	if (!place->is_return || (before && before->end > address))
		return;

	const struct listed *at = symbol_list_find(symbols->list, address);

	if (at && at != before && at->start == address)
		borders_add(&resolver->borders, place->location,
			    symbol_of(resolver->profile, place->dso, symbols, at));
}

/* What tail_calls.c asks for. */
struct naming {
	struct profile *profile;
	uint32_t dso;
	const struct image_symbols *symbols;
};

static uint32_t symbol_at(void *data, uint64_t address)
{
	const struct naming *naming = data;
	const struct listed *listed =
		symbol_list_find(naming->symbols->list, address + naming->symbols->shift);

	return listed && listed->name_len
		       ? symbol_of(naming->profile, naming->dso, naming->symbols, listed)
		       : NONE;
}

/* User programs are unwound by frame pointers, which code that has none leads astray. */
static void undo_tail_calls(struct resolver *resolver, uint32_t dso, struct image_symbols *symbols,
			    struct new_places *places)
{
	enum dso_kind kind = resolver->profile->dsos[dso].kind;
	struct naming naming = { resolver->profile, dso, symbols };
	struct image_code image = { dso, NULL, symbol_at, &naming };

	if (resolver->options->no_tail_calls || (kind != DSO_KERNEL && kind != DSO_MODULE))
		return;
	image.debug = resolver_debug(resolver, dso, symbols);
	if (image.debug)
		tail_calls_undo(resolver->profile, &image, places);
}

/* What debug information adds: frames that are not in the callchains, and inlined functions. */
static void read_debug(struct resolver *resolver, uint32_t dso, struct image_symbols *symbols,
		       const struct open_place *places, size_t count)
{
	struct new_places list = { 0 };

	undo_tail_calls(resolver, dso, symbols, &list);
	array_reserve(list.list, list.capacity, list.count + count);
	for (size_t i = 0; i < count; i++)
		list.list[list.count++] = (struct annotated) {
			places[i].address,
			places[i].location,
			NONE,
		};
	annotate_image(resolver, dso, symbols, list.list, list.count);
	free(list.list);
}

static void resolve_image(struct resolver *resolver, uint32_t dso, const struct open_place *places,
			  size_t count)
{
	struct profile *profile = resolver->profile;
	struct image_symbols symbols = { 0 };
	bool loaded = load(resolver, dso, &symbols);
	const struct listed *last = NULL;
	uint32_t last_symbol = NONE;

	for (size_t i = 0; i < count; i++) {
		const struct listed *listed = loaded ? find_place(&symbols, &places[i]) : NULL;

		if (!listed)
			last_symbol = symbol_without_source(profile, dso);
		else if (listed != last)
			last_symbol = symbol_of(profile, dso, &symbols, listed);
		last = listed;
		if (loaded)
			note_border(resolver, &symbols, &places[i], listed);
		profile_set_symbol(profile, places[i].location, last_symbol);
	}
	if (loaded && resolver->wanted[dso])
		read_debug(resolver, dso, &symbols, places, count);
	close_image(&symbols);
	if (!loaded)
		explain_missing(resolver, dso);
}

static void warn_unproved(struct profile *profile, const struct unproved *unproved,
			  const char *what)
{
	const char *first = profile_text(profile, unproved->first);

	if (unproved->count == 1)
		profile_warn(profile,
			     "no build-id was recorded for %s: the %s found may be another one",
			     first, what);
	else if (unproved->count)
		profile_warn(
			profile,
			"no build-id was recorded for %s and %u more: the %ss found may be other "
			"ones",
			first, unproved->count - 1, what);
}

static void warn_what_is_unproved(struct resolver *resolver)
{
	warn_unproved(resolver->profile, &resolver->unproved_files, "file");
	warn_unproved(resolver->profile, &resolver->unproved_modules, "module file");
}

static bool is_library(const struct profile *profile, uint32_t dso)
{
	return profile->dsos[dso].kind == DSO_USER &&
	       strstr(profile_text(profile, profile->dsos[dso].name), ".so");
}

/* Which DSOs are in so many samples that their debug information is worth its time. */
static bool *images_of_weight(const struct profile *profile)
{
	bool *wanted = mem_zalloc(profile->dso_count + 1ul, sizeof(*wanted));
	uint64_t *samples = mem_zalloc(profile->dso_count + 1ul, sizeof(*samples));
	uint64_t *own = mem_zalloc(profile->dso_count + 1ul, sizeof(*own));
	uint32_t *last_seen = mem_zalloc(profile->dso_count + 1ul, sizeof(*last_seen));
	uint64_t all = 0;

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];

		all += stack->samples;
		for (uint32_t f = 0; f < stack->depth; f++) {
			uint32_t dso = profile->locations[profile->frames[stack->first + f]].dso;

			if (f == 0)
				own[dso] += stack->samples;
			if (last_seen[dso] != i + 1)
				samples[dso] += stack->samples;
			last_seen[dso] = i + 1;
		}
	}
	for (uint32_t i = 0; i < profile->dso_count; i++)
		wanted[i] = is_library(profile, i) ? own[i] && own[i] >= all / LEAST_OWN_PART
						   : samples[i] && samples[i] >= all / LEAST_PART;
	free(samples);
	free(own);
	free(last_seen);
	return wanted;
}

void symbols_resolve(struct profile *profile, const struct symbol_options *options)
{
	static const struct symbol_options none;
	struct resolver resolver = { .profile = profile, .options = options ? options : &none };
	size_t count, end;
	cleanup_free struct open_place *places = open_places(profile, &count);

	if (!count)
		return;
	finder_init_for(&resolver.finder, resolver.options, profile);
	if (resolver.options->debuginfod && !resolver.finder.debuginfod)
		profile_warn(profile, "--debuginfod: libdebuginfod.so.1 is not installed");
	resolver.wanted = images_of_weight(profile);
	for (size_t first = 0; first < count; first = end) {
		for (end = first; end < count && places[end].dso == places[first].dso; end++)
			;
		resolve_image(&resolver, places[first].dso, places + first, end - first);
	}
	borders_settle(&resolver.borders, profile);
	borders_deinit(&resolver.borders);
	warn_what_is_unproved(&resolver);
	resolver_drop_kallsyms(&resolver);
	resolver_close_debug(&resolver);
	free(resolver.wanted);
	module_files_deinit(&resolver.module_files);
	finder_deinit(&resolver.finder);
}

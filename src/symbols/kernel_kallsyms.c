// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The kernel and its modules from copies of /proc/kallsyms. These have no
 * build-id: the cache or the recording they are in proves them, or else they
 * are only not disproved. Core text moves as a whole, and each module on its
 * own, to where the recording says that it was.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "symbols/source.h"

#define PAGE_MASK (~(uint64_t)4095)

struct kallsyms_search {
	struct resolver *resolver;
	uint32_t dso; /* the kernel */
	bool proved;
	bool by_user; /* what the user named is refused aloud */
	char refused[512];
};

static uint64_t shift_of(const struct profile *profile, const struct dso *kernel,
			 const struct kallsyms *kallsyms)
{
	const char *name;
	uint64_t recorded, own;

	if (!kernel_reference(profile, kernel, &name, &recorded))
		return 0;
	own = kallsyms_address(kallsyms, name);
	return own ? own - recorded : 0;
}

static bool fits(struct kallsyms_search *search, struct kallsyms *kallsyms, const char *path,
		 char *why, size_t why_size)
{
	const struct profile *profile = search->resolver->profile;
	const struct dso *kernel = &profile->dsos[search->dso];
	struct kernel_claim claim = {
		.path = path,
		.list = &kallsyms->kernel,
		.shift = shift_of(profile, kernel, kallsyms),
		.text = kallsyms->text,
		.etext = kallsyms->etext,
	};

	if (kallsyms_is_hidden(kallsyms)) {
		snprintf(why, why_size,
			 "all its addresses are 0: kptr_restrict hid them; read it as root");
		return false;
	}
	if (!strcmp(profile_text(profile, kernel->map_reference), "_stext") && kallsyms->stext)
		claim.text = kallsyms->stext;
	return search->proved || kernel_fits(profile, search->dso, &claim, why, why_size);
}

static bool take_kallsyms(const char *path, void *data)
{
	struct kallsyms_search *search = data;
	struct resolver *resolver = search->resolver;
	struct kallsyms *kallsyms = mem_zalloc(1, sizeof(*kallsyms));
	char why[256] = "it is not a copy of /proc/kallsyms";
	bool is_hidden = false;

	if (kallsyms_open(kallsyms, path)) {
		is_hidden = kallsyms_is_hidden(kallsyms);
		if (fits(search, kallsyms, path, why, sizeof(why))) {
			resolver->kallsyms = kallsyms;
			return true;
		}
		kallsyms_close(kallsyms);
	}
	free(kallsyms);
	if ((search->by_user || is_hidden) && !search->refused[0])
		snprintf(search->refused, sizeof(search->refused),
			 "%s is not used for this recording's kernel: %s", path, why);
	return false;
}

/* A file that only fits: the report must say that nothing proves it. */
static bool take_unproved(const char *path, void *data)
{
	struct kallsyms_search *search = data;

	if (!take_kallsyms(path, data))
		return false;
	profile_warn(search->resolver->profile,
		     "kernel symbols are from %s, which no build-id proves: they fit, but may be "
		     "another kernel's",
		     path);
	return true;
}

static bool running_kernel_is(const struct build_id *id)
{
	/* Files of /sys cannot be mapped. */
	cleanup_file FILE *file = fopen("/sys/kernel/notes", "re");
	uint8_t notes[8192];
	size_t size = file ? fread(notes, 1, sizeof(notes), file) : 0;
	struct build_id own = { 0 };

	return id->size && build_id_of_notes(notes, size, &own) && build_id_equal(id, &own);
}

static bool search_kallsyms(struct kallsyms_search *search)
{
	static const char *const suffixes[] = { "/kallsyms", NULL };
	struct resolver *resolver = search->resolver;
	const struct profile *profile = resolver->profile;
	struct build_id id = dso_build_id(&profile->dsos[search->dso]);
	const char *const *path = resolver->options->kallsyms;

	search->by_user = true;
	for (; path && *path; path++)
		if (take_unproved(*path, search))
			return true;
	/* Made with the recording: that proves it, but whoever packed it may have erred. */
	for (path = resolver->options->own_kallsyms; path && *path; path++)
		if (take_kallsyms(*path, search))
			return true;
	if (search->refused[0])
		profile_warn(resolver->profile, "%s", search->refused);
	search->by_user = false;
	search->proved = true;
	if (profile->recording.kcore_dir) {
		const char *dir = profile_text(profile, profile->recording.kcore_dir);
		cleanup_free char *copy = path_below(dir, "kallsyms");

		if (copy && take_kallsyms(copy, search))
			return true;
	}
	if (find_by_build_id(&resolver->finder, &id, suffixes, take_kallsyms, search))
		return true;
	if (resolver->finder.use_host && running_kernel_is(&id))
		return take_kallsyms("/proc/kallsyms", search);
	search->proved = false;
	return !id.size && find_by_name(&resolver->finder, "/proc/kallsyms", take_unproved, search);
}

/* The copy that fits @kernel. The last one is kept: modules follow their kernel. */
static struct kallsyms *kallsyms_of(struct resolver *resolver, uint32_t kernel)
{
	struct kallsyms_search search = { .resolver = resolver, .dso = kernel };

	if (resolver->kallsyms_sought && resolver->kallsyms_kernel == kernel)
		return resolver->kallsyms;
	resolver_drop_kallsyms(resolver);
	resolver->kallsyms_sought = true;
	resolver->kallsyms_kernel = kernel;
	if (!search_kallsyms(&search) && search.refused[0])
		resolver_note(resolver, kernel, "%s", search.refused);
	return resolver->kallsyms;
}

void resolver_drop_kallsyms(struct resolver *resolver)
{
	if (resolver->kallsyms)
		kallsyms_close(resolver->kallsyms);
	free(resolver->kallsyms);
	resolver->kallsyms = NULL;
}

static uint32_t kernel_of(const struct profile *profile)
{
	for (uint32_t i = 0; i < profile->dso_count; i++)
		if (profile->dsos[i].kind == DSO_KERNEL)
			return i;
	return NONE;
}

static bool module_load(struct resolver *resolver, const struct dso *dso, struct kallsyms *kallsyms,
			struct image_symbols *symbols)
{
	char name[256];
	const char *text = profile_text(resolver->profile, dso->name);
	size_t len = strlen(text);

	/* The DSO is [name]. */
	if (len < 3 || len - 2 >= sizeof(name))
		return false;
	memcpy(name, text + 1, len - 2);
	name[len - 2] = '\0';

	struct kallsyms_module *module = kallsyms_module_find(kallsyms, name);

	if (!module || module->base == UINT64_MAX)
		return false;
	symbols->list = &module->list;
	symbols->shift = dso->map_size ? (module->base & PAGE_MASK) - dso->map_start : 0;
	return true;
}

static bool kallsyms_load(struct resolver *resolver, uint32_t dso, struct image_symbols *symbols)
{
	const struct profile *profile = resolver->profile;
	const struct dso *image = &profile->dsos[dso];
	uint32_t kernel = image->kind == DSO_MODULE ? kernel_of(profile) : dso;

	/* A guest that nothing is known of is not the kernel that the user has in mind. */
	if (kernel == NONE || (image->kind == DSO_GUEST_KERNEL && !image->map_size))
		return false;

	struct kallsyms *kallsyms = kallsyms_of(resolver, kernel);

	if (!kallsyms)
		return false;
	symbols->no_demangle = true;
	if (image->kind == DSO_MODULE)
		return module_load(resolver, image, kallsyms, symbols);
	symbols->list = &kallsyms->kernel;
	symbols->shift = shift_of(profile, image, kallsyms);
	return true;
}

const struct symbol_source kallsyms_source = {
	.name = "kallsyms",
	.kinds = 1u << DSO_KERNEL | 1u << DSO_MODULE | 1u << DSO_GUEST_KERNEL,
	.load = kallsyms_load,
};

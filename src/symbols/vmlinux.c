// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The kernel itself from vmlinux, which its build-id proves. Kernels are moved
 * at boot (KASLR): the recording says where a symbol, _text or _stext, was.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "symbols/elf.h"
#include "symbols/source.h"

static const char *const *list_of(const char *const *list)
{
	static const char *const none[] = { NULL };

	return list ? list : none;
}

bool kernel_reference(const struct profile *profile, const struct dso *dso, const char **name,
		      uint64_t *address)
{
	*name = profile_text(profile, dso->map_reference);
	*address = dso->map_pgoff;
	if (dso->map_reference && dso->map_pgoff)
		return true;
	*name = "_text";
	*address = dso->map_start;
	return dso->map_size && dso->map_start;
}

struct vmlinux_search {
	struct resolver *resolver;
	uint32_t dso;
	struct image_symbols *symbols;
	bool by_name; /* not the user's choice: the build-id must prove it, and others are no news */
	char refused[512];
};

uint64_t vmlinux_shift(const struct resolver *resolver, const struct dso *dso,
		       const struct elf_file *file)
{
	const char *name;
	uint64_t address, linked;

	if (!kernel_reference(resolver->profile, dso, &name, &address) ||
	    !elf_symbol_value(file, name, &linked))
		return 0;
	return linked - address;
}

static bool take_vmlinux(const char *path, void *data)
{
	struct vmlinux_search *search = data;
	struct resolver *resolver = search->resolver;
	const struct dso *dso = &resolver->profile->dsos[search->dso];
	struct build_id id = dso_build_id(dso);
	struct image_symbols *symbols = search->symbols;
	struct elf_file *file = &symbols->file;
	char why[256] = "its build-id is another one";
	bool proved;

	if (!elf_file_open(file, path)) {
		if (!search->by_name)
			profile_warn(resolver->profile, "%s is not an ELF file", path);
		return false;
	}
	proved = id.size && build_id_equal(&id, &file->build_id);
	if ((!proved && (search->by_name || (id.size && file->build_id.size))) ||
	    !elf_has_symtab(file)) {
		if (proved || !id.size)
			snprintf(why, sizeof(why), "it has no symbol table");
		goto refuse;
	}
	symbols->shift = vmlinux_shift(resolver, dso, file);
	elf_read_symbols(file, NULL, ELF_ADDRESSES, &symbols->own);
	symbol_list_settle(&symbols->own);
	symbols->list = &symbols->own;
	if (proved)
		return true;

	struct kernel_claim claim = { path, symbols->list, symbols->shift, 0, 0 };

	if (!elf_symbol_value(file, "_text", &claim.text) ||
	    !elf_symbol_value(file, "_etext", &claim.etext))
		claim.text = claim.etext = 0;
	if (kernel_fits(resolver->profile, search->dso, &claim, why, sizeof(why))) {
		profile_warn(resolver->profile,
			     "kernel symbols are from %s, which no build-id proves: they fit, but "
			     "may be another kernel's",
			     path);
		return true;
	}
	symbol_list_deinit(&symbols->own);
	symbols->list = NULL;
refuse:
	elf_file_close(file);
	if (!search->refused[0] && !search->by_name)
		snprintf(search->refused, sizeof(search->refused),
			 "%s is not the kernel of this "
			 "recording: %s",
			 path, why);
	return false;
}

/* Where distributions put vmlinux; the release is the recording's word. */
bool vmlinux_find_by_release(const struct resolver *resolver, take_path take, void *data)
{
	static const char *const formats[] = {
		"/vmlinux",
		"/vmlinux-%s",
		"/boot/vmlinux-%s",
		"/usr/lib/debug/boot/vmlinux-%s",
		"/lib/modules/%s/build/vmlinux",
		"/usr/lib/debug/lib/modules/%s/vmlinux",
		"/lib/modules/%s/vmlinux",
		"/usr/lib/debug/boot/vmlinux-%s.debug",
	};
	const char *release =
		profile_text(resolver->profile, resolver->profile->recording.os_release);

	if (!release[0] || strchr(release, '/'))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		char name[512];
		int len = snprintf(name, sizeof(name), formats[i], release);

		if (len > 0 && (size_t)len < sizeof(name) &&
		    find_by_name(&resolver->finder, name, take, data))
			return true;
	}
	return false;
}

static bool vmlinux_load(struct resolver *resolver, uint32_t dso, struct image_symbols *symbols)
{
	struct vmlinux_search search = { resolver, dso, symbols, false, "" };

	symbols->no_demangle = true;
	if (resolver->profile->dsos[dso].kind == DSO_GUEST_KERNEL &&
	    !resolver->profile->dsos[dso].map_size && !resolver->profile->dsos[dso].build_id_size)
		return false;
	for (const char *const *path = list_of(resolver->options->vmlinux); *path; path++)
		if (take_vmlinux(*path, &search))
			return true;
	if (search.refused[0]) {
		profile_warn(resolver->profile, "%s", search.refused);
		resolver_note(resolver, dso, "%s", search.refused);
	}
	return false;
}

static bool found_vmlinux_load(struct resolver *resolver, uint32_t dso,
			       struct image_symbols *symbols)
{
	static const char *const suffixes[] = { "/vmlinux", "/elf", ".debug", "/debug", "", NULL };
	struct vmlinux_search search = { resolver, dso, symbols, true, "" };
	struct build_id id = dso_build_id(&resolver->profile->dsos[dso]);

	symbols->no_demangle = true;
	return id.size &&
	       (find_by_build_id(&resolver->finder, &id, suffixes, take_vmlinux, &search) ||
		vmlinux_find_by_release(resolver, take_vmlinux, &search));
}

/* What the user named. */
const struct symbol_source vmlinux_source = {
	.name = "vmlinux",
	.kinds = 1u << DSO_KERNEL | 1u << DSO_GUEST_KERNEL,
	.load = vmlinux_load,
};

/* What the recorded build-id finds. */
const struct symbol_source found_vmlinux_source = {
	.name = "vmlinux by build-id",
	.kinds = 1u << DSO_KERNEL | 1u << DSO_GUEST_KERNEL,
	.load = found_vmlinux_load,
};

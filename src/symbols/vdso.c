// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The kernel's page of user code. It is in no file; where the build-id cache
 * has no copy, this process's own one serves if it has the recorded build-id.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#include "support/cleanup.h"
#include "symbols/elf.h"
#include "symbols/source.h"

/* How much is mapped where @start lies; 0 if that cannot be said. */
static size_t mapped_size(uint64_t start)
{
	cleanup_file FILE *maps = fopen("/proc/self/maps", "re");
	char line[512];

	while (maps && fgets(line, sizeof(line), maps)) {
		uint64_t from, to;

		if (sscanf(line, "%" SCNx64 "-%" SCNx64, &from, &to) == 2 && from == start)
			return to - from;
	}
	return 0;
}

static bool vdso_load(struct resolver *resolver, uint32_t number, struct image_symbols *symbols)
{
	const struct dso *dso = &resolver->profile->dsos[number];
	struct build_id id = dso_build_id(dso);
	uint64_t start = getauxval(AT_SYSINFO_EHDR);
	size_t size;

	if (strcmp(profile_text(resolver->profile, dso->name), "[vdso]") != 0 || !id.size ||
	    !resolver->finder.use_host || !start || !(size = mapped_size(start)) ||
	    !elf_file_from_bytes(&symbols->file, "[vdso]", (const void *)(uintptr_t)start, size))
		return false;
	if (!build_id_equal(&id, &symbols->file.build_id)) {
		elf_file_close(&symbols->file);
		return false;
	}
	elf_read_symbols(&symbols->file, NULL, ELF_FILE_OFFSETS, &symbols->own);
	symbol_list_settle(&symbols->own);
	symbols->list = &symbols->own;
	return true;
}

const struct symbol_source vdso_source = {
	.name = "own vdso",
	.kinds = 1u << DSO_USER,
	.load = vdso_load,
};

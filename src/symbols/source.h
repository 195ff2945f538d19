/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_SOURCE_H
#define SYMBOLS_SOURCE_H

#include "model/profile.h"
#include "symbols/elf_file.h"
#include "symbols/find.h"
#include "symbols/interrupted.h"
#include "symbols/kallsyms.h"
#include "symbols/list.h"
#include "symbols/module_files.h"
#include "symbols/options.h"

/* What the walk over a profile's DSOs carries along. */
struct resolver {
	struct profile *profile;
	const struct symbol_options *options;
	struct finder finder;

	struct borders borders;
	struct module_files module_files;
	bool module_files_scanned;

	/* The copy of kallsyms that fits, for the kernel and its modules; NULL: none (yet). */
	struct kallsyms *kallsyms;
	uint32_t kallsyms_kernel; /* the DSO it was sought for */
	bool kallsyms_sought;

	/* The debug information that was opened, by number of the DSO; NULL: none. */
	struct image_debug **debug;
	bool *wanted; /* by number of the DSO: is its debug information worth reading? */
	size_t debug_count;

	/* Images that were taken though no build-id was recorded. */
	struct unproved {
		uint32_t first; /* the name of the first one */
		uint32_t count;
	} unproved_files, unproved_modules;
};

/* The symbols of one DSO, and what must live as long. */
struct image_symbols {
	struct symbol_list *list; /* own, or the source's */
	uint64_t shift;	  /* what to add to an address of the profile to find it in the list */
	bool no_demangle; /* kernels and JIT compilers print names as they are */

	struct symbol_list own;
	struct elf_file file, debug;
	struct input text;
};

/* Where symbols come from. */
struct symbol_source {
	const char *name;
	uint32_t kinds; /* bits of enum dso_kind: for which DSOs it is asked */

	/*
	 * Load the symbols of DSO number @dso. False if the source has none that fit; it may then
	 * say why with resolver_note() or a warning of the profile.
	 */
	bool (*load)(struct resolver *resolver, uint32_t dso, struct image_symbols *symbols);
};

extern const struct symbol_source vmlinux_source, found_vmlinux_source, kallsyms_source,
	module_source, perf_map_source, vdso_source, elf_source;

/* Why @dso has no symbols; the first reason stays. */
void resolver_note(struct resolver *resolver, uint32_t dso, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* No source had symbols for @dso: note why, unless that is known, and what would help. */
void explain_missing(struct resolver *resolver, uint32_t dso);

/* The image @file has only what the dynamic linker needs. */
void explain_stripped(struct resolver *resolver, uint32_t dso, const struct elf_file *file);

/* @path was found in place of @dso, but has another build-id: warn, and note it. */
void resolver_refuse(struct resolver *resolver, uint32_t dso, const char *path);

/* Symbols were taken from a file of the right name for which no build-id was recorded. */
void resolver_unproved(struct resolver *resolver, uint32_t dso);

void resolver_drop_kallsyms(struct resolver *resolver);

/* The symbol that the recording names as its kernel's fixed point, and where it was. */
bool kernel_reference(const struct profile *profile, const struct dso *dso, const char **name,
		      uint64_t *address);

struct build_id dso_build_id(const struct dso *dso);

/* symbols/vmlinux.c: what to add to a recorded address to have it as @file was linked. */
uint64_t vmlinux_shift(const struct resolver *resolver, const struct dso *dso,
		       const struct elf_file *file);

/* Call @take with each file that is called like the recorded kernel's vmlinux, until it is true. */
bool vmlinux_find_by_release(const struct resolver *resolver, take_path take, void *data);

/* symbols/module.c: a file of the module @dso that has debug information, and is not another one. */
bool module_find_dwarf(struct resolver *resolver, uint32_t dso, const struct build_id *id,
		       struct elf_file *file);

/* symbols/proof.c */

/* A kernel's symbols that lack a build-id, and how they claim to lie in memory. */
struct kernel_claim {
	const char *path;
	struct symbol_list *list;
	uint64_t shift;	      /* to be added to a recorded address */
	uint64_t text, etext; /* its text, in the list's numbers; 0: not known */
};

/*
 * Can these be the symbols of kernel @dso? Necessary, not sufficient: the text has the recorded
 * length, and callchains begin at functions by which the kernel is entered. If not, false with
 * the reason in @why.
 */
bool kernel_fits(const struct profile *profile, uint32_t dso, const struct kernel_claim *claim,
		 char *why, size_t why_size);

#endif

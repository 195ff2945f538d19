/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_OPTIONS_H
#define SYMBOLS_OPTIONS_H

#include <stdbool.h>

/*
 * Where the user says symbols are. Lists are terminated by NULL and may be NULL; each profile
 * takes from them what fits it. Zero-initialised: this machine's own files.
 */
struct symbol_options {
	const char *const *symfs;	 /* root file systems of the machines that were recorded */
	const char *const *kallsyms;	 /* copies of /proc/kallsyms */
	const char *const *own_kallsyms; /* the same, made together with this recording */
	const char *const *vmlinux;	 /* kernels with a symbol table */
	const char *const *debug_dirs;	 /* build-id caches, debug file trees, modules */
	bool no_inline;			 /* do not look for inlined functions */
	bool no_tail_calls;		 /* leave callchains as they were sampled */
	bool no_dwarf;			 /* do not read debug information at all */
	unsigned timeout_seconds;	 /* for the debug information of one file; 0: no limit */
	bool debuginfod;		 /* ask debuginfod servers for what is missing */
};

#endif

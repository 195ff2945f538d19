/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_CANONICAL_H
#define MODEL_CANONICAL_H

#include <stddef.h>

/*
 * The name by which a function is known whatever the compiler, the linker or
 * the kernel's macros made of it:
 *
 *	slab_alloc.constprop.0.cold     slab_alloc
 *	__pfx_kmem_cache_alloc_noprof   kmem_cache_alloc
 *	__x64_sys_read, SyS_read        sys_read
 *	asm_sysvec_reschedule_ipi       sysvec_reschedule_ipi
 *	bpf_prog_6deef7357e7b4530_drop  bpf_prog_drop
 *	malloc@@GLIBC_2.2.5, free@plt   malloc, free
 *
 * Off come compiler suffixes (right to left, repeatedly), prefixes for padding
 * and CFI, offsets, symbol versions, a trailing [module], Rust hashes and the
 * tags of BPF programs, which change from run to run. What follows a dot is
 * kept unless it is known to come from a compiler: foo.1234 is a static of its
 * own, and .text.lock.inode is a whole name. At least one character is kept.
 *
 * Writes the terminated name to @buf of @size bytes (at least 1), cut if it is
 * too small, and returns its length. @raw and @buf may not overlap.
 */
size_t canonical_name(const char *raw, char *buf, size_t size);

#endif

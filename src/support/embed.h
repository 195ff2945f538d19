/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_EMBED_H
#define SUPPORT_EMBED_H

/*
 * Make @file (relative to the top of the source tree) part of the program, as
 * the bytes from embedded_NAME_start up to embedded_NAME_end, which is a NUL.
 * By the assembler: a compiler needs seconds and hundreds of megabytes for an
 * array of a megabyte.
 */
#define EMBED(name, file)                                       \
	__asm__(".pushsection .rodata\n"                        \
		".balign 8\n"                                   \
		"embedded_" #name "_start:\n"                   \
		".incbin \"" SYMDIFF_SOURCE_DIR "/" file "\"\n" \
		"embedded_" #name "_end:\n"                     \
		".byte 0\n"                                     \
		".popsection\n");                               \
	extern const char embedded_##name##_start[], embedded_##name##_end[]

#endif

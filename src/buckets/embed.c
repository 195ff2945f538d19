// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/embed.h"

/*
 * .incbin rather than arrays in C: a compiler needs seconds and hundreds of
 * megabytes for an array of a megabyte, the assembler neither.
 */
#define EMBED(name, file)                                                              \
	__asm__(".pushsection .rodata\n"                                               \
		".balign 8\n"                                                          \
		"embedded_" #name "_start:\n"                                          \
		".incbin \"" BUCKETS_DATA_DIR "/" file "\"\n"                          \
		"embedded_" #name "_end:\n"                                            \
		".byte 0\n"                                                            \
		".popsection\n");                                                      \
	extern const unsigned char embedded_##name##_start[], embedded_##name##_end[]; \
                                                                                       \
	struct embedded embedded_##name(void)                                          \
	{                                                                              \
		return (struct embedded) {                                             \
			embedded_##name##_start,                                       \
			(size_t)(embedded_##name##_end - embedded_##name##_start),     \
		};                                                                     \
	}

EMBED(rules, "default.rules")
EMBED(names, "known-names.bin")
EMBED(words, "name-weights.bin")

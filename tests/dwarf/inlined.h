/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that test_dwarf expects to find inlined, at the lines where they stand here. */
#ifndef INLINED_H
#define INLINED_H

/* Notes how far behind outer() this place is, for the test to look it up. */
#define MARK(outer) \
	__asm__ volatile(".pushsection .marks,\"\"\n\t.long 771f - " outer "\n\t.popsection\n771:")

static inline __attribute__((always_inline)) int innermost(volatile int *at) /* line 10 */
{
	MARK(OUTER);
	return *at + 1;
}

#endif

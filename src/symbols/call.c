// SPDX-License-Identifier: GPL-2.0-or-later
/* Call instructions: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, CALL. */
#include "symbols/call.h"

/* FF /2: call through a register or memory; its length follows from the byte behind. */
static bool is_indirect_call(const uint8_t *at, unsigned length)
{
	unsigned mode = at[1] >> 6, base = at[1] & 7, expected = 2;

	if (at[0] != 0xff || (at[1] >> 3 & 7) != 2)
		return false;
	if (mode != 3 && base == 4) {
		expected++; /* a byte for index and scale */
		if (mode == 0 && length >= 3 && (at[2] & 7) == 5)
			expected += 4;
	}
	if (mode == 1)
		expected += 1;
	else if (mode == 2 || (mode == 0 && base == 5))
		expected += 4;
	return expected == length;
}

bool is_behind_call(const struct elf_file *file, uint64_t offset)
{
	unsigned machine = file->header.e_machine;
	const uint8_t *at;

	if (!file->elf || (machine != EM_X86_64 && machine != EM_386) || offset < 8 ||
	    offset > file->in.size)
		return true;
	at = file->in.data + offset;
	if (at[-5] == 0xe8)
		return true;
	for (unsigned length = 2; length <= 7; length++)
		if (is_indirect_call(at - length, length))
			return true;
	return false;
}

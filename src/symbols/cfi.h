/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_CFI_H
#define SYMBOLS_CFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <elfutils/libdw.h>

/* Registers by DWARF's numbers: enough for x86 and 64-bit ARM. */
#define CFI_REGISTERS 34

/* One frame: what its function knows in its registers. */
struct cfi_frame {
	uint64_t registers[CFI_REGISTERS];
	uint64_t known; /* bits */
	uint64_t cfa;
	bool has_cfa;
	bool is_outermost; /* it returns to nowhere: found by cfi_step */

	/* The memory that can be read: the copy of the stack, @stack_size bytes from @stack_start. */
	const uint8_t *stack;
	uint64_t stack_start;
	size_t stack_size;
	unsigned word; /* size of an address: 4 or 8 */
};

/* The word at @address of the stack's copy. */
bool cfi_read(const struct cfi_frame *frame, uint64_t address, uint64_t *value);

/*
 * Evaluate @count operations (DWARF 5, section 2.5) and give the value that they stand for: what
 * is in the place that they describe, or with @is_address that place itself.
 */
bool cfi_value(const struct cfi_frame *frame, const Dwarf_Op *ops, size_t count, bool is_address,
	       uint64_t *value);

/*
 * Step from @frame to its caller by the rules of @rules. @return_register is where the return
 * address then is. False: there is no caller, or the rules ask for what is not there.
 */
bool cfi_step(struct cfi_frame *frame, Dwarf_Frame *rules, unsigned return_register,
	      unsigned stack_register);

#endif

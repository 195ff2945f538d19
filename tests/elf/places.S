/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Functions that a test can find in a file without reading ELF: each begins
 * with eight bytes that are nowhere else.
 */
#define FUNCTION(name, mark, bind)	\
	bind name;			\
	.type name, %function;		\
name:					\
	.quad 0x5ca1ab1e00000000 + mark;	\
	.quad 0;			\
	.size name, . - name

	.text
	.balign 16
	FUNCTION(shown, 1, .globl)
	FUNCTION(hidden_helper, 2, .local)

	/* A label without a type or a size, as hand-written code has them. */
	.balign 16
	.globl bare_label
bare_label:
	.quad 0x5ca1ab1e00000003
	.quad 0

	.balign 16
	FUNCTION(_ZN3zoo4leafEv, 4, .globl)

	/* Two names of one place. */
	.balign 16
	.weak  also_aliased
	.type  also_aliased, %function
also_aliased:
	FUNCTION(aliased, 5, .globl)
	.size  also_aliased, . - also_aliased
	.balign 16
	.globl last
	.type last, %function
last:
	.quad 0

	.section .note.GNU-stack, "", %progbits

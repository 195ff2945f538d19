/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sections of a kernel module, sized so that the loader's layout can be worked out by hand. */
	.section .init.text, "ax"
	.type module_start, %function
module_start:
	.skip 0x30
	.size module_start, . - module_start

	.text
	.balign 16
	.type in_text, %function
in_text:
	.skip 0x24
	.size in_text, . - in_text

	.section .text.unlikely, "ax"
	.balign 1
	.type in_unlikely, %function
in_unlikely:
	.skip 0x0d
	.size in_unlikely, . - in_unlikely

	.section .data, "aw"
	.skip 0x100

	.section .exit.text, "ax"
	.balign 16
	.type module_stop, %function
module_stop:
	.skip 8
	.size module_stop, . - module_stop

	.section .modinfo, "a"
	.asciz "license=GPL"
	.asciz "vermagic=6.1.0-57-amd64 SMP preempt mod_unload modversions "

	.section .note.GNU-stack, "", %progbits

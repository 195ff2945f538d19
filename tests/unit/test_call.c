// SPDX-License-Identifier: GPL-2.0-or-later
/* Encodings from the output of GNU as. */
#include <string.h>

#include "symbols/call.h"
#include "unit.h"

static void test_calls(void **state)
{
	static const struct {
		uint8_t bytes[8]; /* the last ones before the address */
		bool is_call;
	} rows[] = {
		{ { 0x90, 0x90, 0x90, 0xe8, 1, 2, 3, 4 }, true },	       /* call rel32 */
		{ { 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0xd0 }, true },  /* call *%rax */
		{ { 0x90, 0x90, 0x90, 0x90, 0x90, 0x41, 0xff, 0xd3 }, true },  /* call *%r11 */
		{ { 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0x13 }, true },  /* call *(%rbx) */
		{ { 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0x53, 0x18 }, true },  /* *0x18(%rbx) */
		{ { 0x90, 0x90, 0xff, 0x15, 1, 2, 3, 4 }, true },	       /* *sym(%rip) */
		{ { 0x90, 0x90, 0x90, 0x90, 0xff, 0x54, 0x24, 8 }, true },     /* *8(%rsp) */
		{ { 0x90, 0xff, 0x14, 0xc5, 1, 2, 3, 4 }, true },	       /* *table(,%rax,8) */
		{ { 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0xe0 }, false }, /* jmp *%rax */
		{ { 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xc3 }, false }, /* ret */
		{ { 0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0 }, false },	       /* nopw */
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		uint8_t bytes[16] = { 0 };
		struct elf_file file = {
			.elf = (Elf *)bytes, /* only asked whether it is there */
			.header.e_machine = EM_X86_64,
		};

		memcpy(bytes + 8, rows[i].bytes, 8);
		input_from_bytes(&file.in, "code", bytes, sizeof(bytes));
		assert_int_equal(is_behind_call(&file, 16), rows[i].is_call);
		/* Where it cannot be said it is taken for one. */
		assert_true(is_behind_call(&file, 17));
		assert_true(is_behind_call(&file, 3));
		file.header.e_machine = EM_RISCV;
		assert_true(is_behind_call(&file, 16));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_calls) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

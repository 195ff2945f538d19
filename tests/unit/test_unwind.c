// SPDX-License-Identifier: GPL-2.0-or-later
/* The test unwinds itself: the expected addresses are those that the compiler says it returns to. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <ucontext.h>

#include "model/profile.h"
#include "support/cleanup.h"
#include "symbols/cfi.h"
#include "symbols/unwind.h"
#include "unit.h"

#include <dwarf.h>

struct captured {
	ucontext_t context;
	uint8_t stack[1 << 16];
	size_t size;
	const void *returns[3];
	struct profile *profile;
};

/* Stacks have places that a sanitizer would rather not see read. */
static __attribute__((noinline, no_sanitize("address"))) void leaf(struct captured *to)
{
	getcontext(&to->context);
	to->returns[0] = __builtin_return_address(0);
#ifdef __x86_64__
	const volatile uint8_t *from =
		(const volatile uint8_t *)to->context.uc_mcontext.gregs[REG_RSP];

	/* Above the frames are the environment's strings: up to there it is all stack. */
	to->size = (size_t)((const volatile uint8_t *)environ - from);
	if (to->size > sizeof(to->stack))
		to->size = sizeof(to->stack);
	for (size_t i = 0; i < to->size; i++)
		to->stack[i] = from[i];
#endif
}

static __attribute__((noinline)) void middle(struct captured *to, volatile int depth)
{
	to->returns[1] = __builtin_return_address(0);
	leaf(to);
	depth++;
}

static __attribute__((noinline)) void root(struct captured *to)
{
	volatile char room[300];

	room[0] = 0;
	to->returns[2] = __builtin_return_address(0);
	middle(to, 1);
	room[0]++;
}

static bool locate(const void *data, uint64_t address, uint32_t *dso, uint64_t *offset)
{
	const struct captured *captured = data;
	cleanup_file FILE *maps = fopen("/proc/self/maps", "re");
	char line[4096], path[4096];

	while (maps && fgets(line, sizeof(line), maps)) {
		uint64_t start, end, pgoff;

		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %4095s", &start,
			   &end, &pgoff, path) != 4 ||
		    address < start || address >= end || path[0] != '/')
			continue;
		*dso = profile_dso(captured->profile, path, strlen(path), DSO_USER);
		*offset = address - start + pgoff;
		return true;
	}
	return false;
}

#ifdef __x86_64__
/* Registers in the order of perf's mask: ax bx cx dx si di bp sp ip, and r8 to r15 from bit 16. */
static struct stack_copy copy_of(const struct captured *captured)
{
	static const int order[] = { REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI,
				     REG_RDI, REG_RBP, REG_RSP, REG_RIP };
	static const int more[] = { REG_R8,  REG_R9,  REG_R10, REG_R11,
				    REG_R12, REG_R13, REG_R14, REG_R15 };
	const greg_t *registers = captured->context.uc_mcontext.gregs;
	struct stack_copy copy = {
		.known = 0xff01ff,
		.stack = captured->stack,
		.size = captured->size,
		.locate = locate,
		.reader = captured,
	};

	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		copy.registers[i] = registers[order[i]];
	for (size_t i = 0; i < ARRAY_SIZE(more); i++)
		copy.registers[16 + i] = registers[more[i]];
	return copy;
}

static void test_self(void **state)
{
	static const struct symbol_options none;
	static struct captured captured;
	struct unwinder *unwinder = unwinder_new(&none);
	struct stack_unwinder unwind = unwinder_of(unwinder);
	struct profile *profile = captured.profile = profile_new();
	uint64_t addresses[16];
	struct utsname own;
	bool is_whole;
	size_t count;

	assert_int_equal(uname(&own), 0);
	profile->recording.hostname = names_intern_text(&profile->names, own.nodename);
	profile->recording.arch = names_intern_text(&profile->names, "x86_64");
	root(&captured);

	struct stack_copy copy = copy_of(&captured);

	count = unwind.unwind(unwind.data, profile, &copy, addresses, ARRAY_SIZE(addresses),
			      &is_whole);
	assert_true(count > 4);
	assert_true(addresses[0] == (uint64_t)captured.context.uc_mcontext.gregs[REG_RIP]);
	for (size_t i = 0; i < 3; i++)
		assert_true(addresses[i + 1] == (uintptr_t)captured.returns[i]);
	assert_true(is_whole);

	/* No more than asked for; nothing without a stack; nothing for unknown machines. */
	assert_int_equal(unwind.unwind(unwind.data, profile, &copy, addresses, 2, &is_whole), 2);
	assert_false(is_whole);
	/* A copy that is too short tells the frames that it holds. */
	copy.size = 512;
	assert_true(unwind.unwind(unwind.data, profile, &copy, addresses, 16, &is_whole) >= 2);
	assert_false(is_whole);
	copy.size = 0;
	assert_int_equal(unwind.unwind(unwind.data, profile, &copy, addresses, 16, &is_whole), 1);
	profile->recording.arch = names_intern_text(&profile->names, "vax");
	assert_int_equal(unwind.unwind(unwind.data, profile, &copy, addresses, 16, &is_whole), 0);
	unwinder_free(unwinder);
	profile_free(profile);
}
#else
static void test_self(void **state)
{
	skip();
}
#endif

/* Operations as compilers write them, worked out by hand. */
static void test_values(void **state)
{
	static const uint8_t stack[32] = { [8] = 0x34, [9] = 0x12 };
	struct cfi_frame frame = {
		.registers = { [7] = 0x7000, [16] = 0x401007 },
		.known = 1u << 7 | 1u << 16,
		.cfa = 0x7018,
		.has_cfa = true,
		.stack = stack,
		.stack_start = 0x7000,
		.stack_size = sizeof(stack),
		.word = 8,
	};
	/* The CFA in a procedure linkage table: rsp + 8 + ((rip & 15) >= 11 ? 8 : 0). */
	static const Dwarf_Op plt[] = {
		{ DW_OP_breg7, 8, 0, 0 }, { DW_OP_breg16, 0, 0, 0 }, { DW_OP_lit15, 0, 0, 0 },
		{ DW_OP_and, 0, 0, 0 },	  { DW_OP_lit11, 0, 0, 0 },  { DW_OP_ge, 0, 0, 0 },
		{ DW_OP_lit3, 0, 0, 0 },  { DW_OP_shl, 0, 0, 0 },    { DW_OP_plus, 0, 0, 0 },
	};
	static const Dwarf_Op saved[] = { { DW_OP_call_frame_cfa, 0, 0, 0 },
					  { DW_OP_plus_uconst, -16, 0, 0 } };
	static const Dwarf_Op unknown[] = { { DW_OP_breg0 + 3, 0, 0, 0 } };
	static const Dwarf_Op lone[] = { { DW_OP_plus, 0, 0, 0 } };
	uint64_t value;

	assert_true(cfi_value(&frame, plt, ARRAY_SIZE(plt), true, &value) && value == 0x7008);
	frame.registers[16] = 0x40100b;
	assert_true(cfi_value(&frame, plt, ARRAY_SIZE(plt), true, &value) && value == 0x7010);
	assert_true(cfi_value(&frame, saved, ARRAY_SIZE(saved), false, &value) && value == 0x1234);
	assert_false(cfi_value(&frame, unknown, 1, true, &value));
	assert_false(cfi_value(&frame, lone, 1, true, &value));
	assert_false(cfi_value(&frame, NULL, 0, true, &value));
	/* The end of the copy, and what is outside. */
	assert_true(cfi_read(&frame, 0x7017, &value));
	assert_false(cfi_read(&frame, 0x7018, &value));
	assert_false(cfi_read(&frame, 0x6fff, &value));
	assert_false(cfi_read(&frame, UINT64_MAX - 3, &value));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_self),
		cmocka_unit_test(test_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

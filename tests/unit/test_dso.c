// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "model/profile.h"
#include "unit.h"

static void test_canonical_dso(void **state)
{
	static const struct {
		const char *text;
		enum dso_kind hint;
		const char *name;
		enum dso_kind kind;
	} rows[] = {
		{ "linux-2.6.24", DSO_UNKNOWN, "[kernel]", DSO_KERNEL },
		{ "vmlinux-2.6-sse", DSO_UNKNOWN, "[kernel]", DSO_KERNEL },
		{ "/lib/modules/4.9.0/build/vmlinux", DSO_UNKNOWN, "[kernel]", DSO_KERNEL },
		{ "[kernel.kallsyms]_text", DSO_UNKNOWN, "[kernel]", DSO_KERNEL },
		{ "no-vmlinux", DSO_UNKNOWN, "[kernel]", DSO_KERNEL },
		{ "", DSO_KERNEL, "[kernel]", DSO_KERNEL },
		{ "linux-vdso.so.1", DSO_UNKNOWN, "linux-vdso.so.1", DSO_USER },
		{ "[ext4]", DSO_UNKNOWN, "[ext4]", DSO_MODULE },
		{ "/lib/modules/6.1.0/kernel/sound/snd-hda.ko.xz", DSO_UNKNOWN, "[snd_hda]",
		  DSO_MODULE },
		{ "[vdso] (tgid:12 range:0x1000-0x2000)", DSO_UNKNOWN,
		  "[vdso] (tgid:12 range:0x1000-0x2000)", DSO_USER },
		{ "/usr/lib/libc.so.6 (deleted)", DSO_UNKNOWN, "libc.so.6", DSO_USER },
		{ "[guest.kernel.kallsyms.1234]", DSO_UNKNOWN, "[guest.kernel]", DSO_GUEST_KERNEL },
		{ "bpf_prog_6deef7357e7b4530_sd_fw", DSO_UNKNOWN, "bpf_prog_6deef7357e7b4530_sd_fw",
		  DSO_BPF },
		{ "", DSO_USER, "[unknown]", DSO_USER },
	};
	char buf[64];

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		enum dso_kind kind = rows[i].hint;

		dso_canonical(rows[i].text, strlen(rows[i].text), &kind, buf, sizeof(buf));
		assert_string_equal(buf, rows[i].name);
		assert_int_equal(kind, rows[i].kind);
	}
}

static void test_unknown_symbol(void **state)
{
	static const struct {
		const char *text;
		bool unknown;
	} rows[] = {
		{ "(no symbols)", true },
		{ "0x00000000000005a0", true },
		{ "0000000000000000", true },
		{ "/usr/bin/Xorg", true },
		{ "[unknown]", true },
		{ "", true },
		{ "0x5", true },
		{ "deadbeef", true },
		{ "face", false },
		{ "kfree", false },
		{ "add_partial", false },
		{ ".plt", false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(symbol_is_unknown(rows[i].text, strlen(rows[i].text)),
				 rows[i].unknown);
}

static void test_event_clock(void **state)
{
	assert_int_equal(event_clock_of("CPU_CLK_UNHALTED:100000"), CLOCK_UNHALTED);
	assert_int_equal(event_clock_of("cpu-clock:pppH"), CLOCK_WALL);
	assert_int_equal(event_clock_of("cycles:P"), CLOCK_UNHALTED);
	assert_int_equal(event_clock_of("cache-misses"), CLOCK_COUNT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_canonical_dso),
		cmocka_unit_test(test_unknown_symbol),
		cmocka_unit_test(test_event_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <string.h>

#include "model/canonical.h"

static const struct row {
	const char *raw, *canonical;
} rows[] = {
	{ "kfree", "kfree" },

	/* GCC */
	{ "tcp_ack.isra.0", "tcp_ack" },
	{ "slab_alloc.constprop.0.cold", "slab_alloc" },
	{ "do_one.isra.12.part.3.constprop.1", "do_one" },
	{ "get_partial_node.part.0", "get_partial_node" },
	{ "schedule.cold.83", "schedule" },
	{ "xfs_foo.lto_priv.0.lto_priv.0", "xfs_foo" },
	{ "memcpy.localalias", "memcpy" },
	{ "f.clone.2", "f" },
	{ "sum(int*) [clone .constprop.0]", "sum(int*)" },
	{ "sum(int*) [clone .isra.0] [clone .cold]", "sum(int*)" },
	{ "main [clone ._omp_fn.0]", "main [clone ._omp_fn.0]" }, /* its own code */

	/* Clang */
	{ "foo.llvm.8713905129", "foo" },
	{ "foo.llvm.87f13ab5129", "foo" },
	{ "foo.__uniq.171394155620", "foo" },
	{ "foo.__uniq.171394155620.llvm.12", "foo" },
	{ "tcp_v4_rcv.cfi_jt", "tcp_v4_rcv" },
	{ "tcp_v4_rcv.cfi", "tcp_v4_rcv" },
	{ "__cfi_kfree", "kfree" },
	{ "__pfx_kfree", "kfree" },
	{ "__pfx___pi_memcpy", "memcpy" },

	/* a dot that no compiler made */
	{ "foo.1234", "foo.1234" },
	{ "seen.0", "seen.0" },
	{ ".text.lock.inode", ".text.lock.inode" },
	{ ".cold", ".cold" }, /* nothing would be left */
	{ "main.part", "main.part" },
	{ "runtime.mallocgc", "runtime.mallocgc" },
	{ "runtime.memmove.abi0", "runtime.memmove" },

	/* PowerPC, ELF ABI version 1 */
	{ ".kmem_cache_alloc", "kmem_cache_alloc" },
	{ ".text", ".text" },
	{ ".plt", ".plt" },
	{ ".L12", ".L12" },

	/* memory allocation profiling (6.10) */
	{ "kmem_cache_alloc_noprof", "kmem_cache_alloc" },
	{ "__kmalloc_noprof.constprop.0", "__kmalloc" },
	{ "_noprof", "_noprof" },

	/* system calls, 2.6.28 to 6.18 */
	{ "sys_read", "sys_read" },
	{ "SyS_read", "sys_read" },
	{ "SYSC_sendto", "sys_sendto" },
	{ "__x64_sys_read", "sys_read" },
	{ "__ia32_sys_read", "sys_read" },
	{ "__se_sys_read", "sys_read" },
	{ "__do_sys_clone", "sys_clone" },
	{ "__arm64_sys_read", "sys_read" },
	{ "ksys_read", "ksys_read" }, /* called by others too */
	{ "__ia32_compat_sys_ioctl", "compat_sys_ioctl" },
	{ "C_SYSC_ioctl", "compat_sys_ioctl" },
	{ "sys_", "sys_" },
	{ "__x64_sys_", "__x64_sys_" },

	/* interrupts */
	{ "asm_sysvec_apic_timer_interrupt", "sysvec_apic_timer_interrupt" },
	{ "__sysvec_apic_timer_interrupt", "sysvec_apic_timer_interrupt" },
	{ "asm_exc_page_fault", "exc_page_fault" },
	{ "asm_common_interrupt", "common_interrupt" },

	/* what texts add */
	{ "kfree+0x1f", "kfree" },
	{ "kfree+0x1f/0x80", "kfree" },
	{ "ext4_map_blocks+0x1f/0x80 [ext4]", "ext4_map_blocks" },
	{ "ext4_map_blocks\t[ext4]", "ext4_map_blocks" },
	{ "malloc@plt", "malloc" },
	{ "malloc@@GLIBC_2.2.5", "malloc" },
	{ "memcpy@GLIBC_2.2.5", "memcpy" },
	{ "operator new(unsigned long)@plt", "operator new(unsigned long)" },
	{ "operator new[]", "operator new[]" },
	{ "[unknown]", "[unknown]" },
	{ "@", "@" },
	{ "", "" },

	/* BPF: tags and ids differ from run to run */
	{ "bpf_prog_6deef7357e7b4530_sd_fw_ingress", "bpf_prog_sd_fw_ingress" },
	{ "bpf_prog_6deef7357e7b4530", "bpf_prog" },
	{ "bpf_prog_run", "bpf_prog_run" },
	{ "bpf_prog_add", "bpf_prog_add" },
	{ "bpf_trampoline_6442536467", "bpf_trampoline" },
	{ "bpf_trampoline_6442536467_1", "bpf_trampoline" },
	{ "bpf_trampoline_link_prog", "bpf_trampoline_link_prog" },

	/* Rust */
	{ "alloc::vec::Vec<T>::push::h0123456789abcdef", "alloc::vec::Vec<T>::push" },
	{ "_ZN4core3fmt5write17h0123456789abcdefE", "_ZN4core3fmt5writeE" },
	{ "a::hello", "a::hello" },
};

static void test_rows(void **state)
{
	char buf[128];

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		size_t len = canonical_name(rows[i].raw, buf, sizeof(buf));

		assert_string_equal(buf, rows[i].canonical);
		assert_int_equal(len, strlen(buf));
	}
}

/* The canonical name of a canonical name is itself. */
static void test_settled(void **state)
{
	char buf[128];

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		canonical_name(rows[i].canonical, buf, sizeof(buf));
		assert_string_equal(buf, rows[i].canonical);
	}
}

static void test_small_buffer(void **state)
{
	char buf[6];

	assert_int_equal(canonical_name("__x64_sys_read.cold", buf, sizeof(buf)), 5);
	assert_string_equal(buf, "sys_r");
	assert_int_equal(canonical_name("__x64_sys_read", buf, 1), 0);
	assert_string_equal(buf, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_settled),
		cmocka_unit_test(test_small_buffer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

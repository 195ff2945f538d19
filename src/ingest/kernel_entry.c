// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/kernel_entry.h"

#include "support/memory.h"

static bool starts_with_any(struct slice text, const char *const *prefixes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (slice_starts(text, prefixes[i]))
			return true;
	return false;
}

static bool is_any(struct slice text, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (slice_equals(text, names[i]))
			return true;
	return false;
}

bool is_kernel_entry(struct slice function)
{
	static const char *const prefixes[] = {
		"entry_SYSCALL",
		"entry_SYSENTER",
		"entry_INT80",
		"asm_exc_",
		"asm_sysvec_",
		"asm_common_",
		"asm_fred_",
		"asm_load_gs",
		"ret_from_fork",
		"ret_from_kernel_",
		"secondary_startup_",
		"x86_64_start_",
		"el0t_",
		"el1h_",
		"el1t_",
		"el0_",
		"el1_",
		"system_call_",
		"sysenter_",
	};
	static const char *const names[] = {
		"system_call",
		"syscall_call",
		"sysret_check",
		"sysret_audit",
		"ia32_sysenter_target",
		"tracesys",
		"page_fault",
		"do_async_page_fault",
		"general_protection",
		"apic_timer_interrupt",
		"common_interrupt",
		"reschedule_interrupt",
		"call_function_interrupt",
		"call_function_single_interrupt",
		"error_entry",
		"ret_from_intr",
		"ret_from_exception",
		"ret_from_syscall",
		"kernel_thread_helper",
		"child_rip",
		"kthread",
		"start_secondary",
		"cpu_startup_entry",
		"start_kernel",
		"rest_init",
		"i386_start_kernel",
		"secondary_start_kernel",
		"__secondary_switched",
		"__primary_switched",
		"__do_syscall",
		"pgm_check_handler",
		"handle_exception",
		"do_trap_ecall_u",
		"vectors",
		"__switch_to_asm",
		"nmi",
		"asm_nmi",
		"end_repeat_nmi",
	};

	return starts_with_any(function, prefixes, ARRAY_SIZE(prefixes)) ||
	       is_any(function, names, ARRAY_SIZE(names));
}

bool is_kernel_thread(struct slice comm)
{
	static const char *const prefixes[] = {
		"kworker/", "ksoftirqd/", "migration/", "rcu_",	    "rcuc/",   "rcuo",	   "rcub/",
		"cpuhp/",   "watchdog/",  "irq/",	"swapper/", "events/", "kblockd/", "napi/",
	};
	static const char *const names[] = {
		"swapper", "kswapd0",  "kswapd1", "khugepaged", "kcompactd0",
		"ksmd",	   "kthreadd", "kauditd", "khungtaskd", "oom_reaper",
	};

	return starts_with_any(comm, prefixes, ARRAY_SIZE(prefixes)) ||
	       is_any(comm, names, ARRAY_SIZE(names));
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "buckets/buckets.h"

static int set_up(void **state)
{
	*state = buckets_new();
	return 0;
}

static int tear_down(void **state)
{
	buckets_free(*state);
	return 0;
}

static struct bucket_match match(const struct buckets *b, const char *symbol, enum dso_kind kind,
				 const char *dso, const char *srcfile)
{
	struct bucket_key key = { symbol, dso, kind, srcfile };
	struct bucket_match match;

	buckets_match(b, &key, &match);
	return match;
}

static const char *leaf_of(const struct buckets *b, const char *symbol, enum dso_kind kind)
{
	struct bucket_match found = match(b, symbol, kind, NULL, NULL);

	return buckets_leaf_name(b, found.bucket);
}

/* Kernel functions: what they are is in the kernel's own source. */
static const struct {
	const char *symbol, *leaf;
} kernel_rows[] = {
	/* SLAB, 2.4 to 6.7 */
	{ "kmem_cache_alloc", "allocator/slab" },
	{ "kmalloc", "allocator/slab" },
	{ "kfree", "allocator/slab" },
	{ "____cache_alloc", "allocator/slab" },
	{ "cache_alloc_refill", "allocator/slab" },
	{ "cache_flusharray", "allocator/slab" },
	{ "free_block", "allocator/slab" },
	{ "cache_grow", "allocator/slab" },
	{ "cache_reap", "allocator/slab" },
	/* SLUB */
	{ "__slab_alloc", "allocator/slab" },
	{ "___slab_alloc", "allocator/slab" },
	{ "__slab_free", "allocator/slab" },
	{ "add_partial", "allocator/slab" },
	{ "add_partial_tail", "allocator/slab" },
	{ "get_partial_node.part.0", "allocator/slab" },
	{ "put_cpu_partial", "allocator/slab" },
	{ "unfreeze_partials.isra.43", "allocator/slab" },
	{ "kmem_cache_alloc_noprof", "allocator/slab" },
	/* sheaves, 6.18 and 7.0 */
	{ "__pcs_replace_empty_main", "allocator/slab" },
	{ "__pcs_replace_full_main", "allocator/slab" },
	{ "barn_replace_empty_sheaf", "allocator/slab" },
	{ "refill_sheaf", "allocator/slab" },
	/* the page allocator and others */
	{ "__alloc_pages", "allocator/page" },
	{ "get_page_from_freelist", "allocator/page" },
	{ "rmqueue_bulk", "allocator/page" },
	{ "free_one_page", "allocator/page" },
	{ "__rmqueue", "allocator/page" },
	{ "alloc_vmap_area", "allocator/vmalloc" },
	{ "pcpu_alloc", "allocator/percpu" },
	{ "mempool_alloc", "allocator/pool" },

	{ "_raw_spin_lock_irqsave", "lock/spin" },
	{ "_spin_lock", "lock/spin" },
	{ "__write_lock_failed", "lock/spin" },
	{ "native_queued_spin_lock_slowpath", "lock/spin" },
	{ ".text.lock.inode", "lock/spin" },
	{ "_text_lock_dcache", "lock/spin" },
	{ "kvm_wait", "lock/spin" }, /* a spinning virtual CPU halts, but is not idle */
	{ "mutex_spin_on_owner", "lock/mutex" },
	{ "osq_lock", "lock/mutex" },
	{ "rwsem_down_write_slowpath", "lock/rwsem" },
	{ "futex_wake", "lock/futex" },

	{ "copy_user_generic_string", "copy/user" },
	{ "copy_user_enhanced_fast_string", "copy/user" },
	{ "__copy_to_user_ll", "copy/user" },
	{ "rep_movs_alternative", "copy/user" },
	{ "clear_page_erms", "copy/mem" },
	{ "memcpy", "copy/mem" },
	{ "csum_partial_copy_generic", "copy/csum" },

	{ "default_idle", "idle" },
	{ "poll_idle", "idle" },
	{ "native_safe_halt", "idle" },
	{ "pv_native_safe_halt", "idle" },
	{ "mwait_idle", "idle" },
	{ "mwait_idle_with_hints", "idle" },
	{ "intel_idle", "idle" },
	{ "acpi_idle_do_entry", "idle" },
	{ "cpu_idle", "idle" },

	{ "schedule", "sched/core" },
	{ "__schedule", "sched/core" },
	{ "try_to_wake_up", "sched/core" },
	{ "update_curr", "sched/fair" },
	{ "find_busiest_group", "sched/fair" },
	{ "__wake_up_common", "sched/wait" },
	{ "dequeue_rt_stack", "sched/rt" },

	{ "tcp_v4_rcv", "net/tcp" },
	{ "tcp_sendmsg_locked", "net/tcp" },
	{ "unix_stream_recvmsg", "net/unix" },
	{ "sock_def_readable", "net/socket" },
	{ "__alloc_skb", "net/skb" },
	{ "skb_release_data", "net/skb" },
	{ "ip_rcv", "net/ip" },
	{ "__netif_receive_skb_core", "net/core" },
	{ "nf_hook_slow", "net/netfilter" },

	{ "__x64_sys_futex", "lock/futex" },
	{ "ext4_map_blocks", "fs/ext4" },
	{ "__d_lookup_rcu", "fs/dcache" },
	{ "link_path_walk", "fs/vfs" },
	{ "do_page_fault", "mem/fault" },
	{ "clear_bhb_loop", "entry/mitigation" },
	{ "__x86_indirect_thunk_rax", "entry/mitigation" },
	{ "bpf_prog_6deef7357e7b4530_sd_fw_ingress", "bpf/core" },
	{ "trace_event_raw_event_kmalloc", "trace/event" },
	{ "__do_softirq", "irq/softirq" },

	/* 2.4 */
	{ "kmem_find_general_cachep", "allocator/slab" },
	{ "kmem_cache_free_one", "allocator/slab" },
	{ "rmqueue", "allocator/page" },
	{ "__free_pages_ok", "allocator/page" },
	{ "try_to_swap_out", "mem/reclaim" },
	{ "page_launder", "mem/reclaim" },
	{ "__make_request", "block/core" },
	{ "__generic_copy_to_user", "copy/user" },
	{ "reschedule_idle", "sched/core" },
	{ "apm_cpu_idle", "idle" },
	{ "sysenter_past_esp", "entry/syscall" },

	/* other architectures */
	{ "el0_svc_common", "entry/syscall" },
	{ "el1h_64_irq", "irq/core" },
	{ "gic_handle_irq", "irq/core" },
	{ "__arch_copy_to_user", "copy/user" },
	{ "copypage_power7", "copy/mem" },
	{ "__copy_tofrom_user_power7", "copy/user" },
	{ "ia64_do_page_fault", "mem/fault" },
	{ "arch_spin_lock_wait", "lock/spin" },
	{ "shared_cede_loop", "idle" },
	{ ".kmem_cache_alloc", "allocator/slab" },

	/* mitigations, hypervisors */
	{ "srso_alias_safe_ret", "entry/mitigation" },
	{ "xen_hypercall_sched_op", "virt/guest" },
	{ "__pv_queued_spin_lock_slowpath", "lock/spin" },

	{ "[not listed]", "[not listed]" },
	{ "[unknown]", "[unresolved]" },
	{ "0xffffffff81012345", "[unresolved]" },
};

static void test_kernel(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(kernel_rows); i++)
		assert_string_equal(leaf_of(*state, kernel_rows[i].symbol, DSO_KERNEL),
				    kernel_rows[i].leaf);
}

/* Names of functions of well-known allocators, as profiles show them. */
static void test_user_allocators(void **state)
{
	static const char *const symbols[] = {
		"malloc",
		"_int_malloc",
		"_int_free",
		"malloc_consolidate",
		"unlink_chunk.constprop.0",
		"tcache_get",
		"malloc@@GLIBC_2.2.5",
		"free@plt",
		"je_malloc_default",
		"arena_malloc_hard",
		"tcmalloc::ThreadCache::Scavenge()",
		"mi_malloc",
		"_mi_page_malloc",
		"__libc_malloc_impl",
		"runtime.mallocgc",
		"runtime.gcDrain",
		"runtime.(*mcache).refill",
		"__rust_alloc",
		"__rdl_dealloc",
		"operator new(unsigned long)",
		"_Znwm",
		"operator delete[](void*)",
		"_ZdlPv",
		"_PyObject_Malloc",
	};

	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
		assert_string_equal(leaf_of(*state, symbols[i], DSO_USER), "allocator/user");
		assert_string_equal(leaf_of(*state, symbols[i], DSO_UNKNOWN), "allocator/user");
	}
	assert_string_equal(leaf_of(*state, "main", DSO_USER), "user");
	/* a kernel's name outside the kernel is not the kernel's function */
	assert_string_equal(leaf_of(*state, "kfree", DSO_USER), "user");
	assert_string_equal(leaf_of(*state, "memcpy", DSO_USER), "user");
	/* and an allocator's name inside it is not the allocator's */
	assert_string_not_equal(leaf_of(*state, "arena_map_alloc", DSO_KERNEL), "allocator/user");
	assert_string_equal(leaf_of(*state, "std::sort<int>(int*)", DSO_UNKNOWN), "user");
	assert_string_equal(leaf_of(*state, "kfree", DSO_UNKNOWN), "allocator/slab");
}

/* What decides: each row adds evidence of a stronger kind. */
static void test_layers(void **state)
{
	struct buckets *b = buckets_new();
	struct bucket_match found = match(b, "tcp_frobnicate_zz", DSO_KERNEL, "[kernel]", NULL);

	assert_int_equal(found.layer, LAYER_NAME);
	assert_string_equal(buckets_leaf_name(b, found.bucket), "net/tcp");
	found = match(b, "tcp_ack", DSO_KERNEL, "[kernel]", NULL);
	assert_int_equal(found.layer, LAYER_TABLE);
	found = match(b, "tcp_ack", DSO_MODULE, "[ext4]", NULL);
	assert_int_equal(found.layer, LAYER_MODULE);
	assert_string_equal(buckets_leaf_name(b, found.bucket), "fs/ext4");
	found = match(b, "tcp_ack", DSO_MODULE, "[ext4]", "mm/slub.c");
	assert_int_equal(found.layer, LAYER_FILE);
	assert_string_equal(buckets_leaf_name(b, found.bucket), "allocator/slab");
	found = match(b, "kvm_wait", DSO_KERNEL, "[kernel]", "arch/x86/kernel/kvm.c");
	assert_int_equal(found.layer, LAYER_ALWAYS);
	assert_string_equal(buckets_leaf_name(b, found.bucket), "lock/spin");
	/* a header that could be anybody's leaves it to the name */
	found = match(b, "tcp_ack", DSO_KERNEL, "[kernel]", "include/linux/whatever.h");
	assert_int_equal(found.layer, LAYER_TABLE);

	assert_int_equal(buckets_add_set(b, "mine=tcp_ack,kvm_*", NULL), 0);
	found = match(b, "tcp_ack", DSO_MODULE, "[ext4]", "mm/slub.c");
	assert_int_equal(found.layer, LAYER_SET);
	assert_string_equal(buckets_leaf_name(b, found.bucket), "mine");
	assert_string_equal(buckets_head_name(b, buckets_head(b, found.bucket)), "mine");
	found = match(b, "kvm_wait", DSO_KERNEL, "[kernel]", NULL);
	assert_string_equal(buckets_leaf_name(b, found.bucket), "mine");
	buckets_free(b);
}

/* A function that no rule and no table knows, by what its name says. */
static void test_words(void **state)
{
	struct bucket_key key = { "zap_unix_stream_frob", "[kernel]", DSO_KERNEL, NULL };
	struct bucket_match found;
	char reason[200];

	buckets_match(*state, &key, &found);
	assert_int_equal(found.layer, LAYER_WORDS);
	assert_string_equal(buckets_leaf_name(*state, found.bucket), "net/unix");
	buckets_reason(*state, &key, &found, reason, sizeof(reason));
	assert_non_null(strstr(reason, "unix"));

	/* nothing to go by */
	assert_string_equal(leaf_of(*state, "q", DSO_KERNEL), "other");
	assert_string_equal(leaf_of(*state, "~", DSO_KERNEL), "other");
	/* not known to be the kernel's, and not spelled like a function of it */
	assert_string_equal(leaf_of(*state, "zapUnixStreamFrob", DSO_UNKNOWN), "other");
}

/* However long, names are cut and not overrun. */
static void test_long_names(void **state)
{
	static const size_t lengths[] = { 63, 64, 120, 121, 122, 1023, 1024, 5000 };

	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		char *name = mem_zalloc(lengths[i] + 1, 1);

		memset(name, 'a', lengths[i]);
		leaf_of(*state, name, DSO_KERNEL);
		memset(name, '_', lengths[i]);
		leaf_of(*state, name, DSO_UNKNOWN);
		for (size_t j = 1; j < lengths[i]; j += 2)
			name[j] = 'b';
		assert_string_not_equal(leaf_of(*state, name, DSO_USER), "other");
		leaf_of(*state, name, DSO_KERNEL);
		free(name);
	}
}

static void test_names(void **state)
{
	const struct buckets *b = *state;
	uint16_t slab = buckets_find_leaf(b, "allocator/slab");

	assert_string_equal(buckets_leaf_name(b, BUCKET_OTHER), "other");
	assert_string_equal(buckets_leaf_name(b, BUCKET_NOT_LISTED), "[not listed]");
	assert_string_equal(buckets_leaf_name(b, BUCKET_UNRESOLVED), "[unresolved]");
	assert_string_equal(buckets_leaf_name(b, BUCKET_IDLE), "idle");
	assert_string_equal(buckets_leaf_name(b, BUCKET_USER), "user");
	assert_string_equal(buckets_leaf_name(b, slab), "allocator/slab");
	assert_int_equal(buckets_head(b, slab), buckets_find_head(b, "allocator"));
	assert_int_equal(buckets_find_leaf(b, "allocator"), BUCKET_NONE);
	assert_int_equal(buckets_find_head(b, "allocator/slab"), BUCKET_NONE);
	assert_int_equal(buckets_find_head(b, "idle"), buckets_head(b, BUCKET_IDLE));
	assert_int_equal(buckets_neutral(b, slab), NEUTRAL_NO);
	assert_int_equal(buckets_neutral(b, buckets_find_leaf(b, "lock/spin")), NEUTRAL_ALWAYS);
	assert_int_equal(buckets_neutral(b, buckets_find_leaf(b, "copy/user")), NEUTRAL_ON_REQUEST);
}

/* What they do: the allocators' source, from 2.4 to 6.18. */
static void test_phases(void **state)
{
	static const struct {
		const char *symbol, *phase;
	} rows[] = {
		{ "kmem_cache_alloc", "alloc-fast" },
		{ "kmem_cache_alloc_noprof", "alloc-fast" },
		{ "__kmalloc_node_track_caller_noprof", "alloc-fast" },
		{ "____cache_alloc", "alloc-fast" },
		{ "__slab_alloc", "alloc-slow" },
		{ "___slab_alloc", "alloc-slow" },
		{ "cache_alloc_refill", "alloc-slow" },
		{ "__pcs_replace_empty_main", "alloc-slow" },
		{ "add_partial", "partial" },
		{ "add_partial_tail", "partial" },
		{ "get_partial_node.part.0", "partial" },
		{ "__unfreeze_partials", "partial" },
		{ "barn_replace_full_sheaf", "partial" },
		{ "new_slab", "new-slab" },
		{ "allocate_slab", "new-slab" },
		{ "cache_grow", "new-slab" },
		{ "kmem_cache_grow", "new-slab" },
		{ "discard_slab", "returned-slab" },
		{ "kfree", "free-fast" },
		{ "kmem_cache_free", "free-fast" },
		{ "__slab_free", "free-slow" },
		{ "cache_flusharray", "free-slow" },
		{ "free_block", "free-slow" },
		{ "kvfree_call_rcu", "free-rcu" },
		{ "check_object", "debug" },
		{ "__alloc_pages", "alloc-fast" },
		{ "get_page_from_freelist", "alloc-fast" },
		{ "rmqueue_bulk", "alloc-slow" },
		{ "free_unref_page_commit", "free-fast" },
		{ "free_pcppages_bulk", "free-slow" },
		{ "alloc_vmap_area", "alloc" },
		{ "pcpu_alloc_noprof", "alloc" },
		{ "tcp_ack", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct bucket_match found = match(*state, rows[i].symbol, DSO_KERNEL, NULL, NULL);

		assert_string_equal(buckets_phase_name(*state, found.phase), rows[i].phase);
	}
}

static void test_contexts(void **state)
{
	const struct buckets *b = *state;

	assert_int_equal(buckets_context(b, "asm_sysvec_apic_timer_interrupt"), CONTEXT_HARDIRQ);
	assert_int_equal(buckets_context(b, "handle_softirqs"), CONTEXT_SOFTIRQ);
	assert_int_equal(buckets_context(b, "process_one_work"), CONTEXT_KWORKER);
	assert_int_equal(buckets_context(b, "asm_exc_nmi"), CONTEXT_NMI);
	assert_int_equal(buckets_context(b, "do_idle"), CONTEXT_IDLE);
	assert_int_equal(buckets_context(b, "asm_exc_page_fault"), CONTEXT_NONE);
	assert_int_equal(buckets_context(b, "kfree"), CONTEXT_NONE);
}

static void test_bad_sets(void **state)
{
	static const char *const bad[] = {
		"", "=kfree", "x=", "noequals", "allocator=kfree", "allocator/slab=kfree", "idle=x"
	};
	struct buckets *b = buckets_new();

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct symdiff_error err = { 0 };

		assert_int_equal(buckets_add_set(b, bad[i], &err), -1);
		assert_int_equal(err.code, SYMDIFF_ERR_USAGE);
	}
	buckets_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_kernel, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_user_allocators, set_up, tear_down),
		cmocka_unit_test(test_layers),
		cmocka_unit_test_setup_teardown(test_words, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_long_names, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_phases, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_contexts, set_up, tear_down),
		cmocka_unit_test(test_bad_sets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

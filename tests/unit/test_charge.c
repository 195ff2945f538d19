// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/anatomy.h"
#include "buckets/frames.h"
#include "model/relatives.h"
#include "sides.h"

static struct symdiff *rules;

static int set_up(void **state)
{
	rules = symdiff_new(NULL, NULL);
	return rules ? 0 : -1;
}

static int tear_down(void **state)
{
	symdiff_free(rules);
	return 0;
}

/* Spinning under the slab allocator is the allocator's, and all of it is somebody's. */
static void test_a_lock_is_charged_to_its_caller(void **state)
{
	struct symdiff_profile *side =
		side_of(rules,
			"do_syscall_64;unix_stream_sendmsg;kmem_cache_alloc;get_partial_node;"
			"_raw_spin_lock_irqsave;native_queued_spin_lock_slowpath 70\n"
			"do_syscall_64;unix_stream_sendmsg;kmem_cache_alloc 20\n"
			"do_syscall_64;unix_stream_sendmsg 10\n",
			0);

	assert_int_equal(head_total(side, "lock").self, 70);
	assert_int_equal(head_total(side, "lock").charged, 0);
	assert_int_equal(head_total(side, "allocator").self, 20);
	assert_int_equal(head_total(side, "allocator").charged, 90);
	assert_int_equal(head_total(side, "net").charged, 10);
	symdiff_profile_free(side);
}

struct inlined {
	const char *name, *file; /* NULL: the end */
};

/* One sample in @physical of @physical_file, called by vfs_read; inlined there: innermost first. */
static struct symdiff_profile *side_inlined(const struct inlined *inlined, const char *physical,
					    const char *physical_file)
{
	struct symdiff_profile *side = side_new(rules, "test");
	struct profile *profile = side->profile = document_add(&side->doc, "test");
	uint32_t kernel = profile_dso(profile, "[kernel]", 8, DSO_KERNEL);
	uint32_t event = profile_event(profile, "cycles", 6), symbols[8], frames[2], count = 0;
	uint32_t root = profile_symbol(profile, kernel, "vfs_read", 8);
	uint32_t leaf = profile_symbol(profile, kernel, physical, strlen(physical));

	for (; inlined->name; inlined++) {
		uint32_t symbol =
			profile_symbol(profile, kernel, inlined->name, strlen(inlined->name));

		profile->symbols[symbol].srcfile =
			names_intern_text(&profile->names, inlined->file);
		symbols[count++] = symbol;
	}
	profile->symbols[leaf].srcfile = names_intern_text(&profile->names, physical_file);
	frames[0] = profile_symbol_location(profile, leaf, symbols, count);
	frames[1] = profile_symbol_location(profile, root, NULL, 0);
	profile_add(profile, event, 0, 0, frames, 2, 100, 100);
	side_sum(side);
	return side;
}

/* Which inlined function decides: by the file that declares it, and by what is around it. */
static void test_what_is_inlined(void **state)
{
	static const struct {
		struct inlined inlined[4];
		const char *physical, *file, *self, *charged;
	} rows[] = {
		/* A lock of a header is a lock, and the time is its caller's. */
		{ { { "queued_spin_lock", "include/asm-generic/qspinlock.h" } },
		  "kmem_cache_free",
		  "mm/slub.c",
		  "lock",
		  "allocator" },
		/* ... also with what it inlines itself. */
		{ { { "arch_atomic_try_cmpxchg", "include/linux/atomic.h" },
		    { "queued_spin_lock", "include/asm-generic/qspinlock.h" } },
		  "kmem_cache_free",
		  "mm/slub.c",
		  "lock",
		  "allocator" },
		/* Helpers of headers are part of what is around them. */
		{ { { "list_del", "include/linux/list.h" } },
		  "kmem_cache_free",
		  "mm/slub.c",
		  "allocator",
		  "allocator" },
		{ { { "__preempt_count_sub", "arch/x86/include/asm/preempt.h" } },
		  "_raw_spin_unlock",
		  "kernel/locking/spinlock.c",
		  "lock",
		  "fs" },
		/* A function of another file is a function of its own. */
		{ { { "slab_free", "mm/slub.c" } },
		  "skb_free_head",
		  "net/core/skbuff.c",
		  "allocator",
		  "allocator" },
		/* Who copies is asked on request only; then the copy has it all. */
		{ { { "copy_user_generic", "arch/x86/include/asm/uaccess_64.h" } },
		  "skb_copy_datagram_iter",
		  "net/core/datagram.c",
		  "copy",
		  "copy" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct symdiff_profile *side =
			side_inlined(rows[i].inlined, rows[i].physical, rows[i].file);

		assert_int_equal(head_total(side, rows[i].self).self, 100);
		assert_int_equal(head_total(side, rows[i].charged).charged, 100);
		symdiff_profile_free(side);
	}
}

/* The victim of an interrupt does not own what runs in it. */
static void test_the_chain_ends_at_an_interrupt(void **state)
{
	struct symdiff_profile *side =
		side_of(rules,
			"do_syscall_64;ext4_file_read_iter;asm_sysvec_apic_timer_interrupt;"
			"sysvec_apic_timer_interrupt;_raw_spin_lock 5\n"
			"do_syscall_64;ext4_file_read_iter 3\n",
			0);

	assert_int_equal(head_total(side, "fs").charged, 3);
	assert_int_equal(side->totals->contexts[RUN_HARDIRQ], 5);
	assert_int_equal(side->totals->contexts[RUN_TASK], 3);
	symdiff_profile_free(side);
}

static void test_where_a_softirq_ran(void **state)
{
	struct symdiff_profile *side =
		side_of(rules,
			"ret_from_fork;kthread;smpboot_thread_fn;run_ksoftirqd;handle_softirqs;"
			"net_rx_action;tcp_v4_rcv 1\n"
			"do_syscall_64;ext4_file_read_iter;asm_common_interrupt;common_interrupt;"
			"irq_exit_rcu;handle_softirqs;net_rx_action;tcp_v4_rcv 2\n"
			"do_syscall_64;tcp_sendmsg;__local_bh_enable_ip;do_softirq;__do_softirq;"
			"net_rx_action;tcp_v4_rcv 4\n"
			"ret_from_fork;kthread;napi_threaded_poll;__napi_poll;tcp_v4_rcv 8\n"
			"ret_from_fork;kthread;worker_thread;process_one_work;wb_workfn 16\n",
			0);

	assert_int_equal(side->totals->contexts[RUN_KSOFTIRQD], 1);
	assert_int_equal(side->totals->contexts[RUN_SOFTIRQ_EXIT], 2);
	assert_int_equal(side->totals->contexts[RUN_SOFTIRQ], 4);
	assert_int_equal(side->totals->contexts[RUN_NAPI_THREAD], 8);
	assert_int_equal(side->totals->contexts[RUN_KWORKER], 16);
	/* The same softirq work has the same owner wherever it ran. */
	assert_int_equal(head_total(side, "net").charged, 15);
	symdiff_profile_free(side);
}

static void test_children_count_once_per_sample(void **state)
{
	struct symdiff_profile *side =
		side_of(rules, "walk;walk;walk;kfree 4\nwalk;kmalloc 1\n", 0);
	const struct symbol_total *total = &side->totals->symbols[symbol_named(side, "walk")];

	assert_int_equal(total->self, 0);
	assert_int_equal(total->children, 5);
	symdiff_profile_free(side);
}

static void test_callers_and_callees(void **state)
{
	struct symdiff_profile *side = side_of(
		rules, "a;kfree;__slab_free 3\nb;kfree 2\nb;kfree;kfree;__slab_free 5\nkfree 1\n",
		0);
	struct relatives relatives;

	relatives_init(&relatives, side->profile, 0, "kfree");
	assert_int_equal(relatives.total, 11);
	assert_int_equal(relatives.caller_count, 3);
	assert_int_equal(relatives.callers[0].symbol, symbol_named(side, "b"));
	assert_int_equal(relatives.callers[0].weight, 7);
	assert_int_equal(relatives.callers[1].weight, 3);
	assert_int_equal(relatives.callers[2].symbol, NONE); /* the root calls it */
	assert_int_equal(relatives.callees[0].symbol, symbol_named(side, "__slab_free"));
	assert_int_equal(relatives.callees[0].weight, 8);
	assert_int_equal(relatives.callees[1].symbol, NONE); /* its own code */
	assert_int_equal(relatives.callees[1].weight, 3);
	relatives_deinit(&relatives);
	symdiff_profile_free(side);
}

/* A bucket opened: who called into it, and by which mechanism its time was spent. */
static void test_anatomy(void **state)
{
	struct symdiff_profile *side =
		side_of(rules,
			"unix_stream_sendmsg;__alloc_skb;kmem_cache_alloc_node;___slab_alloc;"
			"get_partial_node;_raw_spin_lock_irqsave 6\n"
			"unix_stream_sendmsg;__alloc_skb;kmem_cache_alloc_node 4\n"
			"unix_stream_sendmsg 10\n",
			0);
	struct charge_options options = { 0 };
	struct anatomy anatomy;

	assert_int_equal(anatomy_init(&anatomy, rules->buckets, side->profile, 0, &options,
				      "allocator", NULL),
			 0);
	assert_int_equal(anatomy.total, 10);
	assert_int_equal(anatomy.whole, 20);
	assert_int_equal(anatomy.client_count, 1);
	assert_int_equal(anatomy.clients[0].symbol, symbol_named(side, "__alloc_skb"));
	assert_int_equal(anatomy.mechanisms[buckets_find_head(rules->buckets, "lock")], 6);
	anatomy_deinit(&anatomy);
	assert_int_equal(anatomy_init(&anatomy, rules->buckets, side->profile, 0, &options,
				      "no such bucket", NULL),
			 -1);
	symdiff_profile_free(side);
}

static void test_probable_cache(void **state)
{
	struct cache_name cache = cache_of_caller("__alloc_skb.isra.0");

	assert_int_equal(cache.len, strlen("skbuff_head_cache"));
	assert_memory_equal(cache.at, "skbuff_head_cache", cache.len);
	assert_int_equal(cache_of_caller("tcp_v4_rcv").len, 0);
}

static void test_sums(void **state)
{
	struct symdiff_profile *side =
		side_of(rules,
			"do_idle;pv_native_safe_halt 50\n"
			"do_syscall_64;vfs_read;copy_to_iter;rep_movs_alternative 7\n"
			"do_syscall_64;unknown_thing;_raw_spin_lock 3\n",
			0);
	uint64_t self = 0, charged = 0, symbols = 0, matrix = 0, contexts = 0;

	for (uint32_t i = 0; i < side->totals->bucket_count; i++) {
		self += side->totals->buckets[i].self;
		charged += side->totals->buckets[i].charged;
	}
	for (uint32_t i = 0; i < side->profile->symbol_count; i++)
		symbols += side->totals->symbols[i].self;
	for (uint32_t i = 0; i < side->totals->head_count * side->totals->head_count; i++)
		matrix += side->totals->matrix[i];
	for (uint32_t i = 0; i < RUN_CONTEXTS; i++)
		contexts += side->totals->contexts[i];
	assert_int_equal(self, 60);
	assert_int_equal(charged, 60);
	assert_int_equal(symbols, 60);
	assert_int_equal(matrix, 60);
	assert_int_equal(contexts, 60);
	assert_int_equal(side->totals->idle, 50);
	symdiff_profile_free(side);
}

/* By block of time as in all: 40 samples of three stacks, in blocks 0 to 3. */
static void test_blocks_of_time(void **state)
{
	struct symdiff_profile *side = side_of(rules,
					       "do_idle;pv_native_safe_halt 20\n"
					       "do_syscall_64;vfs_read;copy_to_iter 10\n"
					       "do_syscall_64;kmem_cache_alloc;_raw_spin_lock 10\n",
					       0);
	struct totals totals;
	const struct time_sums *times = &totals.times;
	uint32_t lock = symbol_named(side, "_raw_spin_lock");
	uint16_t slab = side->profile->symbols[symbol_named(side, "kmem_cache_alloc")].bucket;

	assert_false(side->totals->times.known);
	for (uint32_t i = 0; i < 40; i++)
		timeline_add(&side->profile->timeline, i < 20 ? 0 : 1 + i % 2,
			     i / 10 * (1ull << TIMELINE_SHIFT0));
	charge_totals(rules->buckets, side->profile, 0, &side->charging, &totals);
	assert_true(times->known);
	assert_int_equal(time_sums_blocks(times, false), 4);
	assert_int_equal(time_sums_blocks(times, true), 2);
	assert_float_equal(times->total[1], 10, 1e-6);
	assert_float_equal(times->idle[1], 10, 1e-6);
	assert_float_equal(times->idle[2], 0, 1e-6);
	assert_float_equal(times->rows[times->row_of[lock]][3], 5, 1e-6);
	assert_float_equal(times->buckets[slab].self[3], 0, 1e-6);
	assert_float_equal(times->buckets[slab].charged[3], 5, 1e-6);
	totals_deinit(&totals);
	symdiff_profile_free(side);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_lock_is_charged_to_its_caller),
		cmocka_unit_test(test_what_is_inlined),
		cmocka_unit_test(test_the_chain_ends_at_an_interrupt),
		cmocka_unit_test(test_where_a_softirq_ran),
		cmocka_unit_test(test_children_count_once_per_sample),
		cmocka_unit_test(test_callers_and_callees),
		cmocka_unit_test(test_anatomy),
		cmocka_unit_test(test_probable_cache),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_blocks_of_time),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}

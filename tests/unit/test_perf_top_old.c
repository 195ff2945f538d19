// SPDX-License-Identifier: GPL-2.0-or-later
#include "tables.h"

/* perf top of 2.6.31, as mail wraps its head. */
static void test_addresses(void **state)
{
	struct document doc = read_document(
		"------------------------------------------------------------------------------\n"
		"   PerfTop:     864 irqs/sec  kernel:99.7% [100000 cycles],  (all, 8\n"
		"CPUs)\n"
		"------------------------------------------------------------------------------\n"
		"\n"
		"             samples    pcnt         RIP          kernel function\n"
		"  ______     _______   _____   ________________   _______________\n"
		"\n"
		"             3235.00 - 75.1% - ffffffff814afb21 : _spin_lock\n"
		"              165.00 -  3.8% - ffffffffa01cbc39 : rpc_sleep_on  [sunrpc]\n");
	const struct profile *profile = doc.profiles[0];
	uint32_t cycles = event_of(profile, "cycles");

	assert_figure(figures_of(profile, cycles, "[kernel]", "_spin_lock").self, 75.1);
	assert_figure(figures_of(profile, cycles, "[sunrpc]", "rpc_sleep_on").self, 3.8);
	assert_int_equal(figures_of(profile, cycles, "[kernel]", "_spin_lock").samples, 3235);
	document_deinit(&doc);
}

/* A function that fills its column touches the DSO; one in C++ holds blanks. */
static void test_dsos(void **state)
{
	struct document doc = read_document(
		"   PerfTop:     260 irqs/sec  kernel:61.5%  exact:  0.0% [1000Hz\n"
		"cycles],  (all, 2 CPUs)\n"
		"      samples  pcnt function                    DSO\n"
		"      _______ _____ ___________________________ ___\n"
		"\n"
		"        80.00 23.7% read_hpet                   [kernel.kallsyms]\n"
		"        14.00  4.2% heap_hot_search_buffer/u02/app/bin/postgres\n"
		"        12.00  3.6% operator new(unsigned long) /usr/lib/libstdc++.so.6 (deleted)\n"
		"         8.00  2.4% 0x7f406465c82               perf-14168.map\n");
	const struct profile *profile = doc.profiles[0];
	uint32_t cycles = event_of(profile, "cycles");

	assert_figure(figures_of(profile, cycles, "[kernel]", "read_hpet").self, 23.7);
	assert_figure(figures_of(profile, cycles, "postgres", "heap_hot_search_buffer").self, 4.2);
	assert_figure(
		figures_of(profile, cycles, "libstdc++.so.6", "operator new(unsigned long)").self,
		3.6);
	assert_figure(figures_of(profile, cycles, "perf-14168.map", "[unknown]").self, 2.4);
	document_deinit(&doc);
}

/* Two screens are two profiles. */
static void test_screens(void **state)
{
	struct document doc =
		read_document("   PerfTop:  260 irqs/sec  kernel:61.5% [1000Hz cycles]\n"
			      "   samples  pcnt function     DSO\n"
			      "     80.00 23.7% read_hpet    [kernel.kallsyms]\n"
			      "   PerfTop:  290 irqs/sec  kernel:61.5% [1000Hz cycles]\n"
			      "   samples  pcnt function     DSO\n"
			      "     90.00 33.7% read_hpet    [kernel.kallsyms]\n");

	assert_int_equal(doc.count, 2);
	document_deinit(&doc);
}

/* Ratios of two counters can be listed, but not summed: the profile warns. */
static void test_weights(void **state)
{
	struct document doc = read_document(
		" KernelTop:    2669 irqs/sec  [NMI, cache-misses/cache-refs],  (all, cpu: 2)\n"
		"             weight         RIP          kernel function\n"
		"              35.20 - ffffffff804ce74b : skb_copy_and_csum_dev\n"
		"              33.00 - ffffffff804cb740 : sock_alloc_send_skb\n");
	const struct profile *profile = doc.profiles[0];
	uint32_t event = event_of(profile, "cache-misses/cache-refs");

	assert_true(figures_of(profile, event, "[kernel]", "sock_alloc_send_skb").is_listed);
	assert_int_equal(profile->warning_count, 1);
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_dsos),
		cmocka_unit_test(test_screens),
		cmocka_unit_test(test_weights),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What a bucket has anywhere in the chains, with frames that were put back, and with ways. */
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

static const struct bucket_inclusive *inclusive_of(const struct totals *totals, const char *name)
{
	uint16_t head = buckets_find_head(rules->buckets, name);
	uint16_t leaf = buckets_find_leaf(rules->buckets, name);

	if (head != BUCKET_NONE)
		return &totals->heads[head];
	assert_int_not_equal(leaf, BUCKET_NONE);
	return &totals->leaves[leaf];
}

static void assert_inclusive(const struct totals *totals, const char *name, uint64_t all,
			     uint64_t inferred, uint64_t implied)
{
	const struct bucket_inclusive *sum = inclusive_of(totals, name);

	assert_int_equal(sum->all, all);
	assert_int_equal(sum->inferred, inferred);
	assert_int_equal(sum->implied, implied);
}

/* Once a stack, however many frames there are. */
static void test_once(void **state)
{
	struct symdiff_profile *side =
		side_of(rules,
			"do_syscall_64;unix_stream_sendmsg;kmem_cache_alloc;___slab_alloc;"
			"_raw_spin_lock_irqsave 7\n"
			"do_syscall_64;unix_stream_sendmsg;skb_copy_datagram_from_iter 3\n",
			0);

	assert_inclusive(side->totals, "allocator", 7, 0, 0);
	assert_inclusive(side->totals, "allocator/slab", 7, 0, 0);
	assert_inclusive(side->totals, "net", 10, 0, 0);
	assert_inclusive(side->totals, "lock", 7, 0, 0);
	assert_inclusive(side->totals, "fs", 0, 0, 0);
	symdiff_profile_free(side);
}

static uint32_t function(struct profile *profile, const char *name)
{
	return profile_symbol(profile, profile_dso(profile, "", 0, DSO_KERNEL), name, strlen(name));
}

static uint32_t sampled(struct profile *profile, const char *name)
{
	return profile_symbol_location(profile, function(profile, name), NULL, 0);
}

static uint32_t put_back(struct profile *profile, const char *name, uint32_t ways)
{
	return profile_inferred_location(profile, function(profile, name), 0, NULL, 0, ways);
}

static struct totals sum(struct profile *profile)
{
	struct charge_options options = { 0 };
	struct totals totals;

	buckets_assign(rules->buckets, profile);
	charge_totals(rules->buckets, profile, 0, &options, &totals);
	return totals;
}

/* kfree was sampled in one stack, and put back in two: there it owns the lock, too. */
static void test_put_back(void **state)
{
	struct profile *profile = profile_new();
	uint32_t event = profile_event(profile, "cycles", 6);
	uint32_t caller = sampled(profile, "skb_release_data");
	uint32_t unlock = sampled(profile, "_raw_spin_unlock_irqrestore");
	uint32_t with[] = { unlock, put_back(profile, "kfree", 0), caller };
	uint32_t both[] = { sampled(profile, "___slab_alloc"), with[1], caller };
	uint32_t without[] = { unlock, caller };
	struct totals totals;

	assert_true(profile_add(profile, event, 0, STACK_TAILS_COMPLETED, with, 3, 5, 5));
	assert_true(profile_add(profile, event, 0, STACK_TAILS_OPEN, both, 3, 2, 2));
	assert_true(profile_add(profile, event, 0, 0, without, 2, 1, 1));
	totals = sum(profile);
	assert_inclusive(&totals, "allocator", 7, 5, 0);
	assert_int_equal(totals.symbols[function(profile, "kfree")].children, 7);
	assert_int_equal(totals.symbols[function(profile, "kfree")].inferred, 7);
	assert_int_equal(totals.symbols[function(profile, "kfree")].self, 0);
	assert_int_equal(
		totals.buckets[buckets_find_leaf(rules->buckets, "allocator/slab")].charged, 7);
	assert_int_equal(totals.tails.completed, 5);
	assert_int_equal(totals.tails.open, 2);
	assert_int_equal(totals.tails.untouched, 1);
	totals_deinit(&totals);
	profile_free(profile);
}

/*
 * From skb_free_head either kfree or page_frag_free, both of the allocator, in two leaves; from
 * kfree also by way of the RCU, whatever that leads to.
 */
static struct profile *two_ways(const char *other)
{
	struct profile *profile = profile_new();
	uint32_t event = profile_event(profile, "cycles", 6);
	const struct hidden_node nodes[] = {
		{ function(profile, "skb_free_head"), false },
		{ function(profile, "kfree"), true },
		{ function(profile, other), true },
		{ function(profile, "__rcu_read_unlock"), true },
	};
	const struct hidden_edge edges[] = { { 0, 1 }, { 0, 2 }, { 1, 3 } };
	uint32_t ways = profile_add_hidden(profile, nodes, 4, edges, 3);
	uint32_t frames[] = { sampled(profile, "_raw_spin_unlock_irqrestore"),
			      put_back(profile, "skb_free_head", ways),
			      sampled(profile, "skb_release_data") };

	assert_true(profile_add(profile, event, 0, STACK_TAILS_AMBIGUOUS, frames, 3, 9, 9));
	return profile;
}

/* A bucket that every way passes has it, but is not charged; one that can be avoided has nothing. */
static void test_every_way(void **state)
{
	struct profile *profile = two_ways("page_frag_free");
	struct totals totals = sum(profile);

	assert_inclusive(&totals, "allocator", 9, 9, 9);
	assert_inclusive(&totals, "allocator/slab", 0, 0, 0);
	assert_inclusive(&totals, "allocator/page", 0, 0, 0);
	assert_inclusive(&totals, "rcu", 0, 0, 0);
	assert_inclusive(&totals, "net", 9, 0, 0);
	assert_int_equal(
		totals.buckets[buckets_find_leaf(rules->buckets, "allocator/slab")].charged, 0);
	assert_int_equal(totals.tails.ambiguous, 9);
	totals_deinit(&totals);
	profile_free(profile);

	profile = two_ways("ext4_file_read_iter");
	totals = sum(profile);
	assert_inclusive(&totals, "allocator", 0, 0, 0);
	totals_deinit(&totals);
	profile_free(profile);
}

/* What nobody knows is in no bucket. */
static void test_unknown_way(void **state)
{
	struct profile *profile = two_ways("page_frag_free");
	struct totals totals;

	profile->hidden_nodes[2].symbol = NONE;
	totals = sum(profile);
	assert_inclusive(&totals, "allocator", 0, 0, 0);
	totals_deinit(&totals);
	profile_free(profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_once),
		cmocka_unit_test(test_put_back),
		cmocka_unit_test(test_every_way),
		cmocka_unit_test(test_unknown_way),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>

#include "diff/diff.h"
#include "diff/gate.h"
#include "diff/words.h"
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

struct compared {
	struct symdiff_profile *side[SIDES];
	struct symdiff_diff *diff;
};

static struct compared compare_cut(const char *base, uint64_t base_cut, const char *newer,
				   uint64_t new_cut, const struct symdiff_compare_options *options)
{
	struct compared compared = {
		{ side_of(rules, base, base_cut), side_of(rules, newer, new_cut) }, NULL
	};

	compared.diff =
		symdiff_compare(rules, compared.side[BASE], compared.side[NEW], options, NULL);
	assert_non_null(compared.diff);
	return compared;
}

static struct compared compare(const char *base, const char *newer)
{
	return compare_cut(base, 0, newer, 0, NULL);
}

static void release(struct compared *compared)
{
	symdiff_diff_free(compared->diff);
	symdiff_profile_free(compared->side[BASE]);
	symdiff_profile_free(compared->side[NEW]);
}

static const struct diff_row *row_named(const struct compared *compared, const char *name)
{
	const struct diff_event *event = &compared->diff->events[0];

	for (size_t i = 0; i < event->row_count; i++)
		if (!strcmp(diff_row_name(event, &event->rows[i]), name))
			return &event->rows[i];
	return NULL;
}

static const struct finding *finding_about(const struct compared *compared, enum finding_kind kind,
					   const char *subject)
{
	const struct diff_event *event = &compared->diff->events[0];

	for (size_t i = 0; i < event->finding_count; i++)
		if (event->findings[i].kind == kind && !strcmp(event->findings[i].subject, subject))
			return &event->findings[i];
	return NULL;
}

static void test_rows_are_paired(void **state)
{
	static const struct {
		const char *base, *newer;
		const char *name; /* of the row */
		enum match match;
	} rows[] = {
		{ "kfree 5", "kfree 6", "kfree", MATCH_EXACT },
		{ "tcp_ack.isra.0 5", "tcp_ack 6", "tcp_ack", MATCH_CANONICAL },
		{ "kmem_cache_alloc 5", "kmem_cache_alloc_noprof 6", "kmem_cache_alloc_noprof",
		  MATCH_CANONICAL },
		{ "load_balance 5", "sched_balance_rq 6", "sched_balance_rq", MATCH_FAMILY },
		/* The base may be the newer kernel. */
		{ "sched_balance_rq 5", "load_balance 6", "load_balance", MATCH_FAMILY },
		{ "kfree 5", "vfs_read 6", "vfs_read", MATCH_NEW_ONLY },
		/* Statics of one name are not the same function. */
		{ "foo.1234 5", "foo.99 6", "foo.99", MATCH_NEW_ONLY },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct compared compared = compare(rows[i].base, rows[i].newer);
		const struct diff_row *row = row_named(&compared, rows[i].name);

		assert_non_null(row);
		assert_int_equal(row->match, rows[i].match);
		if (row->match != MATCH_NEW_ONLY)
			assert_int_equal(row->side[BASE].self, 5);
		assert_int_equal(row->side[NEW].self, 6);
		release(&compared);
	}
}

/* The newer function also has a partner of its own: it took the older one's work over. */
static void test_a_merged_family(void **state)
{
	struct compared compared =
		compare("add_partial 2\nadd_partial_tail 38\nkfree 60", "add_partial 45\nkfree 55");
	const struct diff_row *row = row_named(&compared, "add_partial");

	assert_non_null(row);
	assert_int_equal(row->match, MATCH_FAMILY);
	assert_int_equal(row->side[BASE].self, 40);
	assert_int_equal(row->side[NEW].self, 45);
	assert_null(row_named(&compared, "add_partial_tail"));
	release(&compared);
}

/*
 * Founding case, by hand: add_partial of the base is below the cut (587127), so
 * 45986635 / (35338431 + 587127) = 1.2800 to 45986635 / 35338431 = 1.3013.
 */
static void test_what_a_cut_hides_of_a_merged_family(void **state)
{
	struct compared compared = compare_cut(
		"add_partial_tail 35338431\nkfree 587127\n[not listed] 56723870", 587127,
		"add_partial 45986635\nkfree 731059\n[not listed] 61043685", 731059, NULL);
	const struct diff_row *row = row_named(&compared, "add_partial");
	struct range ratio =
		diff_ratio(&compared.diff->events[0], row->side[BASE].self, row->side[BASE].hidden,
			   row->side[NEW].self, row->side[NEW].hidden);

	assert_true(fabs(ratio.low - 1.2800) < 0.0001);
	assert_true(fabs(ratio.high - 1.3013) < 0.0001);
	release(&compared);
}

static void test_not_listed_is_not_gone(void **state)
{
	struct compared compared = compare_cut("kfree 90\nsock_def_readable 6\n[not listed] 4", 6,
					       "kfree 90\n[not listed] 10", 7, NULL);
	const struct diff_row *row = row_named(&compared, "sock_def_readable");

	assert_int_equal(row->match, MATCH_NOT_LISTED);
	assert_int_equal(row->side[NEW].hidden, 7);
	assert_null(finding_about(&compared, FINDING_GONE, "sock_def_readable"));
	assert_null(finding_about(&compared, FINDING_SHRANK, "sock_def_readable"));
	assert_non_null(finding_about(&compared, FINDING_NOT_LISTED, "sock_def_readable"));
	release(&compared);
}

/* One function got faster on a busy CPU: the shares of all others rise, and none of them grew. */
static void test_composition_is_no_growth(void **state)
{
	struct compared compared =
		compare("bpf_xdp_redirect_map 4000\ni40e_clean_rx_irq_zc 3500\nvfs_read 2500",
			"bpf_xdp_redirect_map 1000\ni40e_clean_rx_irq_zc 5250\nvfs_read 3750");

	assert_non_null(finding_about(&compared, FINDING_SHRANK, "bpf_xdp_redirect_map"));
	assert_null(finding_about(&compared, FINDING_GREW, "i40e_clean_rx_irq_zc"));
	assert_null(finding_about(&compared, FINDING_GREW, "vfs_read"));
	release(&compared);
}

/* The same counts as costs of the same work say that they did grow. */
static void test_cost_of_the_same_work(void **state)
{
	struct symdiff_compare_options options = { .same_work = true };
	struct compared compared = compare_cut(
		"bpf_xdp_redirect_map 4000\ni40e_clean_rx_irq_zc 3500\nvfs_read 2500", 0,
		"bpf_xdp_redirect_map 1000\ni40e_clean_rx_irq_zc 5250\nvfs_read 3750", 0, &options);
	const struct finding *finding =
		finding_about(&compared, FINDING_GREW, "i40e_clean_rx_irq_zc");

	assert_non_null(finding);
	assert_int_equal(finding->view, VIEW_COST);
	release(&compared);
}

/* 9 of 131 samples against 18 of 156: z = 1.4, which is no finding. */
static void test_sampling_noise_is_no_growth(void **state)
{
	struct compared compared = compare("vfs_read 9\nkfree 122", "vfs_read 18\nkfree 138");

	assert_null(finding_about(&compared, FINDING_GREW, "vfs_read"));
	assert_non_null(finding_about(&compared, FINDING_NOISE, ""));
	release(&compared);
}

static void test_a_trade_inside_a_bucket(void **state)
{
	struct compared compared = compare("_raw_spin_lock 1000\ndown_read 2000\nvfs_read 7000",
					   "_raw_spin_lock 2000\ndown_read 1000\nvfs_read 7000");
	const struct finding *finding = finding_about(&compared, FINDING_MOVED, "lock");

	assert_non_null(finding);
	assert_non_null(strstr(finding->text, "_raw_spin_lock +10.0 pp"));
	assert_non_null(strstr(finding->text, "down_read -10.0 pp"));
	release(&compared);
}

/*
 * kfree's slow path ends in jumps: the unlock is sampled right under kfree's caller, who calls the
 * allocator as a rule, while the allocator's own unlocks grew as well.
 */
static void test_tail_calls_are_suspected(void **state)
{
	struct compared compared = compare(
		"unix_stream_sendmsg;skb_release_data;kfree 400\n"
		"unix_stream_sendmsg;skb_release_data 100\n"
		"unix_stream_sendmsg;kmem_cache_alloc;get_partial_node;_raw_spin_unlock_irqrestore 50\n"
		"unix_stream_sendmsg 9450\n",
		"unix_stream_sendmsg;skb_release_data;kfree 400\n"
		"unix_stream_sendmsg;skb_release_data;_raw_spin_unlock_irqrestore 2000\n"
		"unix_stream_sendmsg;kmem_cache_alloc;get_partial_node;_raw_spin_unlock_irqrestore 1500\n"
		"unix_stream_sendmsg 9450\n");
	const struct finding *hint = finding_about(&compared, FINDING_HINT, "allocator");
	const struct finding *first = NULL;

	for (size_t i = 0; !first; i++)
		if (compared.diff->events[0].findings[i].kind == FINDING_GREW)
			first = &compared.diff->events[0].findings[i];
	assert_string_equal(first->subject, "allocator");
	assert_non_null(hint);
	assert_non_null(strstr(hint->text, "skb_release_data"));
	release(&compared);
}

/*
 * Debug information undid the tail calls: what passes the allocator on every way is said instead of
 * what may; if of one side only, that is said.
 */
static void test_tail_calls_were_undone(void **state)
{
	static const char before[] = "unix_stream_sendmsg;skb_release_data;kfree 500\n"
				     "unix_stream_sendmsg 9500\n";
	static const char after[] = "unix_stream_sendmsg;skb_release_data;kfree 2500\n"
				    "unix_stream_sendmsg;skb_release_data 1500\n"
				    "unix_stream_sendmsg 6000\n";
	uint16_t allocator = buckets_find_head(rules->buckets, "allocator");
	struct symdiff_profile *base = side_of(rules, before, 0);
	struct symdiff_profile *newer = side_of(rules, after, 0);
	struct compared compared = { .side = { base, newer } };

	newer->totals->tails.ambiguous = 1500;
	newer->totals->heads[allocator].implied = 1500;
	compared.diff = symdiff_compare(rules, base, newer, NULL, NULL);
	assert_non_null(finding_about(&compared, FINDING_HINT, "tail calls"));
	assert_null(finding_about(&compared, FINDING_HINT, "allocator"));
	symdiff_diff_free(compared.diff);

	base->totals->tails.completed = 10;
	compared.diff = symdiff_compare(rules, base, newer, NULL, NULL);

	const struct finding *hint = finding_about(&compared, FINDING_HINT, "allocator");

	assert_null(finding_about(&compared, FINDING_HINT, "tail calls"));
	assert_non_null(hint);
	assert_non_null(strstr(hint->text, "+15.0 pp more passes it"));
	release(&compared);
}

static uint32_t text(struct symdiff_profile *side, const char *name)
{
	return names_intern_text(&side->profile->names, name);
}

/* What one side could not have seen makes every number of the other a difference. */
static void test_not_comparable(void **state)
{
	struct symdiff_profile *base = side_of(rules, "kfree 50\nvfs_read 50", 0);
	struct symdiff_profile *newer = side_of(rules, "kfree 60\nvfs_read 40", 0);
	struct symdiff_compare_options work = { .same_work = true }, force = { .force = true };
	struct symdiff_error err = { .position = -1 };
	struct symdiff_diff *diff;

	newer->profile->events[0].exclude_kernel = true;
	assert_null(symdiff_compare(rules, base, newer, NULL, &err));
	assert_int_equal(err.code, SYMDIFF_ERR_NOT_COMPARABLE);
	diff = symdiff_compare(rules, base, newer, &force, NULL);
	assert_non_null(diff);
	symdiff_diff_free(diff);
	newer->profile->events[0].exclude_kernel = false;

	base->profile->recording.arch = text(base, "x86_64");
	newer->profile->recording.arch = text(newer, "aarch64");
	assert_null(symdiff_compare(rules, base, newer, NULL, NULL));
	newer->profile->recording.arch = text(newer, "x86_64");

	/* 100 samples and 2 lost: shares are compared, costs are not. */
	newer->profile->events[0].lost = 2;
	assert_null(symdiff_compare(rules, base, newer, &work, NULL));
	diff = symdiff_compare(rules, base, newer, NULL, NULL);
	assert_non_null(diff);
	symdiff_diff_free(diff);
	symdiff_profile_free(base);
	symdiff_profile_free(newer);
}

static void test_ratio_words(void **state)
{
	static const struct {
		double low, high;
		const char *words;
	} rows[] = {
		{ 1.212, 1.212, "+21.2 %" },
		{ 1.28, 1.301, "+28 to +30 %" },
		{ 0.762, 0.947, "-24 to -5 %" },
		{ 6.7, 6.7, "x 6.7" },
		{ 0, 0.05, "-95 % or more" },
		{ 2e6, 2e6, "x 1000 or more" },
		{ 4.3e14, INFINITY, "x 1000 or more" },
	};
	char buf[64];

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_string_equal(
			words_ratio((struct range) { rows[i].low, rows[i].high }, buf, sizeof(buf)),
			rows[i].words);
	assert_string_equal(words_ratio((struct range) { NAN, NAN }, buf, sizeof(buf)), "");
}

static void test_gate(void **state)
{
	static const struct {
		enum symdiff_rule_kind kind;
		const char *rule;
		enum symdiff_outcome outcome;
	} rows[] = {
		/* The allocator has 30 %, and 5 % that no rule knows could be its too. */
		{ SYMDIFF_MAX, "allocator=20%", SYMDIFF_FAIL },
		{ SYMDIFF_MAX, "allocator=32%", SYMDIFF_INCONCLUSIVE },
		{ SYMDIFF_MAX, "allocator=40%", SYMDIFF_PASS },
		{ SYMDIFF_MAX, "allocator/slab=20%", SYMDIFF_FAIL },
		{ SYMDIFF_MAX, "kfree=29%", SYMDIFF_FAIL },
		/* From 10 to 30 %: beyond what boots differ by. */
		{ SYMDIFF_MAX_GROWTH, "allocator=2pp", SYMDIFF_FAIL },
		{ SYMDIFF_MAX_GROWTH, "self:kfree=50%", SYMDIFF_FAIL },
		{ SYMDIFF_MAX_GROWTH, "allocator=40pp", SYMDIFF_PASS },
		{ SYMDIFF_MAX_GROWTH, "net=0.1pp", SYMDIFF_PASS },
	};
	struct symdiff_profile *base =
		side_of(rules, "kfree 10000\ntcp_v4_rcv 85000\nqzqzqz 5000", 0);
	struct symdiff_profile *newer =
		side_of(rules, "kfree 30000\ntcp_v4_rcv 65000\nqzqzqz 5000", 0);

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct symdiff_rule rule = { .kind = rows[i].kind, .text = rows[i].rule };
		struct symdiff_verdict *verdict =
			symdiff_gate(rules, base, newer, &rule, 1, NULL, NULL);

		assert_non_null(verdict);
		assert_int_equal(symdiff_verdict_outcome(verdict), rows[i].outcome);
		symdiff_verdict_free(verdict);
	}
	symdiff_profile_free(base);
	symdiff_profile_free(newer);
}

static void test_gate_refuses(void **state)
{
	static const struct {
		enum symdiff_rule_kind kind;
		const char *text;
	} refused[] = {
		{ SYMDIFF_MAX, "allocator" },		 /* no limit */
		{ SYMDIFF_MAX, "allocator=2pp" },	 /* points are of growth */
		{ SYMDIFF_MAX, "no_such_thing=3%" },	 /* an unknown name must not pass */
		{ SYMDIFF_MAX, "charged:allocator=3%" }, /* no callchains */
		{ SYMDIFF_MAX_GROWTH, "allocator=2pp" }, /* no base */
		{ SYMDIFF_MAX, "allocator=-1%" },
		{ SYMDIFF_MAX, "allocator=nan%" },
	};
	struct symdiff_profile *newer = side_of(rules, "kfree 30\ntcp_v4_rcv 70", 0);

	for (size_t i = 0; i < ARRAY_SIZE(refused); i++) {
		struct symdiff_error err = { .position = -1 };
		struct symdiff_rule rule = { .kind = refused[i].kind, .text = refused[i].text };

		assert_null(symdiff_gate(rules, NULL, newer, &rule, 1, NULL, &err));
		assert_int_not_equal(err.code, SYMDIFF_OK);
	}
	symdiff_profile_free(newer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_are_paired),
		cmocka_unit_test(test_a_merged_family),
		cmocka_unit_test(test_what_a_cut_hides_of_a_merged_family),
		cmocka_unit_test(test_not_listed_is_not_gone),
		cmocka_unit_test(test_composition_is_no_growth),
		cmocka_unit_test(test_cost_of_the_same_work),
		cmocka_unit_test(test_sampling_noise_is_no_growth),
		cmocka_unit_test(test_a_trade_inside_a_bucket),
		cmocka_unit_test(test_tail_calls_are_suspected),
		cmocka_unit_test(test_tail_calls_were_undone),
		cmocka_unit_test(test_not_comparable),
		cmocka_unit_test(test_ratio_words),
		cmocka_unit_test(test_gate),
		cmocka_unit_test(test_gate_refuses),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}

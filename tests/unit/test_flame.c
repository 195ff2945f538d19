// SPDX-License-Identifier: GPL-2.0-or-later
/* Hand-made stacks: which frames a flame graph has, what they weigh, how they changed. */
#include "unit.h"

#include "diff/diff.h"
#include "report/flame.h"
#include "sides.h"

static struct symdiff *rules;

static const struct symdiff_print_options plain;

struct two {
	struct symdiff_profile *side[SIDES];
	struct symdiff_diff *diff;
	struct flame flame;
};

static void compare(struct two *two, const char *base, const char *newer, uint64_t cut_below,
		    enum flame_by by, const struct symdiff_compare_options *options, double least)
{
	two->side[BASE] = side_of(rules, base, cut_below);
	two->side[NEW] = side_of(rules, newer, cut_below);
	two->diff = symdiff_compare(rules, two->side[BASE], two->side[NEW], options, NULL);
	assert_non_null(two->diff);
	flame_init_diff(&two->flame, by, two->diff, &two->diff->events[0], least);
}

static void done(struct two *two)
{
	flame_deinit(&two->flame);
	symdiff_diff_free(two->diff);
	symdiff_profile_free(two->side[BASE]);
	symdiff_profile_free(two->side[NEW]);
}

/* The frame at a path below the root: "main;read". */
static const struct flame_frame *find(const struct flame *flame, const char *path)
{
	char *text = mem_strdup(path), *rest = text;
	size_t at = 0;

	for (char *name; (name = strsep(&rest, ";"));) {
		size_t child = at + 1;

		while (child < flame->frames[at].end) {
			char *label = flame_label(flame, &flame->frames[child]);
			bool found = !strcmp(label, name);

			free(label);
			if (found)
				break;
			child = flame->frames[child].end;
		}
		if (child >= flame->frames[at].end)
			fail_msg("there is no frame %s of %s", name, path);
		at = child;
	}
	free(text);
	return &flame->frames[at];
}

static void assert_near(double value, double expected)
{
	if (!(value > expected - 1e-9 && value < expected + 1e-9))
		fail_msg("%.12g instead of %.12g", value, expected);
}

/* A parent that tripled while what it calls did not: the inner frame says so. */
static void test_inner_frames(void **state)
{
	struct two two;

	compare(&two, "main;parent 1000\nmain;parent;leaf 1000\nmain;other 8000\n",
		"main;parent 5000\nmain;parent;leaf 1000\nmain;other 4000\n", 0, FLAME_BY_CALLS,
		NULL, 0);

	const struct flame_frame *parent = find(&two.flame, "main;parent");
	const struct flame_frame *leaf = find(&two.flame, "main;parent;leaf");

	assert_near(parent->value[BASE], 20);
	assert_near(parent->value[NEW], 60);
	assert_near(parent->self[BASE], 10);
	assert_near(parent->self[NEW], 50);
	assert_near(parent->width, 60); /* 50 of its own, 10 of the leaf */
	assert_int_equal(flame_change_of(&two.flame, parent), FLAME_UP3);
	assert_int_equal(flame_change_of(&two.flame, leaf), FLAME_SAME);
	assert_int_equal(flame_change_of(&two.flame, find(&two.flame, "main;other")), FLAME_DOWN3);
	done(&two);
}

static void test_one_sided(void **state)
{
	const char *without = "main;stays 10000\n";
	const char *with = "main;apart 4000\nmain;stays 6000\n";
	struct two two;

	compare(&two, with, without, 0, FLAME_BY_CALLS, NULL, 0);
	assert_int_equal(flame_change_of(&two.flame, find(&two.flame, "main;apart")), FLAME_GONE);
	assert_near(find(&two.flame, "main")->value[BASE], 100);
	assert_near(find(&two.flame, "main")->width, 140); /* both of what one side has more of */
	done(&two);
	compare(&two, without, with, 0, FLAME_BY_CALLS, NULL, 0);
	assert_int_equal(flame_change_of(&two.flame, find(&two.flame, "main;apart")), FLAME_NEW);
	done(&two);
}

/* The family table knows that add_partial took add_partial_tail over. */
static void test_renamed(void **state)
{
	struct two two;

	compare(&two, "main;add_partial_tail 3000\nmain;kfree 7000\n",
		"main;add_partial 3000\nmain;kfree 7000\n", 0, FLAME_BY_CALLS, NULL, 0);

	const struct flame_frame *frame =
		find(&two.flame, "main;add_partial (was add_partial_tail)");

	assert_near(frame->value[BASE], 30);
	assert_near(frame->value[NEW], 30);
	assert_int_equal(two.flame.count, 4); /* all, main and the two */
	done(&two);
}

/* With the work known, values are costs: percent of what the base took. */
static void test_cost(void **state)
{
	const struct symdiff_compare_options same = { .same_work = true };
	const struct symdiff_compare_options twice = { .base_work = 1, .new_work = 2 };
	const char *base = "main;a 500\nmain;b 500\n", *newer = "main;a 1500\nmain;b 500\n";
	struct two two;

	compare(&two, base, newer, 0, FLAME_BY_CALLS, &same, 0);
	assert_near(two.flame.frames[0].value[NEW], 200);
	assert_near(find(&two.flame, "main;a")->value[NEW], 150);
	assert_near(find(&two.flame, "main;b")->value[NEW], 50);
	done(&two);
	compare(&two, base, newer, 0, FLAME_BY_CALLS, &twice, 0);
	assert_near(two.flame.frames[0].value[NEW], 100);
	assert_near(find(&two.flame, "main;b")->value[NEW], 25);
	done(&two);
}

/* What is too narrow is one frame for each caller; nothing is lost. */
static void test_folded(void **state)
{
	struct two two;

	compare(&two, "main;a 9900\nmain;b 40\nmain;c 60\n", "main;a 9900\nmain;b 60\nmain;c 40\n",
		0, FLAME_BY_CALLS, NULL, 0.7);

	const struct flame_frame *rest = find(&two.flame, "main;\xe2\x80\xa6");

	assert_int_equal(rest->folded, 2);
	assert_near(rest->value[BASE], 1);
	assert_near(rest->value[NEW], 1);
	assert_int_equal(two.flame.count, 4);
	assert_near(find(&two.flame, "main")->self[NEW], 0);
	done(&two);
}

/* Few samples: a change that chance explains is none. */
static void test_noise(void **state)
{
	struct two two;

	compare(&two, "main;a 90\nmain;b 10\n", "main;a 85\nmain;b 15\n", 0, FLAME_BY_CALLS, NULL,
		0);
	assert_int_equal(flame_change_of(&two.flame, find(&two.flame, "main;b")), FLAME_SAME);
	/* 1.96 times the root of 10 + 15 samples, each 1 %. */
	assert_near(flame_noise(&two.flame, find(&two.flame, "main;b")), 9.8);
	done(&two);
}

/* Flat and cut: buckets hold their symbols, and what is not listed has no change. */
static void test_buckets(void **state)
{
	struct two two;

	compare(&two, "kfree 6000\ntcp_ack 3000\n[not listed] 1000\n",
		"kfree 5000\n[not listed] 5000\n", 4000, FLAME_BY_BUCKETS, NULL, 0);
	assert_int_equal(flame_way(NULL, &two.diff->events[0]), FLAME_BY_BUCKETS);
	assert_near(find(&two.flame, "allocator;allocator/slab;kfree")->value[NEW], 50);
	assert_int_equal(flame_change_of(&two.flame, find(&two.flame, "net")), FLAME_OPEN);
	assert_near(find(&two.flame, "net;net/tcp;tcp_ack")->hidden[NEW], 40);
	assert_int_equal(flame_change_of(&two.flame, find(&two.flame, "[not listed]")), FLAME_OPEN);
	done(&two);
}

/* Its own caller is no frame of its own; deep stacks end. */
static void test_recursion(void **state)
{
	struct symdiff_profile *side = side_of(rules, "main;f;f;f;g 10\nmain;f;g;f 30\n", 0);
	struct flame flame;

	flame_init_report(&flame, FLAME_BY_CALLS, side, side->totals, &plain, 0);
	assert_near(find(&flame, "main;f;g")->value[NEW], 100);
	assert_near(find(&flame, "main;f;g;f")->value[NEW], 75);
	flame_deinit(&flame);
	symdiff_profile_free(side);
}

/* Turned around: what runs is below the root, and its callers behind it. */
static void test_callers(void **state)
{
	struct symdiff_profile *side = side_of(rules, "main;a;f 10\nmain;b;f 30\nmain;b 60\n", 0);
	struct flame flame;

	flame_init_report(&flame, FLAME_BY_CALLERS, side, side->totals, &plain, 0);
	assert_near(find(&flame, "f")->value[NEW], 40);
	assert_near(find(&flame, "f;a")->value[NEW], 10);
	assert_near(find(&flame, "f;b;main")->value[NEW], 30);
	assert_near(find(&flame, "b;main")->value[NEW], 60);
	flame_deinit(&flame);
	symdiff_profile_free(side);
}

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_inner_frames), cmocka_unit_test(test_one_sided),
		cmocka_unit_test(test_renamed),	     cmocka_unit_test(test_cost),
		cmocka_unit_test(test_folded),	     cmocka_unit_test(test_noise),
		cmocka_unit_test(test_buckets),	     cmocka_unit_test(test_recursion),
		cmocka_unit_test(test_callers),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}

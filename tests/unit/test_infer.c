// SPDX-License-Identifier: GPL-2.0-or-later
/* Which rows become one, what is only cut up differently, and what nobody may say of either. */
#include "unit.h"

#include "diff/diff.h"
#include "sides.h"

static struct symdiff *rules;

/* A refill that is called in two places and calls two others; what stands around it. */
#define AROUND              \
	"main;read 4000\n"  \
	"main;write 3000\n" \
	"main;write;copy 5000\n"
#define REFILL(name)                     \
	"main;read;" name " 500\n"       \
	"main;read;" name ";page 700\n"  \
	"main;write;" name " 600\n"      \
	"main;write;" name ";page 900\n" \
	"main;write;" name ";lock 400\n"
#define LOCKS "main;write;lock 800\n"

static struct symdiff_diff *compare(const char *base, const char *newer)
{
	struct symdiff_profile *sides[] = { side_of(rules, base, 0), side_of(rules, newer, 0) };
	struct symdiff_compare_options options = { .same_work = true };
	struct symdiff_diff *diff = symdiff_compare(rules, sides[BASE], sides[NEW], &options, NULL);

	assert_non_null(diff);
	return diff;
}

static void forget(struct symdiff_diff *diff)
{
	struct symdiff_profile *sides[] = { (struct symdiff_profile *)diff->side[BASE],
					    (struct symdiff_profile *)diff->side[NEW] };

	symdiff_diff_free(diff);
	for (int side = 0; side < SIDES; side++)
		symdiff_profile_free(sides[side]);
}

static const struct diff_row *row_called(const struct diff_event *event, const char *name)
{
	for (size_t i = 0; i < event->row_count; i++)
		if (!strcmp(diff_row_name(event, &event->rows[i]), name))
			return &event->rows[i];
	fail_msg("there is no row %s", name);
	return NULL;
}

static void test_pairs(void **state)
{
	static const struct {
		const char *what, *base, *newer;
		const char *row;  /* the new side's name, or the base's if it is alone */
		const char *pair; /* what the base calls it; "": it has no partner */
	} cases[] = {
		{ "same callers, callees and cost, no word in common", AROUND REFILL("refill"),
		  AROUND REFILL("restock"), "restock", "refill" },
		{ "a caller and a callee got new names, too",
		  "main 9000\nmain;enter 300\nmain;enter;walk 800\nmain;enter;walk;step 900\n"
		  "main;leave 300\nmain;leave;step 700\n",
		  "main 9000\nmain;enter 300\nmain;enter;stroll 800\nmain;enter;stroll;pace 900\n"
		  "main;leave 300\nmain;leave;pace 700\n",
		  "pace", "step" },
		{ "only the name is alike: other callers, other cost",
		  AROUND "main;read;slab_free 2000\n", AROUND "main;write;slab_free_fast 300\n",
		  "slab_free_fast", "" },
		{ "only the caller is the same", AROUND "main;read;audit 2000\n",
		  AROUND "main;read;filter 300\n", "filter", "" },
		{ "another function of that name stands in the new side already",
		  AROUND LOCKS REFILL("refill"), AROUND LOCKS REFILL("lock"), "lock", "lock" },
		{ "too few samples to guess", AROUND "main;read;tick 5\nmain;read;tick;page 4\n",
		  AROUND "main;read;tock 5\nmain;read;tock;page 4\n", "tock", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct symdiff_diff *diff = compare(cases[i].base, cases[i].newer);
		const struct diff_event *event = &diff->events[0];
		const char *pair = diff_row_side_name(event, row_called(event, cases[i].row), BASE);

		if (strcmp(pair, cases[i].pair))
			fail_msg("%s: %s is '%s' of the base, not '%s'", cases[i].what,
				 cases[i].row, pair, cases[i].pair);
		forget(diff);
	}
}

/* Self weights stay where they were measured, and sum to the total, whatever is joined. */
static void test_sums(void **state)
{
	struct symdiff_diff *diff = compare(AROUND REFILL("refill"), AROUND REFILL("restock"));
	const struct diff_event *event = &diff->events[0];
	uint64_t self[SIDES] = { 0 };
	int64_t taken[SIDES] = { 0 };

	for (size_t i = 0; i < event->row_count; i++)
		for (int side = 0; side < SIDES; side++) {
			self[side] += event->rows[i].side[side].self;
			taken[side] += event->rows[i].side[side].taken;
		}
	for (int side = 0; side < SIDES; side++) {
		assert_int_equal(self[side], event->totals[side]->total);
		assert_int_equal(taken[side], 0);
	}
	assert_string_equal(match_names[row_called(event, "restock")->match], "inferred");
	assert_non_null(row_called(event, "restock")->note);
	forget(diff);
}

/* The same binary on both sides: nothing in it can have another name. */
static void test_same_binary(void **state)
{
	struct symdiff_profile *sides[] = { side_of(rules, AROUND REFILL("refill"), 0),
					    side_of(rules, AROUND REFILL("restock"), 0) };
	struct symdiff_diff *diff;

	for (int side = 0; side < SIDES; side++) {
		struct dso *kernel = &sides[side]->profile->dsos[0];

		kernel->build_id_size = sizeof(kernel->build_id);
		memset(kernel->build_id, 7, sizeof(kernel->build_id));
	}
	diff = symdiff_compare(rules, sides[BASE], sides[NEW], NULL, NULL);
	assert_string_equal(match_names[row_called(&diff->events[0], "restock")->match],
			    "new-only");
	forget(diff);
}

static void test_relocations(void **state)
{
	static const struct {
		const char *what, *base, *newer;
		enum relocation_kind kind;
		const char *row, *other;
	} cases[] = {
		{ "two functions became one",
		  AROUND "main;read;get_one 2000\nmain;write;get_two 900\n",
		  AROUND "main;read;get_any 2000\nmain;write;get_any 900\n", RELOCATION_MERGED,
		  "get_two", "get_any" },
		{ "one function became two",
		  AROUND "main;read;get_any 2000\nmain;write;get_any 900\n",
		  AROUND "main;read;get_one 2000\nmain;write;get_two 900\n", RELOCATION_SPLIT,
		  "get_two", "get_any" },
		{ "a caller took a function in", AROUND REFILL("refill"),
		  AROUND "main;read 500\nmain;read;page 700\n"
			 "main;write 600\nmain;write;page 900\nmain;write;lock 400\n",
		  RELOCATION_INLINED, "refill", "write" },
		{ "... or made one of its own",
		  AROUND "main;read 500\nmain;read;page 700\n"
			 "main;write 600\nmain;write;page 900\nmain;write;lock 400\n",
		  AROUND REFILL("refill"), RELOCATION_OUTLINED, "refill", "write" },
		{ "a caller has another do it", AROUND LOCKS "main;write;wait 1500\n",
		  AROUND "main;write;lock 2300\n", RELOCATION_MOVED, "wait", "lock" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct symdiff_diff *diff = compare(cases[i].base, cases[i].newer);
		const struct diff_event *event = &diff->events[0];
		bool found = false;

		for (size_t j = 0; j < event->relocation_count; j++) {
			const struct relocation *one = &event->relocations[j];

			found |= one->kind == cases[i].kind &&
				 !strcmp(diff_row_name(event, &event->rows[one->row]),
					 cases[i].row) &&
				 !strcmp(diff_row_name(event, &event->rows[one->other]),
					 cases[i].other);
		}
		if (!found)
			fail_msg("%s: %s and %s are not found", cases[i].what, cases[i].row,
				 cases[i].other);
		for (size_t j = 0; j < event->finding_count; j++)
			if (event->findings[j].kind <= FINDING_GONE)
				fail_msg("%s: says that %s", cases[i].what,
					 event->findings[j].text);
		forget(diff);
	}
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
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_same_binary),
		cmocka_unit_test(test_relocations),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}

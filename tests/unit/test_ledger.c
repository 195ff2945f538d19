// SPDX-License-Identifier: GPL-2.0-or-later
/* Hand-made stacks, changed as kernels change: which line of the ledger takes it, to the unit. */
#include "unit.h"

#include "diff/diff.h"
#include "sides.h"

#define READING                     \
	"main;read 200\n"           \
	"main;read;vfs 1000\n"      \
	"main;read;vfs;copy 4000\n" \
	"main;read;vfs;lock 500\n"
#define WRITING                        \
	"main;write 700\n"             \
	"main;write;get 3000\n"        \
	"main;write;get;refill 2000\n" \
	"main;write;get;refill;lock 400\n"
#define FREEING                       \
	"main;write;put 2500\n"       \
	"main;write;put;drain 1500\n" \
	"main;write;put;drain;lock 300\n"
#define ALL READING WRITING FREEING

enum { LINES_MAX = 4 };

static struct symdiff *rules;

struct expected {
	enum ledger_kind kind;
	const char *subject;
	double amount;
};

struct change {
	const char *what, *newer;
	struct expected lines[LINES_MAX]; /* largest first; a NULL subject ends them */
};

static const struct change changes[] = {
	{ "the same", ALL, { { 0 } } },
	{ "a function is slower",
	  READING FREEING "main;write 700\n"
			  "main;write;get 6000\n"
			  "main;write;get;refill 2000\n"
			  "main;write;get;refill;lock 400\n",
	  { { LEDGER_COST, "get", 3000 } } },
	{ "a lock spins in one place",
	  READING WRITING "main;write;put 2500\n"
			  "main;write;put;drain 1500\n"
			  "main;write;put;drain;lock 2300\n",
	  { { LEDGER_COST, "lock", 2000 } } },
	{ "reads are done twice as often",
	  WRITING FREEING "main;read 400\n"
			  "main;read;vfs 2000\n"
			  "main;read;vfs;copy 8000\n"
			  "main;read;vfs;lock 1000\n",
	  { { LEDGER_VOLUME, "read", 5700 } } },
	{ "... and one of them is dearer, too",
	  WRITING FREEING "main;read 400\n"
			  "main;read;vfs 7000\n"
			  "main;read;vfs;copy 8000\n"
			  "main;read;vfs;lock 1000\n",
	  { { LEDGER_VOLUME, "read", 5700 }, { LEDGER_COST, "vfs", 5000 } } },
	{ "new code, with what it calls",
	  ALL "main;write;audit 1200\n"
	      "main;write;audit;lock 900\n",
	  { { LEDGER_NEW, "audit", 2100 } } },
	{ "code is gone, with what it called", READING WRITING, { { LEDGER_GONE, "put", -4300 } } },
	{ "the caller took a function in",
	  READING WRITING "main;write;put 4000\n"
			  "main;write;put;lock 300\n",
	  { { LEDGER_INLINED, "drain", 0 } } },
	{ "part of a function is one of its own now",
	  READING FREEING "main;write 700\n"
			  "main;write;get 1000\n"
			  "main;write;get;page 2000\n"
			  "main;write;get;refill 2000\n"
			  "main;write;get;refill;lock 400\n",
	  { { LEDGER_OUTLINED, "page", 0 } } },
	{ "a function has another name",
	  READING FREEING "main;write 700\n"
			  "main;write;get 3000\n"
			  "main;write;get;restock 2000\n"
			  "main;write;get;restock;lock 400\n",
	  { { LEDGER_RENAMED, "restock", 0 } } },
	{ "... and is dearer",
	  READING FREEING "main;write 700\n"
			  "main;write;get 3000\n"
			  "main;write;get;restock 3000\n"
			  "main;write;get;restock;lock 400\n",
	  { { LEDGER_COST, "restock", 1000 } } },
	{ "a function is called by another one than before",
	  READING WRITING "main;write;put 2500\n"
			  "main;write;drain 1500\n"
			  "main;write;drain;lock 300\n",
	  { { 0 } } },
};

static struct symdiff_diff *compare(const char *base, const char *newer, double new_work)
{
	struct symdiff_profile *sides[] = { side_of(rules, base, 0), side_of(rules, newer, 0) };
	struct symdiff_compare_options options = { .base_work = 1, .new_work = new_work };
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

static double sum_of(const struct diff_event *event)
{
	double sum = 0;

	for (size_t i = 0; i < event->ledger_count; i++)
		sum += event->ledger[i].amount;
	return sum;
}

static void check_lines(const struct change *change, const struct diff_event *event)
{
	size_t count = 0;

	for (; count < LINES_MAX && change->lines[count].subject; count++) {
		const struct expected *wanted = &change->lines[count];
		const struct ledger_line *line = &event->ledger[count];

		if (count >= event->ledger_count || line->kind != wanted->kind ||
		    strcmp(line->subject, wanted->subject) || line->amount != wanted->amount)
			fail_msg("%s: line %zu should be %s of %s: %.0f", change->what, count + 1,
				 ledger_names[wanted->kind], wanted->subject, wanted->amount);
	}
	if (event->ledger_count != count)
		fail_msg("%s: %s of %s: %.0f was not expected", change->what,
			 ledger_names[event->ledger[count].kind], event->ledger[count].subject,
			 event->ledger[count].amount);
}

static void test_changes(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
		struct symdiff_diff *diff = compare(ALL, changes[i].newer, 1);
		const struct diff_event *event = &diff->events[0];

		check_lines(&changes[i], event);
		assert_true(sum_of(event) ==
			    (double)event->totals[NEW]->total - (double)event->totals[BASE]->total);
		forget(diff);
	}
}

/* Three times the work for the same weight: all is cheaper, and no unit is lost to rounding. */
static void test_other_work(void **state)
{
	struct symdiff_diff *diff = compare(ALL, ALL, 3);
	const struct diff_event *event = &diff->events[0];

	assert_float_equal(sum_of(event), 16100 / 3.0 - 16100, 1e-6);
	forget(diff);
}

/* Nobody said that both did the same work: then there is no cost to book. */
static void test_unknown_work(void **state)
{
	struct symdiff_profile *side = side_of(rules, ALL, 0);
	struct symdiff_diff *diff = symdiff_compare(rules, side, side, NULL, NULL);

	assert_int_equal(diff->events[0].ledger_count, 0);
	symdiff_diff_free(diff);
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
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_other_work),
		cmocka_unit_test(test_unknown_work),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Ways through graphs of jumps that are drawn by hand: "AB BC" is A jumping to B, and B to C. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/tail_graph.h"
#include "unit.h"

struct drawing {
	const char *jumps;
	const char *open; /* functions that may jump to anywhere */
};

/* Function A begins at address 'A', and so on; a jump from A to B is at 'A' << 8 | 'B'. */
static void explore(struct tail_graph *graph, uint32_t node, void *data)
{
	const struct drawing *drawing = data;
	char entry = (char)graph->nodes[node].entry;

	for (const char *jump = drawing->jumps; *jump; jump += 2 + (jump[2] == ' '))
		if (jump[0] == entry)
			tail_graph_add_jump(graph, node, (uint64_t)jump[1],
					    (uint64_t)jump[0] << 8 | (uint64_t)jump[1]);
	graph->nodes[node].is_open = strchr(drawing->open, entry);
}

static struct tail_graph draw(struct drawing *drawing)
{
	return (struct tail_graph) { .explore = explore, .data = drawing };
}

static void test_ways(void **state)
{
	static const struct {
		struct drawing drawing;
		const char *from_to, *shared;
		enum tail_ways_kind kind;
	} rows[] = {
		{ { "AB", "" }, "AB", "A", TAIL_WAYS_ONE },
		{ { "AB BC CD", "" }, "AD", "ABC", TAIL_WAYS_ONE },
		{ { "AB BC", "" }, "AD", "", TAIL_WAYS_NONE },
		/* Ways that end elsewhere, or leave the end again, do not count. */
		{ { "AB AX BC XY CZ", "" }, "AC", "AB", TAIL_WAYS_ONE },
		{ { "AB AB BC", "" }, "AC", "AB", TAIL_WAYS_ONE },
		/* Several: what is before, between and behind them is shared. */
		{ { "AB AC BD CD", "" }, "AD", "A", TAIL_WAYS_SEVERAL },
		{ { "AB BC BD CE DE EF", "" }, "AF", "ABE", TAIL_WAYS_SEVERAL },
		{ { "AB AC CB BD", "" }, "AD", "AB", TAIL_WAYS_SEVERAL },
		{ { "AB BC CD AD", "" }, "AD", "A", TAIL_WAYS_SEVERAL },
		/* Circles: before the end, at it, and one from which nothing leads there. */
		{ { "AB BC CB BD", "" }, "AD", "AB", TAIL_WAYS_SEVERAL },
		{ { "AA AB", "" }, "AB", "A", TAIL_WAYS_SEVERAL },
		{ { "AB BC CB", "" }, "AB", "A", TAIL_WAYS_SEVERAL },
		{ { "AB AX XY YX", "" }, "AB", "A", TAIL_WAYS_ONE },
		/* Open functions: on the way, beside it, behind it, and none but that. */
		{ { "AB BC CD", "B" }, "AD", "AB", TAIL_WAYS_OPEN },
		{ { "AB BC CD AX", "X" }, "AD", "A", TAIL_WAYS_OPEN },
		{ { "AB BC CX", "X" }, "AC", "AB", TAIL_WAYS_ONE },
		{ { "AB BC CD", "D" }, "AD", "ABC", TAIL_WAYS_ONE },
		{ { "AB BC", "C" }, "AZ", "ABC", TAIL_WAYS_OPEN },
		{ { "AB AC BD CD", "C" }, "AD", "A", TAIL_WAYS_SEVERAL },
		{ { "", "A" }, "AB", "A", TAIL_WAYS_OPEN },
		{ { "", "" }, "AB", "", TAIL_WAYS_NONE },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct drawing drawing = rows[i].drawing;
		struct tail_graph graph = draw(&drawing);
		uint32_t from = tail_graph_node(&graph, (uint64_t)rows[i].from_to[0]);
		uint32_t to = tail_graph_node(&graph, (uint64_t)rows[i].from_to[1]);
		struct tail_ways ways;
		char shared[32] = "";

		tail_graph_ways(&graph, from, to, &ways);
		for (size_t k = 0; k < ways.shared_count; k++)
			shared[k] = (char)graph.nodes[ways.shared[k]].entry;
		assert_string_equal(shared, rows[i].shared);
		assert_int_equal(ways.kind, rows[i].kind);
		assert_int_equal(ways.node_count > 0,
				 ways.kind == TAIL_WAYS_OPEN || ways.kind == TAIL_WAYS_SEVERAL);
		tail_ways_deinit(&ways);
		tail_graph_deinit(&graph);
	}
}

/* The graph that is kept has what is on some way, and nothing else. */
static void test_kept(void **state)
{
	struct drawing drawing = { "AB AC BD CD DE AX EY", "C" };
	struct tail_graph graph = draw(&drawing);
	uint32_t from = tail_graph_node(&graph, 'A'), to = tail_graph_node(&graph, 'E');
	struct tail_ways ways;
	char nodes[32] = "", last[32] = "";
	size_t lasts = 0;

	tail_graph_ways(&graph, from, to, &ways);
	for (size_t i = 0; i < ways.node_count; i++) {
		nodes[i] = (char)graph.nodes[ways.nodes[i].node].entry;
		if (ways.nodes[i].is_last)
			last[lasts++] = nodes[i];
	}
	assert_string_equal(nodes, "ABCD");
	assert_string_equal(last, "CD"); /* C is open */
	assert_int_equal(ways.edge_count, 4);
	tail_ways_deinit(&ways);
	tail_graph_deinit(&graph);
}

static void test_place(void **state)
{
	struct drawing drawing = { "AB BC BC", "" };
	struct tail_graph graph = draw(&drawing);
	uint32_t a = tail_graph_node(&graph, 'A'), b = tail_graph_node(&graph, 'B'),
		 c = tail_graph_node(&graph, 'C');
	struct tail_ways ways;

	tail_graph_ways(&graph, a, c, &ways);
	assert_int_equal(tail_graph_place(&graph, a, b), 'A' << 8 | 'B');
	assert_int_equal(tail_graph_place(&graph, b, c), 0); /* two jumps */
	assert_int_equal(tail_graph_place(&graph, a, c), 0);
	tail_ways_deinit(&ways);
	tail_graph_deinit(&graph);
}

/* Without end: node n jumps to the next two. What is too far is as good as unknown. */
static void explore_endless(struct tail_graph *graph, uint32_t node, void *data)
{
	uint64_t entry = graph->nodes[node].entry;

	tail_graph_add_jump(graph, node, entry + 1, 1);
	tail_graph_add_jump(graph, node, entry + 2, 2);
}

static void test_bounded(void **state)
{
	struct tail_graph graph = { .explore = explore_endless };
	uint32_t from = tail_graph_node(&graph, 1), to = tail_graph_node(&graph, UINT64_MAX);
	struct tail_ways ways;

	tail_graph_ways(&graph, from, to, &ways);
	assert_int_equal(ways.kind, TAIL_WAYS_OPEN);
	assert_int_equal(ways.shared_count, 1);
	assert_int_equal(ways.shared[0], from);
	assert_true(graph.node_count < 100000);
	tail_ways_deinit(&ways);
	tail_graph_deinit(&graph);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_kept),
		cmocka_unit_test(test_place),
		cmocka_unit_test(test_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

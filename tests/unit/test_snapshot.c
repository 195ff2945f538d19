// SPDX-License-Identifier: GPL-2.0-or-later
/* What is written is read as it was; what contradicts itself is refused, with its line. */
#include <stdlib.h>
#include <string.h>

#include "ingest/snapshot/snapshot.h"
#include "unit.h"

static uint32_t text(struct profile *profile, const char *name)
{
	return names_intern_text(&profile->names, name);
}

/* A profile with something in every corner. */
static struct profile *everything(void)
{
	struct profile *profile = profile_new();
	uint32_t kernel = profile_dso(profile, "[kernel.kallsyms]", 17, DSO_UNKNOWN);
	uint32_t odd = profile_add_dso(profile, "/tmp/\xff\"\n.so", 10, DSO_USER);
	uint32_t cycles = profile_event(profile, "cycles:k", 8);
	uint32_t faults = profile_event(profile, "", 0);
	uint32_t kfree = profile_symbol(profile, kernel, "kfree", 5);
	uint32_t inlined = profile_symbol(profile, kernel, "virt_to_slab", 12);
	uint32_t broken = profile_symbol(profile, odd, "caf\xe9\x80", 5);
	uint32_t unknown = profile_unknown_symbol(profile, odd);
	uint32_t places[4], ways;

	profile->format = text(profile, "perf.data");
	profile->label = text(profile, "before");
	profile->line = 7;
	profile_warn(profile, "odd, \"but\" harmless");
	profile->recording = (struct recording) {
		.hostname = text(profile, "lab"),
		.os_release = text(profile, "6.1.0"),
		.version = text(profile, "6.1.176"),
		.arch = text(profile, "x86_64"),
		.cpu_model = text(profile, "QEMU"),
		.command_line = text(profile, "perf record -a"),
		.hybrid = text(profile, "cpu_core 0-7"),
		.pmu_caps = text(profile, "branches=32"),
		.cpus_online = 4,
		.cpus_available = 8,
		.sockets = 1,
		.numa_nodes = 2,
		.duration_seconds = 1.1,
		.smt = SMT_ON,
		.system_wide = true,
		.is_guest = true,
	};
	profile->events[cycles].unit = UNIT_PERIOD;
	profile->events[cycles].samples_known = true;
	profile->events[cycles].weight_squares = 1e300 / 3;
	profile->events[cycles].lost = 3;
	profile->events[cycles].frequency = 997;
	profile->events[cycles].exclude_user = true;
	profile->events[faults] = (struct event) {
		.name = profile->events[faults].name,
		.unit = UNIT_PERCENT,
		.clock = CLOCK_WALL,
		.scale = PERCENT_SCALE,
		.samples_stated = 12,
		.total_estimated = true,
		.cut = true,
		.cut_below = 0,
		.amount = 1.5,
		.amount_is_samples = true,
		.period = 5,
		.exclude_kernel = true,
		.exclude_host = true,
		.chains = CHAIN_DWARF,
		.chain_most = 127,
		.running = 0.25,
		.idle_unseen = true,
	};
	profile->symbols[kfree].size = 333;
	profile->symbols[kfree].srcfile = text(profile, "mm/slub.c");
	profile->symbols[kfree].srcline = 4567;
	profile->symbols[inlined].inlining = INLINE_COMPILED;
	profile_add_alias(profile, kfree, "kfree_alias");
	profile_add_alias(profile, kfree, "another");
	profile->dsos[kernel].build_id_size = 3;
	memcpy(profile->dsos[kernel].build_id, "\x01\xab\xff", 3);
	profile->dsos[odd].note = text(profile, "the file was not found");
	profile->dsos[odd].hint = text(profile, "give --symfs");

	places[0] = profile_symbol_location(profile, kfree, &inlined, 1);
	places[1] = profile_symbol_location(profile, broken, NULL, 0);
	places[2] = profile_symbol_location(profile, unknown, NULL, 0);
	ways = profile_add_hidden(profile,
				  (struct hidden_node[]) { { kfree, false }, { NONE, true } }, 2,
				  (struct hidden_edge[]) { { 0, 1 } }, 1);
	places[3] = profile_inferred_location(profile, kfree, 0, &inlined, 1, ways);
	assert_true(profile_add(profile, cycles, text(profile, "a b"),
				STACK_HAS_PID | STACK_TAILS_AMBIGUOUS, places, 4, 1ull << 60, 5));
	assert_true(profile_add(profile, cycles, 0, STACK_IDLE_TASK, places + 1, 2, 7, 1));
	assert_true(profile_add(profile, faults, 0, 0, places, 1, 30 * PERCENT_SCALE, 0));
	profile_add_not_listed(profile, faults, 70 * PERCENT_SCALE);
	profile_add_children(profile, faults, kfree, 50 * PERCENT_SCALE);
	timeline_add(&profile->timeline, 1, 1000);
	timeline_add(&profile->timeline, 0, 1001);
	timeline_add(&profile->timeline, 1, 30 << TIMELINE_SHIFT0);
	timeline_add(&profile->timeline, 1, 1002);
	profile->timeline.every = 4;
	return profile;
}

static int read_text(const char *json, size_t len, const struct ingest_options *options,
		     struct document *doc, struct symdiff_error *err)
{
	static const struct ingest_options none;
	struct input in;

	*doc = (struct document) { 0 };
	*err = (struct symdiff_error) { .position = -1 };
	input_from_bytes(&in, "test", json, len);
	return ingest_read_input(&in, options ? options : &none, doc, err);
}

static void write_text(const struct profile *profile, struct buffer *out)
{
	const struct snapshot snapshot = {
		.runs = &profile,
		.paths = (const char *[]) { "dir/perf.data" },
		.count = 1,
	};

	snapshot_write(&snapshot, out);
}

#define SAME_TEXT(member) \
	assert_string_equal(profile_text(a, (x)->member), profile_text(b, (y)->member))
#define SAME(member) assert_true((x)->member == (y)->member)

static void compare_recordings(const struct profile *a, const struct profile *b)
{
	const struct recording *x = &a->recording, *y = &b->recording;

	SAME_TEXT(hostname);
	SAME_TEXT(os_release);
	SAME_TEXT(version);
	SAME_TEXT(arch);
	SAME_TEXT(cpu_model);
	SAME_TEXT(command_line);
	SAME_TEXT(hybrid);
	SAME_TEXT(pmu_caps);
	SAME(cpus_online);
	SAME(cpus_available);
	SAME(sockets);
	SAME(numa_nodes);
	SAME(smt);
	SAME(duration_seconds);
	SAME(system_wide);
	SAME(is_guest);
}

static void compare_events(const struct profile *a, const struct profile *b)
{
	assert_int_equal(a->event_count, b->event_count);
	for (uint32_t i = 0; i < a->event_count; i++) {
		const struct event *x = &a->events[i], *y = &b->events[i];

		SAME_TEXT(name);
		SAME(unit);
		SAME(clock);
		SAME(scale);
		SAME(total);
		SAME(samples);
		SAME(samples_known);
		SAME(weight_squares);
		SAME(samples_stated);
		SAME(total_estimated);
		SAME(lost);
		SAME(cut);
		SAME(cut_below);
		SAME(amount);
		SAME(amount_is_samples);
		SAME(period);
		SAME(frequency);
		SAME(exclude_user);
		SAME(exclude_kernel);
		SAME(exclude_host);
		SAME(chains);
		SAME(chain_most);
		SAME(running);
		SAME(idle_unseen);
		SAME(has_callchains);
		SAME(has_children);
	}
}

static void compare_dsos(const struct profile *a, const struct profile *b)
{
	assert_int_equal(a->dso_count, b->dso_count);
	for (uint32_t i = 0; i < a->dso_count; i++) {
		const struct dso *x = &a->dsos[i], *y = &b->dsos[i];

		SAME_TEXT(name);
		SAME_TEXT(path);
		SAME_TEXT(note);
		SAME_TEXT(hint);
		SAME(kind);
		SAME(build_id_size);
		assert_memory_equal(x->build_id, y->build_id, sizeof(x->build_id));
	}
}

static void compare_symbols(const struct profile *a, const struct profile *b)
{
	assert_int_equal(a->symbol_count, b->symbol_count);
	for (uint32_t i = 0; i < a->symbol_count; i++) {
		const struct symbol *x = &a->symbols[i], *y = &b->symbols[i];

		SAME_TEXT(name);
		SAME_TEXT(srcfile);
		SAME(dso);
		SAME(flags);
		SAME(size);
		SAME(srcline);
		SAME(inlining);
		SAME(alias_count);
		for (uint32_t k = 0; k < x->alias_count; k++)
			assert_string_equal(profile_text(a, a->aliases[x->first_alias + k]),
					    profile_text(b, b->aliases[y->first_alias + k]));
	}
}

static void compare_stacks(const struct profile *a, const struct profile *b)
{
	assert_int_equal(a->stack_count, b->stack_count);
	for (uint32_t i = 0; i < a->stack_count; i++) {
		const struct stack *x = &a->stacks[i], *y = &b->stacks[i];

		SAME_TEXT(comm);
		SAME(event);
		SAME(flags);
		SAME(weight);
		SAME(samples);
		SAME(depth);
		for (uint32_t f = 0; f < x->depth; f++) {
			const struct location *p = &a->locations[a->frames[x->first + f]];
			const struct location *q = &b->locations[b->frames[y->first + f]];

			assert_int_equal(p->symbol, q->symbol);
			assert_int_equal(p->dso, q->dso);
			assert_int_equal(p->is_inferred, q->is_inferred);
			assert_int_equal(p->ways, q->ways);
			assert_int_equal(p->inline_count, q->inline_count);
			for (uint32_t k = 0; k < p->inline_count; k++)
				assert_int_equal(a->inlines[p->first_inline + k],
						 b->inlines[q->first_inline + k]);
		}
	}
	assert_int_equal(a->children_count, b->children_count);
	for (uint32_t i = 0; i < a->children_count; i++)
		assert_memory_equal(&a->children[i], &b->children[i], sizeof(*a->children));
}

/* How many samples a stack has in a block of time. */
static unsigned samples_in(const struct profile *profile, uint32_t stack, uint8_t block)
{
	unsigned count = 0;

	for (size_t i = 0; i < profile->timeline.count; i++)
		count += profile->timeline.stacks[i] == stack &&
			 profile->timeline.blocks[i] == block;
	return count;
}

static void compare_times(const struct profile *a, const struct profile *b)
{
	assert_int_equal(a->timeline.count, b->timeline.count);
	assert_int_equal(a->timeline.every, b->timeline.every);
	for (uint32_t stack = 0; stack < a->stack_count; stack++)
		for (uint8_t block = 0; block < TIME_BLOCKS; block++)
			assert_int_equal(samples_in(a, stack, block), samples_in(b, stack, block));
}

static void compare_hidden(const struct profile *a, const struct profile *b)
{
	assert_int_equal(a->hidden_count, b->hidden_count);
	assert_int_equal(a->hidden_node_count, b->hidden_node_count);
	assert_int_equal(a->hidden_edge_count, b->hidden_edge_count);
	assert_memory_equal(a->hidden, b->hidden, a->hidden_count * sizeof(*a->hidden));
	for (uint32_t i = 0; i < a->hidden_node_count; i++) {
		const struct hidden_node *x = &a->hidden_nodes[i], *y = &b->hidden_nodes[i];

		SAME(symbol);
		SAME(is_last);
	}
	assert_memory_equal(a->hidden_edges, b->hidden_edges,
			    a->hidden_edge_count * sizeof(*a->hidden_edges));
}

static void test_round_trip(void **state)
{
	struct profile *a = everything();
	struct buffer json = { 0 }, again = { 0 };
	struct symdiff_error err;
	struct document doc;

	write_text(a, &json);
	assert_int_equal(read_text(json.text, json.len, NULL, &doc, &err), 0);
	assert_true(doc.is_runs && doc.count == 1);

	const struct profile *b = doc.profiles[0], *x = a, *y = b;

	assert_string_equal(profile_text(b, b->origin), "dir/perf.data");
	SAME_TEXT(format);
	SAME_TEXT(label);
	SAME(line);
	assert_int_equal(b->warning_count, 1);
	SAME_TEXT(warnings[0]);
	compare_recordings(a, b);
	compare_events(a, b);
	compare_dsos(a, b);
	compare_symbols(a, b);
	compare_stacks(a, b);
	compare_times(a, b);
	compare_hidden(a, b);

	write_text(b, &again);
	assert_int_equal(json.len, again.len);
	assert_memory_equal(json.text, again.text, json.len);
	buffer_deinit(&json);
	buffer_deinit(&again);
	document_deinit(&doc);
	profile_free(a);
}

/* Stacks that differ in addresses only are one. */
static void test_addresses_are_forgotten(void **state)
{
	struct profile *a = profile_new();
	uint32_t kernel = profile_dso(a, "[kernel]", 8, DSO_UNKNOWN), event;
	uint32_t kfree = profile_symbol(a, kernel, "kfree", 5);
	struct buffer json = { 0 };
	struct symdiff_error err;
	struct document doc;

	event = profile_event(a, "cycles", 6);
	for (uint64_t address = 16; address < 26; address++) {
		uint32_t place = profile_address_location(a, kernel, address, false);

		profile_set_symbol(a, place, kfree);
		assert_true(profile_add(a, event, 0, 0, &place, 1, address, 1));
	}
	assert_int_equal(a->stack_count, 10);
	write_text(a, &json);
	assert_int_equal(read_text(json.text, json.len, NULL, &doc, &err), 0);
	assert_int_equal(doc.profiles[0]->stack_count, 1);
	assert_int_equal(doc.profiles[0]->stacks[0].weight, 205); /* 16 + 17 + ... + 25 */
	assert_int_equal(doc.profiles[0]->stacks[0].samples, 10);
	buffer_deinit(&json);
	document_deinit(&doc);
	profile_free(a);
}

static void test_filters(void **state)
{
	static const char *const comms[] = { "a b", NULL };
	struct ingest_options by_comm = { .comms = comms }, flat = { .flat = true };
	struct ingest_options by_pid = { .pids = "1" };
	struct profile *a = everything();
	struct buffer json = { 0 };
	struct symdiff_error err;
	struct document doc;

	write_text(a, &json);
	assert_int_equal(read_text(json.text, json.len, &by_comm, &doc, &err), 0);
	assert_int_equal(doc.profiles[0]->stack_count, 1);
	assert_true(doc.profiles[0]->events[0].total == 1ull << 60);
	document_deinit(&doc);

	assert_int_equal(read_text(json.text, json.len, &flat, &doc, &err), 0);
	assert_false(doc.profiles[0]->events[0].has_callchains);
	assert_true(doc.profiles[0]->events[0].total == (1ull << 60) + 7);
	document_deinit(&doc);

	assert_int_equal(read_text(json.text, json.len, &by_pid, &doc, &err), -1);
	assert_int_equal(err.code, SYMDIFF_ERR_USAGE);
	assert_non_null(strstr(err.message, "--pid"));
	document_deinit(&doc);
	buffer_deinit(&json);
	profile_free(a);
}

/* ---- what is wrong ---- */

/* A small one, a line for each value, without a checksum: any number can be changed by hand. */
static const char *const lines[] = {
	/* 1 */ "{\"schema\":\"symdiff/snapshot/1\",",
	/* 2 */ "\"strings\":[\"\",\"kfree\",\"schedule\"],",
	/* 3 */ "\"runs\":[{",
	/* 4 */ "\"input\":{\"path\":\"p\",\"format\":\"perf.data\"},",
	/* 5 */ "\"events\":[{\"event\":\"cycles\",\"unit\":\"period\",\"clock\":\"unhalted\",",
	/* 6 */ "\"total\":30,",
	/* 7 */ "\"samples\":3}],",
	/* 8 */ "\"dsos\":[{\"dso\":\"[kernel]\",\"kind\":\"kernel\",\"build_id\":\"01ab\"}],",
	/* 9 */ "\"symbols\":{\"name\":[1,2],",
	/* 10 */ "\"aliases\":[[0,2]]},",
	/* 11 */ "\"places\":{\"symbol\":[0,1],",
	/* 12 */ "\"inlined\":[[0,1]]},",
	/* 13 */ "\"calls\":{\"place\":[1,0,0],",
	/* 14 */ "\"back\":[0,1,0]},",
	/* 15 */ "\"stacks\":{\"call\":[1,2],",
	/* 16 */ "\"weight\":[10,20],",
	/* 17 */ "\"samples\":[1,2]}",
	/* 18 */ "}]}",
};

static void small(struct buffer *out, size_t changed, const char *line)
{
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		buffer_add_text(out, i + 1 == changed ? line : lines[i]);
		buffer_add_text(out, "\n");
	}
}

static void test_small(void **state)
{
	struct buffer json = { 0 };
	struct symdiff_error err;
	struct document doc;

	small(&json, 0, NULL);
	assert_int_equal(read_text(json.text, json.len, NULL, &doc, &err), 0);

	const struct profile *profile = doc.profiles[0];

	assert_int_equal(profile->stack_count, 2);
	assert_int_equal(profile->stacks[0].depth, 2);
	assert_int_equal(profile->frames[profile->stacks[0].first], 0);	    /* kfree ... */
	assert_int_equal(profile->frames[profile->stacks[0].first + 1], 1); /* under schedule */
	assert_int_equal(profile->stacks[1].depth, 1);
	assert_true(profile->events[0].has_callchains);
	buffer_deinit(&json);
	document_deinit(&doc);
}

static void test_contradictions(void **state)
{
	static const struct {
		size_t line;
		const char *instead, *says;
	} rows[] = {
		{ 1, "{\"schema\":\"symdiff/snapshot/2\",", "of a newer symdiff" },
		{ 1, "{\"schema\":\"symdiff/snapshot/0\",", "no version" },
		{ 1, "{\"schema\":\"symdiff/report/1\",", "'symdiff/report/1', and no profile" },
		{ 1, "{\"schema\":1,", "schema must be a text" },
		{ 1, "{\"symdiff\":\"0.1.0\",", "without the key 'schema'" },
		{ 1, "{\"schema\":\"symdiff/snapshot/1\",\"extra\":1,", "no key 'extra'" },
		{ 1, "{\"schema\":\"symdiff/snapshot/1\",\"checksum\":\"xxh64:0123456789abcdef\",",
		  "damaged, or edited" },
		{ 2, "\"strings\":[\"kfree\",\"\",\"x\"],", "first of the strings must be \"\"" },
		{ 2, "\"strings\":[],", "first of the strings must be \"\"" },
		{ 2, "\"strings\":[\"\",\"kfree\",\"kfree\"],", "symbols 0 and 1 are the same" },
		{ 4, "\"input\":{\"path\":\"p\"},", "input lacks the key 'format'" },
		{ 4, "\"input\":{\"path\":7,\"format\":\"x\"},", "path must be a text" },
		{ 5, "\"events\":[{\"event\":\"cycles\",\"unit\":\"feet\",\"clock\":\"wall\",",
		  "no unit is called 'feet'" },
		{ 5,
		  "\"events\":[{\"event\":\"e\",\"unit\":\"period\",\"clock\":\"wall\",\"scale\":0,",
		  "scale must be above 0" },
		{ 6, "\"total\":31,", "sum to 30, not to the total 31" },
		{ 6, "\"total\":-30,", "total must be a whole number" },
		{ 7, "\"samples\":4}],", "have 3 samples, not 4" },
		{ 7,
		  "\"samples\":3},{\"event\":\"cycles\",\"unit\":\"period\",\"clock\":\"wall\"}],",
		  "this event is there twice" },
		{ 8, "\"dsos\":[{\"dso\":\"[kernel]\",\"kind\":\"colonel\"}],",
		  "no kind is called 'colonel'" },
		{ 8, "\"dsos\":[{\"dso\":\"x\",\"kind\":\"user\",\"build_id\":\"01a\"}],",
		  "20 bytes in hex" },
		{ 8, "\"dsos\":[],", "the table it points into is empty" },
		{ 9, "\"symbols\":{\"name\":[1,3],", "name must be a whole number from 0 to 2" },
		{ 9, "\"symbols\":{\"name\":1,", "name, a list" },
		{ 9, "\"symbols\":{\"name\":[1,2],\"dso\":[0],",
		  "dso: 1 values, and the table has 2" },
		{ 9, "\"symbols\":{\"name\":[1,2],\"flags\":[0,8],", "from 0 to 7, found '8'" },
		{ 10, "\"aliases\":[[2,1]]},", "out of its place" },
		{ 10, "\"aliases\":[[1,1],[0,2]]},", "row 0 is out of its place" },
		{ 10, "\"aliases\":[[0]]},", "nothing is in row 0" },
		{ 11, "\"places\":{\"symbol\":[0,2],", "from 0 to 1, found '2'" },
		{ 12, "\"inlined\":[[0,2]]},", "from 0 to 1, found '2'" },
		{ 13, "\"calls\":{\"place\":[1,0,2],", "from 0 to 1, found '2'" },
		{ 14, "\"back\":[0,2,0]},", "there are only 1" },
		{ 14, "\"back\":[1,0,0]},", "there are only 0" },
		{ 15, "\"stacks\":{\"call\":[1,3],", "from 0 to 2, found '3'" },
		{ 16, "\"weight\":[10],", "weight: 1 values, and the table has 2 rows" },
		{ 16, "\"weight\":[18446744073709551615,18446744073709551615],",
		  "beyond all sums" },
		{ 17, "\"samples\":[1,2],\"flags\":256}", "from 0 to 255, found '256'" },
		{ 10, "\"aliases\":[[0,2]]},\"ways\":{\"functions\":[1]},", "need the tables" },
		{ 10,
		  "\"aliases\":[[0,2]]},\"ways\":{\"functions\":[2],\"jumps\":1},"
		  "\"way_functions\":{\"symbol\":[1]},\"way_jumps\":{\"from\":[0]},",
		  "there are only 1 functions" },
		{ 10,
		  "\"aliases\":[[0,2]]},\"ways\":{\"functions\":[1],\"jumps\":1},"
		  "\"way_functions\":{\"symbol\":[1]},\"way_jumps\":{\"from\":[0],\"to\":1},",
		  "way 0 jumps between functions 0 and 1, and there are 1" },
		{ 11, "\"places\":{\"symbol\":[0,1],\"ways\":1,", "from 0 to 0, found '1'" },
		{ 17, "\"samples\":[1,2],\"event\":1}", "from 0 to 0, found '1'" },
		{ 17,
		  "\"samples\":[1,2]},\"times\":{\"step\":[0,2],\"block\":0,\"samples\":1,\"every\":1}",
		  "times of stack 2, and there are 2" },
		{ 17,
		  "\"samples\":[1,2]},\"times\":{\"step\":[0],\"block\":32,\"samples\":1,\"every\":1}",
		  "from 0 to 31, found '32'" },
		{ 17,
		  "\"samples\":[1,2]},\"times\":{\"step\":[0],\"block\":0,\"samples\":1,\"every\":0}",
		  "every must be above 0" },
		{ 17,
		  "\"samples\":[1,2]},\"times\":{\"step\":[0,0],\"block\":0,\"samples\":200000,\"every\":1}",
		  "is the most" },
		{ 18, "}]", "the file ends" },
		{ 18, "}]} trailing", "expected the end" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct buffer json = { 0 };
		struct symdiff_error err;
		struct document doc;

		small(&json, rows[i].line, rows[i].instead);
		assert_int_equal(read_text(json.text, json.len, NULL, &doc, &err), -1);
		if (!strstr(err.message, rows[i].says))
			fail_msg("row %zu: '%s' does not say '%s'", i, err.message, rows[i].says);
		assert_in_range(err.position, 1, ARRAY_SIZE(lines) + 1);
		buffer_deinit(&json);
		document_deinit(&doc);
	}
}

/* In which line: of the value itself, not of the table. */
static void test_line(void **state)
{
	struct buffer json = { 0 };
	struct symdiff_error err;
	struct document doc;

	small(&json, 16, "\"weight\":[10,\n\n2x],");
	assert_int_equal(read_text(json.text, json.len, NULL, &doc, &err), -1);
	assert_int_equal(err.position, 18);
	buffer_deinit(&json);
	document_deinit(&doc);
}

/* In few bytes much memory: a chain of calls that is the whole file, and all its ends as stacks. */
static void test_too_deep(void **state)
{
	struct buffer json = { 0 };
	struct symdiff_error err;
	struct document doc;

	for (size_t i = 0; i < 12; i++)
		buffer_add_text(&json, lines[i]);
	buffer_add_text(&json, "\"calls\":{\"place\":[0");
	for (size_t i = 1; i < 10000; i++)
		buffer_add_text(&json, ",0");
	buffer_add_text(&json, "],\"back\":[0");
	for (size_t i = 1; i < 10000; i++)
		buffer_add_text(&json, ",1");
	buffer_add_text(&json, "]},\"stacks\":{\"call\":[9999],\"weight\":30,\"samples\":3}}]}");
	assert_int_equal(read_text(json.text, json.len, NULL, &doc, &err), -1);
	assert_non_null(strstr(err.message, "calls deep"));
	buffer_deinit(&json);
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_addresses_are_forgotten),
		cmocka_unit_test(test_filters),
		cmocka_unit_test(test_small),
		cmocka_unit_test(test_contradictions),
		cmocka_unit_test(test_line),
		cmocka_unit_test(test_too_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

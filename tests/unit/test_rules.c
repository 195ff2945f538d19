// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buckets/buckets.h"

/* Load @text as --buckets would. */
static int load(struct buckets *b, const char *text, bool replace, struct symdiff_error *err)
{
	char path[] = "/tmp/symdiff-rules-XXXXXX";
	int fd = mkstemp(path), ret;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	ret = buckets_load_file(b, path, replace, err);
	unlink(path);
	return ret;
}

static const char *leaf_of(const struct buckets *b, const char *symbol, enum dso_kind kind,
			   const char *dso, const char *srcfile)
{
	struct bucket_key key = { symbol, dso, kind, srcfile };
	struct bucket_match match;

	buckets_match(b, &key, &match);
	return buckets_leaf_name(b, match.bucket);
}

static const char rules[] = "# mine\n"
			    "[work/queue] What we look at # really\n"
			    "neutral: on-request\n"
			    "name hot: tcp_ack tcp_*_queue\n"
			    "\ttcp_data_queue* # continued\n"
			    "\n"
			    "file: mm/slub.c\n"
			    "module: ext4\n"
			    "user: \"operator new(*\" parse_*\n"
			    "library: libfoo*\n"
			    "[allocator/slab]\n"
			    "name: my_alloc\n";

static void test_user_rules(void **state)
{
	struct buckets *b = buckets_new();
	struct bucket_key key = { "tcp_ack", NULL, DSO_KERNEL, NULL };
	struct bucket_match match;
	uint16_t leaf;

	assert_int_equal(load(b, rules, false, NULL), 0);
	leaf = buckets_find_leaf(b, "work/queue");
	assert_int_not_equal(leaf, BUCKET_NONE);
	assert_int_equal(buckets_neutral(b, leaf), NEUTRAL_ON_REQUEST);
	assert_string_equal(buckets_title(b, leaf), "What we look at # really");

	buckets_match(b, &key, &match);
	assert_int_equal(match.bucket, leaf);
	assert_int_equal(match.layer, LAYER_USER);
	assert_int_equal(match.line, 4);
	assert_string_equal(match.rule, "tcp_ack");
	assert_string_equal(buckets_phase_name(b, match.phase), "hot");

	assert_string_equal(leaf_of(b, "__tcp_x_queue", DSO_KERNEL, NULL, NULL), "work/queue");
	assert_string_equal(leaf_of(b, "tcp_data_queue_ofo", DSO_KERNEL, NULL, NULL), "work/queue");
	assert_string_equal(leaf_of(b, "kfree", DSO_KERNEL, NULL, "mm/slub.c"), "work/queue");
	assert_string_equal(leaf_of(b, "kfree", DSO_MODULE, "[ext4]", NULL), "work/queue");
	assert_string_equal(leaf_of(b, "operator new(int)", DSO_USER, "a", NULL), "work/queue");
	assert_string_equal(leaf_of(b, "frob", DSO_USER, "libfoo.so.1", NULL), "work/queue");
	assert_string_equal(leaf_of(b, "my_alloc", DSO_KERNEL, NULL, NULL), "allocator/slab");
	/* what the file does not mention stays as it is */
	assert_string_equal(leaf_of(b, "tcp_v4_rcv", DSO_KERNEL, NULL, NULL), "net/tcp");
	assert_string_equal(leaf_of(b, "tcp_ack", DSO_USER, "a", NULL), "user");
	buckets_free(b);
}

/* The latest file wins. */
static void test_two_files(void **state)
{
	struct buckets *b = buckets_new();

	assert_int_equal(load(b, "[one]\nname: kfree kmalloc\n", false, NULL), 0);
	assert_int_equal(load(b, "[two]\nname: kfree\n", false, NULL), 0);
	assert_string_equal(leaf_of(b, "kfree", DSO_KERNEL, NULL, NULL), "two");
	assert_string_equal(leaf_of(b, "kmalloc", DSO_KERNEL, NULL, NULL), "one");
	buckets_free(b);
}

static void test_replace(void **state)
{
	struct buckets *b = buckets_new();

	assert_int_equal(load(b, "[mine]\nname: tcp_*\n", true, NULL), 0);
	assert_string_equal(leaf_of(b, "tcp_ack", DSO_KERNEL, NULL, NULL), "mine");
	assert_string_equal(leaf_of(b, "kfree", DSO_KERNEL, NULL, NULL), "other");
	assert_string_equal(leaf_of(b, "malloc", DSO_USER, "libc.so.6", NULL), "user");
	assert_string_equal(leaf_of(b, "bpf_prog_x", DSO_BPF, NULL, NULL), "other");
	assert_string_equal(leaf_of(b, "[unknown]", DSO_KERNEL, NULL, NULL), "[unresolved]");
	assert_int_equal(buckets_find_leaf(b, "allocator/slab"), BUCKET_NONE);
	assert_int_equal(buckets_find_leaf(b, "idle"), BUCKET_IDLE);
	buckets_free(b);
}

/* Says which line, and what was expected. */
static void test_errors(void **state)
{
	static const struct {
		const char *text, *message;
		int line;
	} rows[] = {
		{ "name: kfree\n", "a [bucket] must come first", 1 },
		{ "[a]\nnames: kfree\n", "found 'names: kfree'", 2 },
		{ "[a]\nkfree\n", "found 'kfree'", 2 },
		{ "[a]\n\n\tkfree\n", "nothing to continue", 3 },
		{ "[a]\nneutral: maybe\n", "found 'maybe'", 2 },
		{ "[a]\nheaders: x\n", "found 'x'", 2 },
		{ "[]\n", "expected [bucket]", 1 },
		{ "[a\n", "expected [bucket]", 1 },
		{ "[context moon]\n", "no such context: 'moon'", 1 },
		{ "[context nmi]\nfile: a\n", "only 'name:'", 2 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct buckets *b = buckets_new();
		struct symdiff_error err = { .position = -1 };

		assert_int_equal(load(b, rows[i].text, false, &err), -1);
		assert_int_equal(err.code, SYMDIFF_ERR_FORMAT);
		assert_int_equal(err.position, rows[i].line);
		assert_non_null(strstr(err.message, rows[i].message));
		assert_non_null(strstr(err.source, "symdiff-rules-"));
		buckets_free(b);
	}
}

static void test_missing_file(void **state)
{
	struct buckets *b = buckets_new();
	struct symdiff_error err = { .position = -1 };

	assert_int_equal(buckets_load_file(b, "/nonexistent/rules", false, &err), -1);
	assert_int_equal(err.code, SYMDIFF_ERR_IO);
	buckets_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_user_rules),   cmocka_unit_test(test_two_files),
		cmocka_unit_test(test_replace),	     cmocka_unit_test(test_errors),
		cmocka_unit_test(test_missing_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>

#include "support/json_reader.h"
#include "unit.h"

static void start(struct json_reader *json, const char *text, struct symdiff_error *err)
{
	*err = (struct symdiff_error) { .position = -1 };
	json_reader_init(json, text, strlen(text), SYMDIFF_ERR_CORRUPT, err);
}

/* The texts of RFC 8259, section 7, and what symdiff adds for bytes that are no UTF-8. */
static void test_text(void **state)
{
	static const struct {
		const char *json, *text; /* NULL: refused */
	} rows[] = {
		{ "\"\"", "" },
		{ "\"kfree\"", "kfree" },
		{ "\"a\\\"b\\\\c\\/d\\b\\f\\n\\r\\te\"", "a\"b\\c/d\b\f\n\r\te" },
		{ "\"\\u0041\\u00e9\\u20AC\"", "A\xc3\xa9\xe2\x82\xac" },
		{ "\"\\ud834\\udd1e\"", "\xf0\x9d\x84\x9e" }, /* the RFC's G clef */
		{ "\"\xc3\xa9\"", "\xc3\xa9" },
		{ "\"x\\udcffy\"", "x\xffy" },
		{ "\"\\ud834\"", NULL }, /* half of a pair */
		{ "\"\\ud834\\u0041\"", NULL },
		{ "\"\\udc7f\"", NULL }, /* an ASCII byte needs no surrogate */
		{ "\"\\u0000\"", NULL },
		{ "\"\\u12g4\"", NULL },
		{ "\"\\u12\"", NULL },
		{ "\"\\x41\"", NULL },
		{ "\"\xff\"", NULL },
		{ "\"a\nb\"", NULL }, /* a control character */
		{ "\"open", NULL },
		{ "\"open\\", NULL },
		{ "\"open\\\"", NULL },
		{ "kfree", NULL },
		{ "", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct symdiff_error err;
		struct json_reader json;
		struct slice text;

		start(&json, rows[i].json, &err);

		bool good = json_read_text(&json, "a name", &text) && json_reader_end(&json);

		assert_int_equal(good, rows[i].text != NULL);
		if (good)
			assert_true(slice_equals(text, rows[i].text));
		else
			assert_true(err.code == SYMDIFF_ERR_CORRUPT && err.position >= 1);
		json_reader_deinit(&json);
	}
}

static void test_whole_number(void **state)
{
	static const struct {
		const char *json;
		uint64_t most, value;
		bool good;
	} rows[] = {
		{ "0", 0, 0, true },
		{ " 42 ", 100, 42, true },
		{ "18446744073709551615", UINT64_MAX, UINT64_MAX, true },
		{ "18446744073709551616", UINT64_MAX, 0, false },
		{ "99999999999999999999999999", UINT64_MAX, 0, false },
		{ "101", 100, 0, false },
		{ "01", 100, 0, false },
		{ "-1", 100, 0, false },
		{ "1.0", 100, 0, false },
		{ "1e2", 100, 0, false },
		{ "\"1\"", 100, 0, false },
		{ "", 100, 0, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct symdiff_error err;
		struct json_reader json;
		uint64_t value;

		start(&json, rows[i].json, &err);
		assert_int_equal(json_read_u64(&json, "n", rows[i].most, &value) &&
					 json_reader_end(&json),
				 rows[i].good);
		assert_true(value == rows[i].value);
		assert_int_equal(err.code == SYMDIFF_OK, rows[i].good);
	}
}

static void test_real_number(void **state)
{
	static const struct {
		const char *json;
		double value;
		bool good;
	} rows[] = {
		{ "0", 0, true },     { "-12.5e-1", -1.25, true }, { "1E+3", 1000, true },
		{ "0.1", 0.1, true }, { "1e999", 0, false }, /* beyond what a double holds */
		{ ".5", 0, false },   { "5.", 0, false },	   { "+5", 0, false },
		{ "00.5", 0, false }, { "1e", 0, false },	   { "NaN", 0, false },
		{ "0x10", 0, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct symdiff_error err;
		struct json_reader json;
		double value;

		start(&json, rows[i].json, &err);

		bool good = json_read_real(&json, "n", &value) && json_reader_end(&json);

		assert_int_equal(good, rows[i].good);
		if (good)
			assert_true(value == rows[i].value);
	}
}

/* Members are found in any order, and what is wrong with them has its line. */
static void test_members(void **state)
{
	static const struct {
		const char *json;
		int64_t line; /* 0: good */
		const char *says;
	} rows[] = {
		{ "{\"a\":1,\"b\":[{\"c\":\"}\"}]}", 0, "" },
		{ "{ \"b\" : {} ,\n \"a\" : 1 }", 0, "" },
		{ "{\"a\":1}", 0, "" },
		{ "{\"b\":1}", 1, "the thing lacks the key 'a'" },
		{ "{\"a\":1,\n\"c\":2}", 2, "the thing has no key 'c'" },
		{ "{\"a\":1,\n\n\"a\":2}", 3, "the thing has the key 'a' twice" },
		{ "[\"a\"]", 1, "the thing, an object {...}" },
		{ "{\"a\" 1}", 1, "expected ':', found '1'" },
		{ "{\"a\":1 \"b\":2}", 1, "expected ',' or '}'" },
		{ "{\"a\":1,}", 1, "a key in quotes" },
		{ "{\"a\":\n[1,\n2}", 3, "expected ']', found '}'" },
		{ "{\"a\":\n[1,\n2", 3, "the file ends in the list that begins in line 2" },
		{ "{\"a\":\"", 1, "the file ends in the text that begins in line 1" },
		{ "{\"a\":1,\"b\":", 1, "the file ends where a value was expected" },
		{ "{", 1, "the file ends" },
		{ "", 1, "the file ends" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct json_member members[] = { { "a", true, NULL }, { "b", false, NULL } };
		struct symdiff_error err;
		struct json_reader json;

		start(&json, rows[i].json, &err);

		bool good = json_read_members(&json, members, 2, "the thing");

		assert_int_equal(good, rows[i].line == 0);
		if (good) {
			assert_true(json_reader_end(&json));
			assert_true(members[0].at && *members[0].at == '1');
		} else {
			assert_int_equal(err.position, rows[i].line);
			assert_non_null(strstr(err.message, rows[i].says));
		}
		json_reader_deinit(&json);
	}
}

static void test_list(void **state)
{
	static const struct {
		const char *json;
		int sum; /* -1: refused */
	} rows[] = {
		{ "[]", 0 },	{ "[1]", 1 },	 { "[ 1 , 2\n,3 ]", 6 }, { "[1,]", -1 },
		{ "[,1]", -1 }, { "[1 2]", -1 }, { "[1", -1 },		 { "[1}", -1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct symdiff_error err;
		struct json_reader json;
		uint64_t value;
		int sum = 0;

		start(&json, rows[i].json, &err);
		if (json_read_array(&json, "numbers"))
			while (json_read_element(&json) && json_read_u64(&json, "n", 9, &value))
				sum += (int)value;
		assert_int_equal(json.failed ? -1 : sum, rows[i].sum);
	}
}

/* However deep it is: refused, without a stack of our own that runs over. */
static void test_nesting(void **state)
{
	char deep[4096];
	struct symdiff_error err;
	struct json_reader json;

	memset(deep, '[', sizeof(deep));
	deep[sizeof(deep) - 1] = '\0';
	start(&json, deep, &err);
	assert_false(json_reader_skip(&json));
	assert_non_null(strstr(err.message, "nested more than"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),	    cmocka_unit_test(test_whole_number),
		cmocka_unit_test(test_real_number), cmocka_unit_test(test_members),
		cmocka_unit_test(test_list),	    cmocka_unit_test(test_nesting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

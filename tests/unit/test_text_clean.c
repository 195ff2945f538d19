// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "support/text.h"
#include "unit.h"

static struct text clean(const char *raw, size_t len)
{
	struct input in;
	struct text text;

	input_from_bytes(&in, "test", raw, len);
	assert_int_equal(text_clean(&in, &text, NULL), 0);
	return text;
}

/* One physical line in, one line out. */
static void test_one_line(void **state)
{
	static const struct {
		const char *raw, *cleaned;
		unsigned int depth;
	} rows[] = {
		{ "741  4.3771  schedule", "741  4.3771  schedule", 0 },
		{ "\t741\t4.3771  schedule \t", "\t741\t4.3771  schedule", 0 },
		{ "> 741 4.3771 schedule", "741 4.3771 schedule", 1 },
		{ ">> 741 4.3771 schedule", "741 4.3771 schedule", 2 },
		{ "> > > 741 4.3771 schedule", "741 4.3771 schedule", 3 },
		{ ">>>>>> 741", "741", 6 },
		{ ">    741", "   741", 1 },
		{ ">", "", 1 },
		{ " > 741", "741", 1 },
		{ "741\r\n", "741", 0 },
		{ "741\r\r\n", "741", 0 },
		{ "741\xC2\xA0\xC2\xA0 4.3771", "741   4.3771", 0 },
		{ "741\xA0"
		  "4.3771",
		  "741 4.3771", 0 },			   /* no-break space in Latin-1 */
		{ "12.3 \xB1 5%", "12.3 \xC2\xB1 5%", 0 }, /* plus-minus in Latin-1 */
		{ "12.3 \xC2\xB1 5%", "12.3 \xC2\xB1 5%", 0 },
		{ "12.3 =C2=B1 5%", "12.3 \xC2\xB1 5%", 0 },
		{ "\xEF\xBB\xBF"
		  "741",
		  "741", 0 }, /* byte order mark */
		{ "741=C2=A04.3771", "741 4.3771", 0 },
		{ "741 4=2E3771=20", "741 4.3771", 0 },
		{ "a=3D1", "a=1", 0 },
		{ "slub_min_objects=16", "slub_min_objects=16", 0 },
		{ "# ========", "# ========", 0 },
		{ "&gt; 741 operator&lt;&lt;(int)", "741 operator<<(int)", 1 },
		{ "a&#47;b &#39;c&#39; &#x2F;", "a/b 'c' /", 0 },
		{ "<p>741 4.3771</p>", "741 4.3771", 0 },
		{ "741 std::vector<int, p>::f() const", "741 std::vector<int, p>::f() const", 0 },
		{ "741 f<p>(int)<br>", "741 f<p>(int)", 0 },
		{ "\033[1;31m741\033[0m", "741", 0 }, /* a terminal's colours */
		{ "741\0schedule", "741", 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct text text = clean(rows[i].raw, strlen(rows[i].raw));

		assert_int_equal(text.count, 1);
		assert_string_equal(text.lines[0].at, rows[i].cleaned);
		assert_int_equal(text.lines[0].len, strlen(rows[i].cleaned));
		assert_int_equal(text.lines[0].quote_depth, rows[i].depth);
		text_deinit(&text);
	}
}

/* Several physical lines in, lines separated by | out. */
static void test_lines(void **state)
{
	static const struct {
		const char *raw, *cleaned;
	} rows[] = {
		{ "a\nb\n", "a|b" },
		{ "a\r\nb\r\n", "a|b" },
		{ "a\rb\r", "a|b" },
		{ "a\n\nb", "a||b" },
		/* the cut came after quoting: no mark on the second half */
		{ "> 488919=\n9 4.3 schedule", "4889199 4.3 schedule" },
		{ "> 488919=\n> 9 4.3 schedule", "4889199 4.3 schedule" },
		{ "foo::operator=\nbar", "foo::operator=|bar" },
		{ "# ==========\n# x", "# ==========|# x" },
		{ "a<br>\nb<br>\n", "a|b" },
		{ "a\n<br>\nb\n<br>\n", "a|b" },
		{ "a<br>b<br/>c", "a|b|c" },
		{ "<html><body><pre>a\nb</pre></body></html>\n", "a|b" },
		/* a blank line after every line */
		{ "1\n\n2\n\n3\n\n4\n\n5\n\n6\n", "1|2|3|4|5|6" },
		/* the comment of a program */
		{ " * a\n * 1 b\n *\n * 2 c\n * 3 d\n", "a|1 b||2 c|3 d" },
		/* but not the comments of perf's header */
		{ "# a\n# b\n# 1 c\n", "# a|# b|# 1 c" },
		/* an editor's line numbers; the half of a wrapped line has none */
		{ " 9  90 a\n10  80 b\nb\n11  70 c\n12  \n13  60 d\n",
		  "  90 a|  80 b|b|  70 c||  60 d" },
		/* counts that happen to count up are no line numbers */
		{ "1 a\n2 b\n3 c\n4 d\n5 e\n6 f\n", "1 a|2 b|3 c|4 d|5 e|6 f" },
		/* two tables side by side, one longer */
		{ "old | new\n90 a | 99 a\n80 b | 88 c\n70 c | 77 b\n60 d |\n",
		  "old|90 a|80 b|70 c|60 d||new|99 a|88 c|77 b||" },
		{ "<tr><td>a</td><td>b</td></tr>\n", " a  b" }, /* blanks at both ends of a cell */
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct text text = clean(rows[i].raw, strlen(rows[i].raw));
		char joined[256] = "";

		for (size_t j = 0; j < text.count; j++) {
			strcat(joined, j ? "|" : "");
			strcat(joined, text.lines[j].at);
		}
		assert_string_equal(joined, rows[i].cleaned);
		text_deinit(&text);
	}
}

static void test_line_numbers_and_flow(void **state)
{
	static const char raw[] = "one \n=20=\n\ntwo\n";
	struct text text = clean(raw, strlen(raw));

	assert_true(text.lines[0].was_flowed);
	assert_int_equal(text.lines[0].number, 1);
	assert_int_equal(text.lines[text.count - 1].number, 4);
	assert_string_equal(text.lines[text.count - 1].at, "two");
	text_deinit(&text);
}

static void test_utf16(void **state)
{
	static const char raw[] = "\xFF\xFE"
				  "7\0"
				  "4\0"
				  " \0"
				  "x\0"
				  "\n\0";
	struct text text = clean(raw, sizeof(raw) - 1);

	assert_int_equal(text.count, 1);
	assert_string_equal(text.lines[0].at, "74 x");
	text_deinit(&text);
}

static void test_binary_is_refused(void **state)
{
	static const char raw[256] = { 0x7f, 'E', 'L', 'F' };
	struct symdiff_error err = { 0 };
	struct input in;
	struct text text;

	input_from_bytes(&in, "test", raw, sizeof(raw));
	assert_int_equal(text_clean(&in, &text, &err), -1);
	assert_int_equal(err.code, SYMDIFF_ERR_FORMAT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_line),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_line_numbers_and_flow),
		cmocka_unit_test(test_utf16),
		cmocka_unit_test(test_binary_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

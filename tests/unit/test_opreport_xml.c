// SPDX-License-Identifier: GPL-2.0-or-later
/* Documents written after the schema, doc/opreport.xsd of oprofile 1.x. */
#include "tables.h"

#define HEAD                         \
	"<?xml version=\"1.0\" ?>\n" \
	"<profile schemaversion=\"3.0\" cputype=\"Core 2\" processor=\"i386/core_2\" mhz=\"1602\">\n"

/* Symbols stand behind numbers; modules within a binary are what it ran. */
static void test_binaries(void **state)
{
	struct document doc = read_document(
		HEAD "<setup><eventsetup id=\"0\" eventname=\"CPU_CLK_UNHALTED\" unitmask=\"0\" "
		     "setupcount=\"100000\"/></setup>\n"
		     "<binary name=\"/usr/bin/hackbench\"><count>100</count>\n"
		     "<symbol idref=\"1\"><count>30</count></symbol>\n"
		     "<module name=\"/boot/vmlinux-2.6.24\"><count>60</count>\n"
		     "<symbol idref=\"0\"><count>50</count></symbol></module>\n"
		     "</binary>\n"
		     "<symboltable><symboldata id=\"0\" name=\"__slab_alloc\"/>\n"
		     "<symboldata id=\"1\" name=\"operator&lt;&lt;(std::ostream&amp;)\"/>\n"
		     "</symboltable></profile>\n");
	const struct profile *profile = doc.profiles[0];
	uint32_t event = event_of(profile, "CPU_CLK_UNHALTED:100000");

	assert_int_equal(profile->events[event].total, 100);
	assert_int_equal(figures_of(profile, event, "[kernel]", "__slab_alloc").samples, 50);
	assert_int_equal(
		figures_of(profile, event, "hackbench", "operator<<(std::ostream&)").samples, 30);
	/* 100 of the binary, of which 80 are listed */
	assert_figure(figures_of(profile, event, NULL, "[not listed]").self, 20);
	document_deinit(&doc);
}

/* Without symbols, an image is a row [unknown]; classes of events are events. */
static void test_classes(void **state)
{
	struct document doc = read_document(
		HEAD
		"<setup><eventsetup id=\"0\" eventname=\"A\" unitmask=\"0\" setupcount=\"1\"/>\n"
		"<eventsetup id=\"1\" eventname=\"B\" unitmask=\"15\" setupcount=\"2\"/></setup>\n"
		"<classes><class name=\"c0\" event=\"0\"/><class name=\"c1\" event=\"1\"/></classes>\n"
		"<process procid=\"7\"><thread threadid=\"7\">\n"
		"<module name=\"/lib/libc.so.6\"><count class=\"c0\">3</count>\n"
		"<count class=\"c1\">4</count></module>\n"
		"</thread></process></profile>\n");
	const struct profile *profile = doc.profiles[0];

	assert_int_equal(profile->event_count, 2);
	assert_int_equal(
		figures_of(profile, event_of(profile, "A:1"), "libc.so.6", "[unknown]").samples, 3);
	assert_int_equal(
		figures_of(profile, event_of(profile, "B:2"), "libc.so.6", "[unknown]").samples, 4);
	document_deinit(&doc);
}

static enum symdiff_error_code code_of(const char *text)
{
	struct ingest_options options = { 0 };
	struct symdiff_error err = { 0 };
	struct document doc = { 0 };
	struct input in;

	input_from_bytes(&in, "test", text, strlen(text));
	assert_int_equal(ingest_read_input(&in, &options, &doc, &err), -1);
	assert_true(err.message[0] != '\0');
	document_deinit(&doc);
	return err.code;
}

static void test_broken(void **state)
{
	assert_int_equal(code_of(HEAD "<setup>"), SYMDIFF_ERR_TRUNCATED);
	assert_int_equal(code_of(HEAD "<setup></profile>\n"), SYMDIFF_ERR_CORRUPT);
	/* entities of its own are how a small file becomes large */
	assert_int_equal(code_of("<?xml version=\"1.0\"?>\n"
				 "<!DOCTYPE profile [<!ENTITY a \"aaaaaaaaaa\">]>\n"
				 "<profile schemaversion=\"3.0\">&a;</profile>\n"),
			 SYMDIFF_ERR_CORRUPT);
	assert_int_equal(code_of(HEAD "</profile>\n"), SYMDIFF_ERR_FORMAT); /* no samples */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_binaries),
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_broken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Programs that tests/dwarf/make-fixtures has compilers make, all from three sources: what is
 * inlined at a marked place, and where that is declared, is written in the sources' comments.
 */
#include <dwarf.h>
#include <stdio.h>
#include <string.h>

#include "model/profile.h"
#include "support/cleanup.h"
#include "symbols/code.h"
#include "symbols/elf.h"
#include "symbols/resolve.h"
#include "symbols/source_path.h"
#include "unit.h"

#define FILES SYMDIFF_TEST_DIR "/dwarf"

/* What is expected at the mark: innermost first, the compiled function last. */
struct frame {
	const char *name, *file;
	uint32_t line;
};

static const struct frame c_frames[] = {
	{ "innermost", "inlined.h", 10 },
	{ "middle", "inlined.c", 5 },
	{ "outer", "inlined.c", 10 },
};

static const struct frame cpp_frames[] = {
	{ "innermost", "inlined.h", 10 },
	{ "space::Thing::middle", "inlined.cpp", 8 },
	{ "space::Thing::outer", "inlined.cpp", 15 },
};

static const struct frame rust_frames[] = {
	{ "inlined::deep::innermost", "inlined.rs", 6 },
	{ "inlined::middle", "inlined.rs", 20 },
	{ "outer", "inlined.rs", 26 },
};

static bool is_missing(const char *name)
{
	cleanup_file FILE *file = fopen(FILES "/missing", "r");
	char line[64];

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strcmp(line, name))
			return true;
	}
	return false;
}

/* The offset of the marked place in the file @path; @build_id is filled in. */
static uint64_t mark_of(const char *path, const char *outer, struct build_id *build_id)
{
	struct elf_file file;
	struct elf_part *parts;
	GElf_Shdr header;
	uint64_t start, offset = 0;
	uint32_t mark;
	size_t size;

	assert_true(elf_file_open(&file, path));
	assert_true(elf_symbol_value(&file, outer, &start));

	const void *marks = elf_section_bytes(elf_section_named(&file, ".marks", &header), &size);

	assert_true(size >= sizeof(mark));
	memcpy(&mark, marks, sizeof(mark));
	for (size_t i = elf_parts(&file, NULL, ELF_FILE_OFFSETS, &parts); i-- > 0;)
		if (start + mark >= parts[i].address &&
		    start + mark - parts[i].address < parts[i].size)
			offset = start + mark - parts[i].address + parts[i].offset;
	assert_true(offset > 0);
	*build_id = file.build_id;
	free(parts);
	elf_file_close(&file);
	return offset;
}

/* One sample at @offset of @path, and its symbols. */
static struct profile *resolved_at(const char *path, const struct build_id *build_id,
				   uint64_t offset, const struct symbol_options *options)
{
	struct profile *profile = profile_new();
	uint32_t dso = profile_dso(profile, path, strlen(path), DSO_USER);
	uint32_t event = profile_event(profile, "cycles", 6);
	uint32_t location;

	profile->dsos[dso].build_id_size = build_id->size;
	memcpy(profile->dsos[dso].build_id, build_id->bytes, sizeof(build_id->bytes));
	location = profile_address_location(profile, dso, offset, false);
	profile_add(profile, event, 0, 0, &location, 1, 1, 1);
	symbols_resolve(profile, options);
	return profile;
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), tail = strlen(end);

	return len >= tail && !strcmp(text + len - tail, end);
}

static void check_frame(const struct profile *profile, uint32_t number, const struct frame *frame)
{
	const struct symbol *symbol = &profile->symbols[number];

	assert_string_equal(profile_text(profile, symbol->name), frame->name);
	assert_true(symbol->srcfile);
	assert_true(ends_with(profile_text(profile, symbol->srcfile), frame->file));
	assert_int_equal(symbol->srcline, frame->line);
}

static void check_frames(const struct profile *profile, const struct frame *frames)
{
	const struct location *place = &profile->locations[0];

	assert_int_equal(place->inline_count, 2);
	for (int i = 0; i < 2; i++)
		check_frame(profile, profile->inlines[place->first_inline + i], &frames[i]);
	check_frame(profile, place->symbol, &frames[2]);
	assert_int_equal(profile->warning_count, 0);
}

/* What is at the mark of @name, whose mark and build-id @origin has. */
static void check_program(const char *name, const char *origin, const char *outer,
			  const struct frame *frames)
{
	static const char *const dirs[] = { FILES "/cache", NULL };
	struct symbol_options options = { .debug_dirs = dirs, .timeout_seconds = 60 };
	char path[512];
	struct build_id id;
	uint64_t offset;

	if (is_missing(name)) {
		print_message("%s: skipped, no compiler or tool for it here\n", name);
		return;
	}
	snprintf(path, sizeof(path), FILES "/%s", origin);
	offset = mark_of(path, outer, &id);
	snprintf(path, sizeof(path), FILES "/%s", name);

	struct profile *profile = resolved_at(path, &id, offset, &options);

	print_message("%s\n", name);
	check_frames(profile, frames);
	profile_free(profile);
}

static void test_forms(void **state)
{
	static const char *const names[] = {
		"dwarf2", "dwarf3",    "dwarf4",    "dwarf5",	   "pie",
		"fixed",  "static",    "zlib",	    "zlib-gnu",	   "types",
		"lto",	  "strict",    "sections",  "wide",	   "clang4",
		"clang5", "split4",    "split5",    "packed4",	   "packed5",
		"dwz",	  "multi/one", "multi/two", "multi/three", "clang-split",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		check_program(names[i], names[i], "outer", c_frames);
}

static void test_separate_file(void **state)
{
	check_program("stripped", "pie", "outer", c_frames);
}

static void test_cpp(void **state)
{
	check_program("cpp", "cpp", "_ZN5space5Thing5outerEPVi", cpp_frames);
	check_program("clang-cpp", "clang-cpp", "_ZN5space5Thing5outerEPVi", cpp_frames);
}

static void test_rust(void **state)
{
	check_program("rust", "rust", "outer", rust_frames);
}

/* A module is not linked: its debug information needs the loader's work first. */
static void test_module(void **state)
{
	static const char *const dirs[] = { FILES "/tree", NULL };
	struct symbol_options options = { .debug_dirs = dirs };
	struct profile *profile = profile_new();
	uint32_t dso = profile_dso(profile, "[inlined]", 9, DSO_MODULE);
	uint32_t event = profile_event(profile, "cycles", 6), location;
	struct elf_part *parts;
	struct elf_file file;
	uint64_t outer = 0, text = UINT64_MAX;
	GElf_Shdr header;
	size_t section;

	assert_true(elf_file_open(&file, FILES "/tree/inlined.ko"));
	assert_true(elf_symbol_value(&file, "outer", &outer));
	section = elf_ndxscn(elf_section_named(&file, ".text", &header));
	for (size_t i = elf_parts(&file, NULL, ELF_MODULE_OFFSETS, &parts); i-- > 0;)
		if (parts[i].section == section)
			text = parts[i].offset;
	assert_true(text != UINT64_MAX);
	free(parts);
	elf_file_close(&file);

	profile->dsos[dso].map_start = 0xffffffffc0777000;
	profile->dsos[dso].map_size = 0x4000;
	location = profile_address_location(profile, dso, 0xffffffffc0777000 + text + outer, false);
	profile_add(profile, event, 0, 0, &location, 1, 1, 1);
	symbols_resolve(profile, &options);
	/* That no build-id was recorded is the one warning. */
	assert_int_equal(profile->warning_count, 1);
	profile->warning_count = 0;
	check_frames(profile, c_frames);
	profile_free(profile);
}

static bool was_warned(const struct profile *profile, const char *part)
{
	for (uint32_t i = 0; i < profile->warning_count; i++)
		if (strstr(profile_text(profile, profile->warnings[i]), part))
			return true;
	return false;
}

/* Without what dwz moved out of it a file is of no use: one warning, and the symbol all the same. */
static void test_alternate_missing(void **state)
{
	struct symbol_options options = { 0 };
	struct build_id id;
	uint64_t offset;

	if (is_missing("multi/one")) {
		print_message("skipped: no dwz\n");
		return;
	}
	offset = mark_of(FILES "/alone/one", "outer", &id);

	struct profile *profile = resolved_at(FILES "/alone/one", &id, offset, &options);

	assert_string_equal(profile_text(profile, profile->symbols[0].name), "outer");
	assert_int_equal(profile->locations[0].inline_count, 0);
	assert_int_equal(profile->warning_count, 1);
	assert_true(was_warned(profile, "needs what dwz moved to common, which was not found"));
	profile_free(profile);
}

static void test_split_missing(void **state)
{
	struct symbol_options options = { 0 };
	struct build_id id;
	uint64_t offset;

	if (is_missing("lost")) {
		print_message("skipped: no split DWARF\n");
		return;
	}
	offset = mark_of(FILES "/lost", "outer", &id);

	struct profile *profile = resolved_at(FILES "/lost", &id, offset, &options);

	assert_int_equal(profile->locations[0].inline_count, 0);
	assert_int_equal(profile->warning_count, 1);
	assert_true(was_warned(profile, "1 .dwo files of"));
	profile_free(profile);
}

static void test_options(void **state)
{
	struct symbol_options no_inline = { .no_inline = true }, no_dwarf = { .no_dwarf = true };
	struct build_id id;
	uint64_t offset = mark_of(FILES "/pie", "outer", &id);
	struct profile *profile = resolved_at(FILES "/pie", &id, offset, &no_inline);

	assert_int_equal(profile->locations[0].inline_count, 0);
	check_frame(profile, profile->locations[0].symbol, &c_frames[2]);
	profile_free(profile);
	profile = resolved_at(FILES "/pie", &id, offset, &no_dwarf);
	assert_int_equal(profile->locations[0].inline_count, 0);
	assert_int_equal(profile->symbols[profile->locations[0].symbol].srcfile, 0);
	profile_free(profile);
}

/* When the time is over nothing more is read, and the places are as if there were nothing. */
static void test_too_late(void **state)
{
	struct code_place place = { 0 };
	struct debug_trouble trouble;
	struct code_map map = { 0 };
	struct debug_info info;
	struct elf_file file;

	assert_true(elf_file_open(&file, FILES "/fixed"));
	assert_true(elf_symbol_value(&file, "outer", &place.address));
	assert_true(debug_info_open(&info, &file, NULL, 0, &trouble));
	info.deadline_ns = 1; /* long ago */
	code_map_read(&map, &info, &place, 1);
	assert_true(info.is_late);
	assert_int_equal(place.frame, TABLE_NONE);
	info.deadline_ns = 0;
	info.is_late = false;
	code_map_read(&map, &info, &place, 1);
	assert_int_not_equal(place.frame, TABLE_NONE);
	code_map_deinit(&map);
	debug_info_close(&info);
}

static void test_source_path(void **state)
{
	static const char *roots[] = { "debian/build/", "/build/linux/", "/build/linux/obj/" };
	struct source_tree tree = { .roots = roots, .count = ARRAY_SIZE(roots) };
	static const struct {
		bool in_tree;
		const char *folder, *path, *expected;
	} rows[] = {
		{ true, NULL, "kernel/fork.c", "kernel/fork.c" },
		{ true, "debian/build", "kernel/fork.c", "kernel/fork.c" },
		{ true, NULL, "./include/linux/list.h", "include/linux/list.h" },
		{ true, NULL, "../mm/slub.c", "mm/slub.c" },
		{ true, NULL, "../../mm/slub.c", "mm/slub.c" },
		{ true, NULL, "/build/linux/mm/slub.c", "mm/slub.c" },
		{ true, NULL, "/build/linux/obj/../mm/slub.c", "mm/slub.c" },
		{ true, NULL, "/build/linux/obj/include/generated/a.h", "include/generated/a.h" },
		{ true, NULL, "debian/build/arch/x86/a.h", "arch/x86/a.h" },
		{ true, NULL, "kernel/sched/../fork.c", "kernel/fork.c" },
		{ true, NULL, "/home/me/module/a.c", "/home/me/module/a.c" },
		{ false, "/home/me", "a.c", "/home/me/a.c" },
		{ false, "/home/me", "../you/a.c", "/home/you/a.c" },
		{ false, "/home/me", "/usr/include/a.h", "/usr/include/a.h" },
		{ false, "lib", "../a.c", "a.c" },
		{ false, NULL, "a//b/./c.c", "a/b/c.c" },
		{ false, NULL, "/../a.c", "/a.c" },
		{ false, NULL, "", "" },
	};
	char buf[64];

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_string_equal(source_path(rows[i].in_tree ? &tree : NULL, rows[i].folder,
						rows[i].path, buf, sizeof(buf)),
				    rows[i].expected);
	assert_string_equal(source_path(NULL, NULL, "abcd/efgh", buf, 8), "abcd");
}

static int make_fixtures(void **state)
{
	char command[1024];

	snprintf(command, sizeof(command), "rm -rf '%s'; tests/dwarf/make-fixtures '%s' '%s'",
		 FILES, FILES, SYMDIFF_TEST_CC);
	return system(command);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),	      cmocka_unit_test(test_separate_file),
		cmocka_unit_test(test_cpp),	      cmocka_unit_test(test_rust),
		cmocka_unit_test(test_module),	      cmocka_unit_test(test_alternate_missing),
		cmocka_unit_test(test_split_missing), cmocka_unit_test(test_options),
		cmocka_unit_test(test_too_late),      cmocka_unit_test(test_source_path),
	};

	return cmocka_run_group_tests(tests, make_fixtures, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Symbols of ELF files that tests/elf/make-fixtures has the compiler make. Where a function is in
 * a file is found by the mark that it begins with, not by reading ELF.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/profile.h"
#include "support/cleanup.h"
#include "support/input.h"
#include "symbols/elf.h"
#include "symbols/resolve.h"
#include "unit.h"

static const char directory[] = SYMDIFF_TEST_DIR "/elf";

static char *in_directory(const char *name)
{
	char *path = NULL;

	assert_true(asprintf(&path, "%s/%s", directory, name) > 0);
	return path;
}

/* The offset of the function with @mark in file @name. */
static uint64_t offset_of_mark(const char *name, uint64_t mark)
{
	cleanup_free char *path = in_directory(name);
	struct input in;
	const uint8_t *at;
	uint64_t offset;

	mark += 0x5ca1ab1e00000000;
	assert_int_equal(input_open(&in, path, NULL), 0);
	at = memmem(in.data, in.size, &mark, sizeof(mark));
	assert_non_null(at);
	offset = at - in.data;
	input_close(&in);
	return offset;
}

static bool exists(const char *name)
{
	cleanup_free char *path = in_directory(name);

	return !access(path, R_OK);
}

struct image {
	const char *path;     /* as recorded */
	const char *id;	      /* hexadecimal; NULL: none recorded */
	const char *contents; /* the file that has these bytes */
};

static void set_id(struct dso *dso, const char *id)
{
	for (; id && id[0] && id[1] && dso->build_id_size < 20; id += 2) {
		unsigned byte;

		sscanf(id, "%2x", &byte);
		dso->build_id[dso->build_id_size++] = byte;
	}
}

/* Resolve 4 bytes into the function with @mark of @image; the profile is the caller's. */
static const char *resolve(struct profile *profile, const struct image *image, uint64_t mark,
			   const char *symfs, const char *debug_dir)
{
	const char *const roots[] = { symfs, NULL }, *const dirs[] = { debug_dir, NULL };
	struct symbol_options options = { .symfs = roots, .debug_dirs = dirs };
	uint64_t address = offset_of_mark(image->contents, mark) + 4;
	uint32_t dso = profile_add_dso(profile, image->path, strlen(image->path), DSO_USER);
	uint32_t location;

	set_id(&profile->dsos[dso], image->id);
	location = profile_address_location(profile, dso, address, false);
	symbols_resolve(profile, &options);
	return profile_text(profile, profile->symbols[profile->locations[location].symbol].name);
}

static char *fixture_id(void)
{
	cleanup_free char *path = in_directory("id");
	cleanup_file FILE *file = fopen(path, "re");
	char id[64] = "";

	assert_non_null(file);
	assert_true(fscanf(file, "%63s", id) == 1);
	return mem_strdup(id);
}

/* However a file is linked, its symbols are where its functions are. */
static void test_layouts(void **state)
{
	static const char *const files[] = { "plain", "fixed", "high", "no-id", "narrow", "lld" };
	static const struct {
		uint64_t mark;
		const char *name;
	} functions[] = {
		{ 1, "shown" },	    { 2, "hidden_helper" }, { 3, "bare_label" },
		{ 4, "zoo::leaf" }, { 5, "aliased" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		for (size_t k = 0; k < ARRAY_SIZE(functions) && exists(files[i]); k++) {
			struct profile *profile = profile_new();
			char path[64];

			snprintf(path, sizeof(path), "/%s", files[i]);
			assert_string_equal(resolve(profile,
						    &(struct image) { path, NULL, files[i] },
						    functions[k].mark, directory, NULL),
					    functions[k].name);
			profile_free(profile);
		}
}

/* The other names of a place are kept. */
static void test_alias(void **state)
{
	struct profile *profile = profile_new();

	resolve(profile, &(struct image) { "/plain", NULL, "plain" }, 5, directory, NULL);
	assert_int_equal(profile->alias_count, 1);
	assert_string_equal(profile_text(profile, profile->aliases[0]), "also_aliased");
	profile_free(profile);
}

/* A stripped file keeps what the linker needs; its debug file has the rest. */
static void test_separate_files(void **state)
{
	cleanup_free char *id = fixture_id();
	cleanup_free char *cache = in_directory("cache");
	cleanup_free char *empty = in_directory("empty");
	const struct {
		struct image image;
		const char *symfs, *debug_dir, *name;
	} rows[] = {
		{ { "/stripped", id, "plain" }, directory, NULL, "shown" }, /* below */
		{ { "/stripped", id, "plain" }, directory, cache, "hidden_helper" },
		{ { "/linked", NULL, "no-id" }, directory, NULL, "hidden_helper" },
		{ { "/minidebug", id, "plain" }, directory, NULL, "hidden_helper" },
		{ { "/packed.xz", NULL, "plain" }, directory, NULL, "hidden_helper" },
		/* Only the debug file is at hand. */
		{ { "/gone", id, "plain" }, empty, cache, "hidden_helper" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct profile *profile = profile_new();

		if (exists(rows[i].image.path + 1) || !strcmp(rows[i].image.path, "/gone"))
			assert_string_equal(resolve(profile, &rows[i].image, i ? 2 : 1,
						    rows[i].symfs, rows[i].debug_dir),
					    rows[i].name);
		profile_free(profile);
	}
}

/* perf archive's tar file, and the folder that it was made of. */
static void test_archive(void **state)
{
	static const char *const names[] = { "archive", "archive.tar", "archive.tar.bz2" };
	cleanup_free char *id = fixture_id();
	cleanup_free char *empty = in_directory("empty");

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		cleanup_free char *archive = in_directory(names[i]);
		struct profile *profile = profile_new();

		if (exists(names[i]))
			assert_string_equal(resolve(profile,
						    &(struct image) { "/gone", id, "plain" }, 2,
						    empty, archive),
					    "hidden_helper");
		profile_free(profile);
	}
}

/* Servers are asked when the user says so, and then only for what is not at hand. */
static void test_debuginfod(void **state)
{
	cleanup_free char *id = fixture_id();
	cleanup_free char *empty = in_directory("empty");
	cleanup_free char *cache = in_directory("debuginfod");
	cleanup_free char *url = NULL;
	const char *const roots[] = { empty, NULL };

	assert_true(asprintf(&url, "file://%s/server", directory) > 0);
	setenv("DEBUGINFOD_URLS", url, 1);
	setenv("DEBUGINFOD_CACHE_PATH", cache, 1);
	for (int asked = 0; asked < 2; asked++) {
		struct symbol_options options = { .symfs = roots, .debuginfod = asked };
		struct profile *profile = profile_new();
		uint32_t dso = profile_add_dso(profile, "/gone", 5, DSO_USER), location;

		set_id(&profile->dsos[dso], id);
		location = profile_address_location(profile, dso, offset_of_mark("plain", 2) + 4,
						    false);
		symbols_resolve(profile, &options);
		/* Without the library there is a warning, and nothing to test. */
		if (!profile->warning_count)
			assert_string_equal(
				profile_text(
					profile,
					profile->symbols[profile->locations[location].symbol].name),
				asked ? "hidden_helper" : "[unknown]");
		profile_free(profile);
	}
}

/* What has another build-id is refused, by name; what has no recorded one is doubted. */
static void test_identity(void **state)
{
	static const char other[] = "0123456789abcdef0123456789abcdef01234567";
	struct profile *profile = profile_new();

	assert_string_equal(
		resolve(profile, &(struct image) { "/plain", other, "plain" }, 1, directory, NULL),
		"[unknown]");
	assert_int_equal(profile->warning_count, 1);
	assert_non_null(strstr(profile_text(profile, profile->warnings[0]), "/elf/plain"));
	assert_non_null(strstr(profile_text(profile, profile->warnings[0]), other));
	assert_true(profile->dsos[0].note);
	profile_free(profile);

	profile = profile_new();
	assert_string_equal(
		resolve(profile, &(struct image) { "/plain", NULL, "plain" }, 1, directory, NULL),
		"shown");
	assert_int_equal(profile->warning_count, 1);
	assert_non_null(strstr(profile_text(profile, profile->warnings[0]), "no build-id"));
	profile_free(profile);
}

/* What stands at the path of a deleted file is not that file. */
static void test_deleted(void **state)
{
	cleanup_free char *id = fixture_id();
	struct profile *profile = profile_new();

	assert_string_equal(resolve(profile, &(struct image) { "/plain (deleted)", NULL, "plain" },
				    1, directory, NULL),
			    "[unknown]");
	profile_free(profile);
	profile = profile_new();
	assert_string_equal(resolve(profile, &(struct image) { "/plain (deleted)", id, "plain" }, 1,
				    directory, NULL),
			    "shown");
	profile_free(profile);
}

/* Recorded paths lead nowhere but below the roots. */
static void test_roots(void **state)
{
	cleanup_free char *empty = in_directory("empty");
	static const char *const paths[] = { "/../plain", "../plain", "/x/../../plain",
					     "/dev/zero" };

	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		struct profile *profile = profile_new();

		assert_string_equal(resolve(profile, &(struct image) { paths[i], NULL, "plain" }, 1,
					    empty, NULL),
				    "[unknown]");
		profile_free(profile);
	}
}

/*
 * The loader puts .text (0x24 bytes) at 0, .text.unlikely behind it, .exit.text at the next
 * multiple of 16 behind 0x31, and .init.text elsewhere.
 */
static void test_module(void **state)
{
	static const struct {
		uint64_t offset;
		const char *name; /* NULL: none */
	} rows[] = {
		{ 0x00, "in_text" },	 { 0x23, "in_text" }, { 0x24, "in_unlikely" },
		{ 0x30, "in_unlikely" }, { 0x31, NULL },      { 0x40, "module_stop" },
		{ 0x47, "module_stop" }, { 0x48, NULL },
	};
	cleanup_free char *path = in_directory("module.ko");
	struct symbol_list list = { 0 };
	struct elf_file file;

	assert_true(elf_file_open(&file, path));
	assert_true(elf_read_symbols(&file, NULL, ELF_MODULE_OFFSETS, &list));
	symbol_list_settle(&list);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct listed *found = symbol_list_find(&list, rows[i].offset);

		assert_true(!found == !rows[i].name);
		if (found)
			assert_memory_equal(found->name, rows[i].name, found->name_len);
	}
	symbol_list_deinit(&list);
	elf_file_close(&file);
}

/* Found by name in a tree, if it is of the recorded kernel. */
static void test_module_tree(void **state)
{
	static const struct {
		const char *release, *name;
	} rows[] = {
		{ "6.1.0-57-amd64", "in_unlikely" },
		{ "6.1.0-57-amd6", "[unknown]" },
		{ "6.12.117+deb12-amd64", "[unknown]" },
		{ "", "in_unlikely" },
	};
	cleanup_free char *tree = in_directory("tree");
	const char *const dirs[] = { tree, NULL };
	struct symbol_options options = { .debug_dirs = dirs };

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct profile *profile = profile_new();
		uint32_t dso = profile_dso(profile, "[my_module]", 11, DSO_MODULE), location;

		profile->dsos[dso].map_start = 0xffffffffc0100000;
		profile->dsos[dso].map_size = 0x3000;
		profile->recording.hostname = names_intern_text(&profile->names, "elsewhere");
		profile->recording.os_release = names_intern_text(&profile->names, rows[i].release);
		location = profile_address_location(profile, dso, 0xffffffffc0100025, false);
		symbols_resolve(profile, &options);
		assert_string_equal(
			profile_text(profile,
				     profile->symbols[profile->locations[location].symbol].name),
			rows[i].name);
		/* Taken without proof, or refused by name. */
		assert_int_equal(profile->warning_count, 1);
		profile_free(profile);
	}
}

static int make_fixtures(void **state)
{
	char command[1024];

	snprintf(command, sizeof(command), "rm -rf '%s'; tests/elf/make-fixtures '%s' '%s'",
		 directory, directory, SYMDIFF_TEST_CC);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layouts),	       cmocka_unit_test(test_alias),
		cmocka_unit_test(test_separate_files), cmocka_unit_test(test_archive),
		cmocka_unit_test(test_debuginfod),     cmocka_unit_test(test_identity),
		cmocka_unit_test(test_deleted),	       cmocka_unit_test(test_roots),
		cmocka_unit_test(test_module),	       cmocka_unit_test(test_module_tree),
	};

	return cmocka_run_group_tests(tests, make_fixtures, NULL);
}

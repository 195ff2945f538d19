// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <zlib.h>

#include "support/cleanup.h"
#include "support/memory.h"
#include "symbols/archive.h"
#include "symbols/debuginfod.h"

static const char *const no_list[] = { NULL };

static const char *const *list_of(const char *const *list)
{
	return list ? list : no_list;
}

static char *joined(const char *format, const char *a, const char *b)
{
	char *text = NULL;

	return asprintf(&text, format, a, b) < 0 ? NULL : text;
}

static void open_archives(struct finder *finder)
{
	const char *const *dir = list_of(finder->options->debug_dirs);
	struct stat st;

	for (; *dir; dir++) {
		struct archive *archive = NULL;

		if (!stat(*dir, &st) && S_ISREG(st.st_mode))
			archive = archive_open(*dir);
		if (!archive)
			continue;
		finder->archives = mem_realloc(finder->archives, finder->archive_count + 1,
					       sizeof(*finder->archives));
		finder->archives[finder->archive_count++] = archive;
	}
}

/* An unknown machine counts as this one where a build-id proves the file. */
void finder_init_for(struct finder *finder, const struct symbol_options *options,
		     const struct profile *profile)
{
	const char *home = getenv("HOME");
	const char *host = profile_text(profile, profile->recording.hostname);
	bool has_symfs = options->symfs && options->symfs[0];
	struct utsname own;
	bool is_local = !host[0] || (!uname(&own) && !strcmp(own.nodename, host));

	*finder = (struct finder) {
		.options = options,
		.use_host = !has_symfs && is_local,
		.needs_id = !has_symfs && !host[0],
	};
	open_archives(finder);
	if (options->debuginfod)
		finder->debuginfod = debuginfod_open();
	if (!has_symfs && home && home[0] == '/')
		finder->home_cache = joined("%s/%s", home, ".debug");
}

void finder_deinit(struct finder *finder)
{
	for (size_t i = 0; i < finder->archive_count; i++)
		archive_free(finder->archives[i]);
	free(finder->archives);
	free(finder->home_cache);
	debuginfod_close(finder->debuginfod);
}

/* A place that has files by build-id: @dir below @root. */
struct cache {
	const char *root, *dir;
};

static bool look_in_cache(const struct cache *cache, const struct build_id *id,
			  const char *const *suffixes, take_path take, void *data)
{
	char text[BUILD_ID_TEXT], name[512];

	build_id_text(id, text);
	for (; *suffixes; suffixes++) {
		int len = snprintf(name, sizeof(name), "%s/.build-id/%.2s/%s%s", cache->dir, text,
				   text + 2, *suffixes);

		if (len < 0 || (size_t)len >= sizeof(name))
			continue;

		cleanup_free char *path = path_below(cache->root, name);

		if (path && take(path, data))
			return true;
	}
	return false;
}

static bool find_in_caches(const struct finder *finder, const struct build_id *id,
			   const char *const *suffixes, take_path take, void *data)
{
	static const char *const dirs[] = { "/.debug", "/root/.debug", "/usr/lib/debug",
					    "/usr/lib" };

	for (const char *const *dir = list_of(finder->options->debug_dirs); *dir; dir++)
		if (look_in_cache(&(struct cache) { *dir, "" }, id, suffixes, take, data))
			return true;
	for (const char *const *root = list_of(finder->options->symfs); *root; root++)
		for (size_t i = 0; i < ARRAY_SIZE(dirs); i++)
			if (look_in_cache(&(struct cache) { *root, dirs[i] }, id, suffixes, take,
					  data))
				return true;
	if (!finder->home_cache)
		return false;
	if (look_in_cache(&(struct cache) { finder->home_cache, "" }, id, suffixes, take, data))
		return true;
	for (size_t i = 2; i < ARRAY_SIZE(dirs); i++)
		if (look_in_cache(&(struct cache) { "", dirs[i] }, id, suffixes, take, data))
			return true;
	return false;
}

/* A file of its own, without a name, for what stands in an archive. */
static bool take_member(const uint8_t *bytes, size_t size, take_path take, void *data)
{
	cleanup_fd int fd = memfd_create("symdiff", MFD_CLOEXEC);
	char path[64];

	while (size && fd >= 0) {
		ssize_t written = write(fd, bytes, size);

		if (written <= 0)
			return false;
		bytes += written, size -= written;
	}
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return fd >= 0 && take(path, data);
}

static bool look_in_archives(const struct finder *finder, const struct build_id *id,
			     const char *const *suffixes, take_path take, void *data)
{
	for (size_t i = 0; i < finder->archive_count; i++)
		for (const char *const *suffix = suffixes; *suffix; suffix++) {
			size_t size;
			const uint8_t *bytes =
				archive_find(finder->archives[i], id, *suffix, &size);

			if (bytes && take_member(bytes, size, take, data))
				return true;
		}
	return false;
}

static bool has_suffix(const char *const *suffixes, const char *wanted)
{
	for (; *suffixes; suffixes++)
		if (!strcmp(*suffixes, wanted))
			return true;
	return false;
}

/* Last, since it may take long. */
static bool ask_servers(const struct finder *finder, const struct build_id *id,
			const char *const *suffixes, take_path take, void *data)
{
	static const struct {
		const char *suffix;
		enum debuginfod_kind kind;
	} kinds[] = { { ".debug", DEBUGINFOD_DEBUGINFO }, { "/elf", DEBUGINFOD_EXECUTABLE } };

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!has_suffix(suffixes, kinds[i].suffix))
			continue;

		cleanup_free char *path = debuginfod_find(finder->debuginfod, kinds[i].kind, id);

		if (path && take(path, data))
			return true;
	}
	return false;
}

bool find_by_build_id(const struct finder *finder, const struct build_id *id,
		      const char *const *suffixes, take_path take, void *data)
{
	if (id->size < 2)
		return false;
	return find_in_caches(finder, id, suffixes, take, data) ||
	       look_in_archives(finder, id, suffixes, take, data) ||
	       (finder->debuginfod && ask_servers(finder, id, suffixes, take, data));
}

bool find_by_name(const struct finder *finder, const char *name, take_path take, void *data)
{
	for (const char *const *root = list_of(finder->options->symfs); *root; root++) {
		cleanup_free char *path = path_below(*root, name);

		if (path && take(path, data))
			return true;
	}
	for (const char *const *dir = list_of(finder->options->debug_dirs); *dir; dir++) {
		cleanup_free char *path = path_below(*dir, name);

		if (path && take(path, data))
			return true;
	}
	if (finder->use_host) {
		cleanup_free char *path = path_below("", name);

		if (path && take(path, data))
			return true;
	}
	return false;
}

/* What is looked for, and what became of it. */
struct search {
	const struct build_id *id;
	struct elf_file *file;
	bool needs_id;
	enum found found;
	char *other;
	uint32_t crc;
};

static bool take_image(const char *path, void *data)
{
	struct search *search = data;

	if (!elf_file_open(search->file, path))
		return false;
	if (!search->id->size && !search->needs_id) {
		search->found = FOUND_UNPROVED;
		return true;
	}
	if (build_id_equal(search->id, &search->file->build_id)) {
		search->found = FOUND_PROVED;
		return true;
	}
	if (!search->other)
		search->other = mem_strdup(path);
	elf_file_close(search->file);
	return false;
}

/* A name below /dev, /proc or /sys is not an image's, whatever a recording says. */
static bool is_plausible_path(const char *path)
{
	static const char *const special[] = { "/dev/", "/proc/", "/sys/", "/anon_hugepage" };

	if (path[0] != '/' || !strncmp(path, "//anon", 6))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(special); i++)
		if (!strncmp(path, special[i], strlen(special[i])))
			return false;
	return true;
}

enum found find_image(const struct finder *finder, const char *path, const struct build_id *id,
		      struct elf_file *file, char **other)
{
	static const char *const suffixes[] = { "/elf", "/vdso", "", "/debug", NULL };
	static const char deleted[] = " (deleted)";
	struct search search = { .id = id, .file = file, .needs_id = finder->needs_id };
	cleanup_free char *name = mem_strdup(path);
	size_t len = strlen(name);

	*other = NULL;
	if (find_by_build_id(finder, id, suffixes, take_image, &search)) {
		free(search.other);
		return search.found;
	}
	/* What is there in place of a deleted file is another one, unless its id says not. */
	if (len > strlen(deleted) && !strcmp(name + len - strlen(deleted), deleted)) {
		name[len - strlen(deleted)] = '\0';
		search.needs_id = true;
	}
	if (is_plausible_path(name) && find_by_name(finder, name, take_image, &search)) {
		free(search.other);
		return search.found;
	}
	if (search.other && id->size) {
		*other = search.other;
		return FOUND_OTHER;
	}
	free(search.other);
	return FOUND_NOTHING;
}

static bool crc_is(const struct elf_file *file, uint32_t crc)
{
	uLong sum = crc32(0, NULL, 0);
	const uint8_t *at = file->in.data;
	size_t left = file->in.size;

	while (left) {
		uInt part = left > 1u << 30 ? 1u << 30 : left;

		sum = crc32(sum, at, part);
		at += part, left -= part;
	}
	return (uint32_t)sum == crc;
}

static bool take_debug(const char *path, void *data)
{
	struct search *search = data;

	if (!elf_file_open(search->file, path))
		return false;
	if (build_id_equal(search->id, &search->file->build_id) && elf_has_symtab(search->file))
		return true;
	elf_file_close(search->file);
	return false;
}

static bool take_linked(const char *path, void *data)
{
	struct search *search = data;

	if (!elf_file_open(search->file, path))
		return false;
	if (elf_has_symtab(search->file) && (build_id_equal(search->id, &search->file->build_id) ||
					     crc_is(search->file, search->crc)))
		return true;
	elf_file_close(search->file);
	return false;
}

/* The places of a separate debug file, as GDB has them: beside, in .debug, below /usr/lib/debug. */
static bool find_linked(const struct finder *finder, const char *path, const char *link,
			struct search *search)
{
	static const char *const formats[] = { "%s/%s", "%s/.debug/%s" };
	cleanup_free char *dir = mem_strdup(path);
	char *slash = strrchr(dir, '/');

	if (dir[0] != '/')
		return false;
	*slash = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		cleanup_free char *name = joined(formats[i], dir, link);

		if (name && find_by_name(finder, name, take_linked, search))
			return true;
	}

	cleanup_free char *below = joined("/usr/lib/debug%s/%s", dir, link);

	return below && find_by_name(finder, below, take_linked, search);
}

bool find_debug(const struct finder *finder, const char *path, const struct build_id *id,
		const struct elf_file *image, struct elf_file *debug)
{
	static const char *const suffixes[] = { ".debug", "/debug", NULL };
	struct search search = { .id = id->size || !image ? id : &image->build_id, .file = debug };

	if (find_by_build_id(finder, search.id, suffixes, take_debug, &search))
		return true;

	const char *link = image ? elf_debuglink(image, &search.crc) : NULL;

	return link && find_linked(finder, path, link, &search);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Files of /sys/kernel/slab (Documentation/ABI/testing/sysfs-kernel-slab) as people paste them, one
 * row for each cache. Behind a total stand its parts by CPU or node, which are left out.
 *
 *	/sys/kernel/slab/kmalloc-512/alloc_slowpath:24975754 C0=1560985 C1=1560984
 *	kmalloc-512/objs_per_slab:8                       grep . star/objs_per_slab
 *	==> /sys/kernel/slab/kmalloc-512/order <==        tail -n +1, head -v
 *	0
 *	kmalloc-512 object_size=512 order=0 objs_per_slab=8
 */
#include "evidence/format.h"
#include "support/memory.h"

/* What a cache's folder holds: numbers only. A name that ends in '_' begins a family. */
static bool is_file(struct slice name)
{
	static const char *const names[] = {
		"aliases",	 "align",	    "cpu_partial",    "cpu_slabs",
		"min_partial",	 "object_size",	    "objects",	      "objects_partial",
		"order",	 "partial",	    "slab_size",      "objs_per_slab",
		"slabs",	 "total_objects",   "usersize",	      "slabs_cpu_partial",
		"refill",	 "order_fallback",  "cpuslab_flush",  "remote_node_defrag_ratio",
		"reserved",	 "red_zone",	    "poison",	      "store_user",
		"trace",	 "sanity_checks",   "cache_dma",      "destroy_by_rcu",
		"hwcache_align", "reclaim_account", "sheaf_capacity", "skip_kfence",
	};
	static const char *const families[] = { "alloc_",	"free_",  "deactivate_", "cmpxchg_",
						"cpu_partial_", "sheaf_", "barn_" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_equals(name, names[i]))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(families); i++)
		if (slice_starts(name, families[i]) && name.len > strlen(families[i]))
			return true;
	return false;
}

/* "/sys/kernel/slab/kmalloc-512/order" to its last two parts. */
static bool read_path(struct slice path, struct slice *cache, struct slice *file)
{
	const char *slash = memrchr(path.at, '/', path.len), *before;

	if (!slash || slash == path.at)
		return false;
	*file = (struct slice) { slash + 1, (size_t)(path.at + path.len - slash) - 1 };
	before = memrchr(path.at, '/', (size_t)(slash - path.at));
	cache->at = before ? before + 1 : path.at;
	cache->len = (size_t)(slash - cache->at);
	return cache->len > 0 && is_file(*file);
}

/* "24975754 C0=1560985": the number in front. */
static bool read_total(struct slice text, struct number *number)
{
	struct slice word = slice_word(&text);
	const char *open = memchr(word.at, '(', word.len); /* "72(9)" */

	if (open)
		word.len = (size_t)(open - word.at);
	return word.len && number_read(word, number) && !number->is_percent && !number->is_broken;
}

/* Into the last row if that is of this cache. */
static void add(struct evidence *evidence, size_t first, struct slice cache, struct slice file,
		const struct number *number, uint32_t line)
{
	const char *last =
		evidence->count > first ? evidence->rows[evidence->count - 1].name : NULL;

	if (!last || !slice_equals(cache, last))
		evidence_add(evidence, cache, line);
	evidence_set_number(evidence, evidence_key(evidence, file), number);
}

/* "path:value". A merged cache's name has a colon, too, so it is the last that counts. */
static bool read_grep(struct slice line, uint32_t number, size_t first, struct evidence *evidence)
{
	struct slice path = slice_trim(line), rest = path, cache, file;
	struct number value;
	const char *colon;

	path = slice_word(&rest);
	colon = memrchr(path.at, ':', path.len);
	if (!colon || colon == path.at)
		return false;

	struct slice total = { colon + 1, (size_t)(path.at + path.len - colon) - 1 };

	path.len = (size_t)(colon - path.at);
	if (!read_path(path, &cache, &file) || !read_total(total, &value))
		return false;
	add(evidence, first, cache, file, &value, number);
	return true;
}

/* "==> path <==" and the value on the next line; returns how many lines that is. */
static size_t read_head(const struct text *text, size_t at, size_t first, struct evidence *evidence)
{
	struct slice cache, file;
	struct words words;
	struct number value;

	words_read(text, at, "", &words);
	if (words.count != 3 || !words_has(&words, 0, "==>") || !words_has(&words, 2, "<==") ||
	    !read_path(words.list[1], &cache, &file))
		return 0;
	if (at + 1 < text->count && read_total(line_slice(text, at + 1), &value)) {
		add(evidence, first, cache, file, &value, text->lines[at].number);
		return 2;
	}
	return 1; /* a file without a number */
}

/* "cache key=value key=value …", at least two of them known. */
static bool read_pairs(const struct words *words, uint32_t line, struct evidence *evidence)
{
	size_t found = 0;

	if (words->count < 3 || memchr(words->list[0].at, '=', words->list[0].len))
		return false;
	for (size_t i = 1; i < words->count; i++) {
		struct slice word = words->list[i];
		const char *equals = memchr(word.at, '=', word.len);
		struct number number;

		if (!equals || !is_file((struct slice) { word.at, (size_t)(equals - word.at) }) ||
		    !number_read((struct slice) { equals + 1,
						  (size_t)(word.at + word.len - equals) - 1 },
				 &number))
			return false;
		found++;
	}
	if (found < 2)
		return false;
	evidence_add(evidence, words->list[0], line);
	for (size_t i = 1; i < words->count; i++) {
		struct slice word = words->list[i];
		size_t len = (size_t)((const char *)memchr(word.at, '=', word.len) - word.at);
		struct number number;

		number_read((struct slice) { word.at + len + 1, word.len - len - 1 }, &number);
		evidence_set_number(
			evidence, evidence_key(evidence, (struct slice) { word.at, len }), &number);
	}
	return true;
}

static size_t read_files(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t first = evidence->count, end = at;

	while (at < text->count) {
		struct words words;
		size_t lines = read_head(text, at, first, evidence);

		words_read(text, at, "", &words);
		if (!lines)
			lines = read_grep(line_slice(text, at), text->lines[at].number, first,
					  evidence) ||
				read_pairs(&words, text->lines[at].number, evidence);
		if (lines)
			end = at += lines;
		else if (evidence->count > first && !words.count)
			at++; /* head leaves blank lines between files */
		else
			break;
	}
	return end;
}

const struct evidence_format slab_sysfs_format = {
	.name = "slab-sysfs",
	.what = "files of /sys/kernel/slab",
	.read = read_files,
};

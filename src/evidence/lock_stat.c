// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/lock_stat (Documentation/locking/lockstat.rst), versions 0.3 with ten columns and 0.4
 * with the two averages, since the last reset; times in microseconds.
 *
 *	class name    con-bounces    contentions   waittime-min ... holdtime-avg
 *	----------
 *	&zone->lock:       735827         739037           0.06 ...         0.73
 *	-----------
 *	&zone->lock        101927          [<00000000a60d5f86>] free_one_page+0x3f/0x530
 *	-----------
 *	&zone->lock          6249          [<00000000f856e720>] get_page_from_freelist+0x475/0x1370
 *
 * First the places that waited, then, below another ruler, those that held the lock. Lines have
 * 180 to 221 columns, and mail breaks them anywhere. Addresses differ between boots.
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { TITLE_LINES = 6, ROW_LINES = 6, COLUMNS_MAX = 16, NAME_LENGTH = 256 };

struct columns {
	const char *keys[COLUMNS_MAX];
	size_t count;
};

static const struct columns version_3 = {
	{ "con_bounces", "contentions", "waittime_min", "waittime_max", "waittime_total",
	  "acq_bounces", "acquisitions", "holdtime_min", "holdtime_max", "holdtime_total" },
	10
};
static const struct columns version_4 = { { "con_bounces", "contentions", "waittime_min",
					    "waittime_max", "waittime_total", "waittime_avg",
					    "acq_bounces", "acquisitions", "holdtime_min",
					    "holdtime_max", "holdtime_total", "holdtime_avg" },
					  12 };

/* "con-bounces": two words of letters with a hyphen between them. */
static bool is_column(struct slice word)
{
	const char *hyphen = memchr(word.at, '-', word.len);

	return hyphen && hyphen > word.at && hyphen < word.at + word.len - 1 &&
	       (slice_starts(word, "con") || slice_starts(word, "acq") ||
		slice_starts(word, "waittime") || slice_starts(word, "holdtime"));
}

/* The title at @at; returns the line behind it, or @at. */
static size_t read_title(const struct text *text, size_t at, struct evidence *evidence,
			 struct columns *columns)
{
	size_t from = at;

	columns->count = 0;
	for (; at < text->count && at - from < TITLE_LINES; at++) {
		struct words words;
		size_t first = 0;

		words_read(text, at, "", &words);
		if (at == from && words.count > 2 && slice_equals(words.list[0], "class") &&
		    slice_equals(words.list[1], "name"))
			first = 2;
		for (size_t i = first; i < words.count; i++) {
			bool is_title =
				is_column(words.list[i]) ||
				(columns->count && slice_equals(words.list[i], "acquisitions")) ||
				(columns->count && slice_equals(words.list[i], "contentions"));

			if (!is_title)
				return columns->count && i == first ? at : from;
			if (columns->count < COLUMNS_MAX)
				columns->keys[columns->count++] =
					evidence_key(evidence, words.list[i]);
		}
		if (!words.count)
			break;
	}
	return columns->count ? at : from;
}

/* Where a name ends: at the last word that ends in ':' and is followed by numbers only. */
static size_t name_words(const struct words *words)
{
	size_t numbers = 0;

	while (numbers < words->count &&
	       words_numbers(words, words->count - numbers - 1) == numbers + 1)
		numbers++;

	size_t name = words->count - numbers;

	return name && words->list[name - 1].at[words->list[name - 1].len - 1] == ':' ? name : 0;
}

/* Without a title the columns are those of a version, by their number. */
static const struct columns *columns_of(const struct columns *columns, size_t count)
{
	if (columns->count)
		return columns->count == count ? columns : NULL;
	return count == version_3.count ? &version_3 : count == version_4.count ? &version_4 : NULL;
}

static size_t read_class(const struct text *text, size_t at, const struct columns *columns,
			 struct evidence *evidence)
{
	struct words words = { .count = 0 };

	for (size_t lines = 0; lines < ROW_LINES; lines++) {
		const struct columns *of;
		size_t name;

		if (!words_read_more(text, at + lines, "", &words))
			break;
		name = name_words(&words);
		of = name ? columns_of(columns, words.count - name) : NULL;
		/* Ten numbers may be the first of twelve. */
		if (of == &version_3 && at + lines + 1 < text->count) {
			struct words next;

			words_read(text, at + lines + 1, "", &next);
			if (next.count == 2 && words_numbers(&next, 0) == 2)
				continue;
		}
		if (!of)
			continue;

		char room[NAME_LENGTH];
		struct slice class = words_name(&words, 0, name, room, sizeof(room));

		if (class.len < 2) /* nothing but the colon */
			return 0;
		evidence_add(evidence, (struct slice) { class.at, class.len - 1 },
			     text->lines[at].number);
		for (size_t i = 0; i < of->count; i++) {
			struct number number;

			number_read(words.list[name + i], &number);
			evidence_set_number(evidence, of->keys[i], &number);
		}
		return lines + 1;
	}
	return 0;
}

static bool is_address(struct slice word)
{
	return slice_starts(word, "[<") && word.len > 4 && word.at[word.len - 1] == ']';
}

/* "&zone->lock 101927 [<…>] free_one_page+0x3f/0x530": the place goes without its length. */
static size_t read_place(const struct text *text, size_t at, bool is_holder,
			 struct evidence *evidence)
{
	struct words words = { .count = 0 };

	for (size_t lines = 0; lines < 3; lines++) {
		if (at + lines < text->count && line_is_ruler(line_slice(text, at + lines)))
			break;
		if (!words_read_more(text, at + lines, "", &words))
			break;
		for (size_t i = 2; i + 1 < words.count; i++) {
			struct number count;
			struct slice place = words.list[i + 1];
			const char *slash = memrchr(place.at, '/', place.len);

			if (!is_address(words.list[i]))
				continue;
			/* One number: of more it is another class, and the place is below that. */
			if (!number_read(words.list[i - 1], &count) ||
			    (i > 2 && words_numbers(&words, i - 2)))
				return 0;
			if (slash)
				place.len = slash - place.at;
			evidence_add_place(evidence, place, count.value, is_holder);
			return lines + 1;
		}
	}
	return 0;
}

/* The places below a class: each ruler that has some below it is the next kind. */
static size_t read_places(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t end = at, rulers = 0, lines;

	while (at < text->count && text->lines[at].len) {
		if (line_is_ruler(line_slice(text, at))) {
			rulers++;
			at++;
		} else if ((lines = read_place(text, at, rulers > 1, evidence))) {
			end = at += lines;
		} else {
			break;
		}
	}
	return end;
}

/* Between classes: blank lines, and rulers of dots. */
static bool is_between(struct slice line)
{
	for (size_t i = 0; i < line.len; i++)
		if (!strchr(" \t.-", line.at[i]))
			return false;
	return true;
}

static size_t read_classes(const struct text *text, size_t at, struct evidence *evidence)
{
	struct columns columns;
	size_t from = at, end, next;

	at = read_title(text, at, evidence, &columns);
	for (end = at; at < text->count; at = next) {
		size_t lines = read_class(text, at, &columns, evidence);

		if (lines)
			end = next = read_places(text, at + lines, evidence);
		else if (end > from && is_between(line_slice(text, at)))
			next = at + 1;
		else
			break;
	}
	return end;
}

const struct evidence_format lock_stat_format = {
	.name = "lock_stat",
	.what = "/proc/lock_stat",
	.read = read_classes,
};

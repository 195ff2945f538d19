// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/unresolved.h"

#include <stdlib.h>
#include <string.h>

#include "report/json_value.h"
#include "report/text_table.h"
#include "support/memory.h"

/* What is below this share of the total, and more than so many images, is told only with -v. */
#define LEAST_SHARE 0.005
#define MOST_LINES  3

struct unresolved {
	uint32_t dso;
	uint64_t self;
};

static int heavier(const void *a_, const void *b_)
{
	const struct unresolved *a = a_, *b = b_;

	if (a->self != b->self)
		return a->self > b->self ? -1 : 1;
	return a->dso < b->dso ? -1 : a->dso > b->dso;
}

/* Images with unresolved weight and a reason for it. To be freed. */
static struct unresolved *find_unresolved(const struct totals *totals, size_t *count)
{
	const struct profile *profile = totals->profile;
	struct unresolved *list = mem_zalloc(profile->dso_count + 1ul, sizeof(*list));

	for (uint32_t i = 0; i < profile->dso_count; i++)
		list[i].dso = i;
	for (uint32_t i = 0; i < profile->symbol_count; i++)
		if (profile->symbols[i].flags & SYMBOL_UNKNOWN)
			list[profile->symbols[i].dso].self += totals->symbols[i].self;
	qsort(list, profile->dso_count, sizeof(*list), heavier);
	*count = 0;
	for (uint32_t i = 0; i < profile->dso_count && list[i].self; i++)
		if (profile->dsos[list[i].dso].note)
			list[(*count)++] = list[i];
	return list;
}

/* "23.1 % in libc.so.6 (no symbols in ...): install ...": one image. Returns @line. */
static const char *unresolved_words(const struct totals *totals, const struct unresolved *of,
				    char *line, size_t size)
{
	const struct profile *profile = totals->profile;
	const struct dso *dso = &profile->dsos[of->dso];

	snprintf(line, size, "%.1f %% in %s (%s)%s%s", 100 * totals_share(totals, of->self),
		 profile_text(profile, dso->name), profile_text(profile, dso->note),
		 dso->hint ? ": " : "", profile_text(profile, dso->hint));
	return line;
}

void each_unresolved(const struct totals *totals, void (*tell)(const char *words, FILE *out),
		     FILE *out)
{
	size_t count;
	struct unresolved *list = find_unresolved(totals, &count);
	char line[2200];

	for (size_t i = 0; i < count && totals_share(totals, list[i].self) >= LEAST_SHARE; i++)
		tell(unresolved_words(totals, &list[i], line, sizeof(line)), out);
	free(list);
}

void text_unresolved(const struct totals *totals, const struct symdiff_print_options *options,
		     FILE *out)
{
	size_t count;
	struct unresolved *list = find_unresolved(totals, &count);

	for (size_t i = 0; i < count; i++) {
		double share = totals_share(totals, list[i].self);
		char line[2300] = "unresolved: ";
		size_t len = strlen(line);

		if ((share < LEAST_SHARE || i >= MOST_LINES) && !options->verbose)
			break;
		unresolved_words(totals, &list[i], line + len, sizeof(line) - len);
		text_wrap(line, 12, options, out);
	}
	free(list);
}

json_t *json_unresolved(const struct totals *totals)
{
	const struct profile *profile = totals->profile;
	json_t *array = json_array();
	size_t count;
	struct unresolved *list = find_unresolved(totals, &count);

	for (size_t i = 0; i < count; i++) {
		const struct dso *dso = &profile->dsos[list[i].dso];
		json_t *object = json_object();

		json_object_set_new(object, "dso", json_name(profile_text(profile, dso->name)));
		json_object_set_new(object, "self", json_weight(totals, list[i].self));
		json_object_set_new(object, "why", json_name(profile_text(profile, dso->note)));
		json_object_set_new(object, "hint",
				    dso->hint ? json_name(profile_text(profile, dso->hint))
					      : json_null());
		json_array_append_new(array, object);
	}
	free(list);
	return array;
}

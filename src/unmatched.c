// SPDX-License-Identifier: GPL-2.0-or-later
/* Names that the user gave and no profile has: misspelt, or of another kernel. */
#include <symdiff/symdiff.h>

#include <string.h>

#include "model/canonical.h"
#include "report/rows.h"
#include "side.h"
#include "support/cleanup.h"
#include "support/memory.h"

struct look {
	const struct symdiff_profile *const *sides; /* either may be NULL */
	FILE *out;
};

/* Some event of the side has the symbol somewhere in its chains, or a row of it. */
static bool is_seen(const struct symdiff_profile *side, uint32_t symbol)
{
	for (uint32_t i = 0; i < side->profile->event_count; i++) {
		const struct symbol_total *total = &side->totals[i].symbols[symbol];

		if (total->self || total->children || total->is_listed)
			return true;
	}
	return false;
}

typedef bool matches(const struct profile *profile, uint32_t symbol, const char *name);

static bool is_wanted(const struct profile *profile, uint32_t symbol, const char *name)
{
	const struct symdiff_print_options one = { .symbols =
							   (const char *const[]) { name, NULL } };

	return report_wants_symbol(&one, profile_text(profile, profile->symbols[symbol].name));
}

static bool is_called(const struct profile *profile, uint32_t symbol, const char *name)
{
	const char *raw = profile_text(profile, profile->symbols[symbol].name);
	char canonical[512];

	if (!strcmp(raw, name))
		return true;
	canonical_name(raw, canonical, sizeof(canonical));
	return !strcmp(canonical, name);
}

static bool is_anywhere(const struct look *look, const char *name, matches *match)
{
	for (int side = 0; side < 2; side++) {
		const struct symdiff_profile *of = look->sides[side];

		for (uint32_t i = 0; of && i < of->profile->symbol_count; i++)
			if (match(of->profile, i, name) && is_seen(of, i))
				return true;
	}
	return false;
}

static void look_for_symbols(const struct look *look, const char *const *names)
{
	for (; names && *names; names++)
		if (!is_anywhere(look, *names, is_wanted))
			fprintf(look->out, "--symbol %s: no profile has a symbol of this name\n",
				*names);
}

static void look_for_aliases(const struct look *look, const char *const *pairs)
{
	for (; pairs && *pairs; pairs++) {
		cleanup_free char *older = mem_strdup(*pairs);
		char *newer = strchr(older, '=');

		if (!newer)
			continue;
		*newer++ = '\0';

		bool has_older = is_anywhere(look, older, is_called);
		bool has_newer = is_anywhere(look, newer, is_called);

		if (!has_older || !has_newer)
			fprintf(look->out, "--alias %s: no profile has a symbol %s%s%s\n", *pairs,
				has_older ? newer : older, has_older || has_newer ? "" : ", nor ",
				has_older || has_newer ? "" : newer);
	}
}

static bool bucket_is_seen(const struct look *look, uint16_t leaf)
{
	for (int side = 0; side < 2; side++) {
		const struct symdiff_profile *of = look->sides[side];

		for (uint32_t i = 0; of && i < of->profile->symbol_count; i++)
			if (of->profile->symbols[i].bucket == leaf && is_seen(of, i))
				return true;
	}
	return false;
}

static void look_for_sets(const struct look *look, const struct symdiff *rules)
{
	for (uint16_t i = 0; i < buckets_count(rules->buckets); i++)
		if (buckets_is_set(rules->buckets, i) && !bucket_is_seen(look, i))
			fprintf(look->out, "--set %s: no profile has a symbol of it\n",
				buckets_leaf_name(rules->buckets, i));
}

void symdiff_print_unmatched(const struct symdiff_profile *const sides[2],
			     const struct symdiff_print_options *options, FILE *out)
{
	struct look look = { sides, out };
	const struct symdiff_profile *any = sides[1] ? sides[1] : sides[0];

	if (!any)
		return;
	look_for_symbols(&look, options ? options->symbols : NULL);
	look_for_aliases(&look, any->rules->settings.aliases);
	look_for_sets(&look, any->rules);
}

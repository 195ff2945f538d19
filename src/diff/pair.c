// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which symbols of the two sides are one function: the same name in the same
 * image, then the same canonical name, then what the family table knows. A
 * later step sees only what the earlier ones left over.
 */
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/family.h"
#include "model/canonical.h"
#include "support/memory.h"
#include "support/table.h"

/* A symbol of one side, as it is joined. */
struct joined {
	uint32_t symbol;
	const char *name, *canonical; /* interned in pairing.names: equal texts, equal pointers */
	const char *dso;
	uint32_t row; /* NONE while it has no partner */
};

struct pairing {
	struct symdiff_diff *diff;
	struct diff_event *event;
	struct names names;
	struct joined *list[SIDES];
	uint32_t count[SIDES];
	size_t row_capacity;
};

static const char *intern(struct pairing *pairing, const char *text)
{
	return names_text(&pairing->names, names_intern_text(&pairing->names, text));
}

/* A table that prints 0.00 for a symbol says more than one that leaves it out. */
static bool is_listed(const struct totals *totals, uint32_t symbol)
{
	const struct symbol_total *total = &totals->symbols[symbol];

	return total->is_listed || total->self || total->children || total->samples;
}

static void collect(struct pairing *pairing, int side)
{
	const struct totals *totals = pairing->event->totals[side];
	const struct profile *profile = totals->profile;
	char buf[1024];

	pairing->list[side] = mem_zalloc(profile->symbol_count, sizeof(**pairing->list));
	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		const struct symbol *symbol = &profile->symbols[i];
		const struct dso *dso = &profile->dsos[symbol->dso];
		struct joined *joined = &pairing->list[side][pairing->count[side]];

		if (!is_listed(totals, i))
			continue;
		dso_join_name(profile_text(profile, dso->name), dso->kind, buf, sizeof(buf));
		joined->dso = intern(pairing, buf);
		joined->name = intern(pairing, profile_text(profile, symbol->name));
		canonical_name(joined->name, buf, sizeof(buf));
		joined->canonical = intern(pairing, buf);
		joined->symbol = i;
		joined->row = NONE;
		pairing->count[side]++;
	}
}

static uint32_t row_new(struct pairing *pairing, enum match match)
{
	struct diff_event *event = pairing->event;

	array_reserve(event->rows, pairing->row_capacity, event->row_count + 1);
	event->rows[event->row_count] = (struct diff_row) {
		.match = match,
		.side = { { .symbol = NONE }, { .symbol = NONE } },
	};
	return event->row_count++;
}

static void row_take(struct pairing *pairing, uint32_t row, int side, struct joined *joined)
{
	joined->row = row;
	pairing->event->row_of[side][joined->symbol] = row;
}

/*
 * What symbols are joined by: each step hashes one side's leftovers by a key
 * and looks the other side's up.
 */
struct join_key {
	const char *name;
	const char *domain; /* the image, or whatever must be equal besides the name */
};

typedef struct join_key (*key_of)(const struct pairing *pairing, int side,
				  const struct joined *joined);

static struct join_key exact_key(const struct pairing *pairing, int side,
				 const struct joined *joined)
{
	return (struct join_key) { joined->name, joined->dso };
}

static struct join_key canonical_key(const struct pairing *pairing, int side,
				     const struct joined *joined)
{
	return (struct join_key) { joined->canonical, joined->dso };
}

/* A table without an image column, or a module that is now built in: only the domain is left. */
static struct join_key domain_key(const struct pairing *pairing, int side,
				  const struct joined *joined)
{
	const struct profile *profile = pairing->event->totals[side]->profile;
	const struct symbol *symbol = &profile->symbols[joined->symbol];
	enum dso_kind kind = profile->dsos[symbol->dso].kind;
	bool kernel = kind == DSO_KERNEL || kind == DSO_MODULE || kind == DSO_UNKNOWN;

	if (symbol->flags & SYMBOL_UNKNOWN)
		return (struct join_key) { joined->canonical, joined->dso };
	return (struct join_key) { joined->canonical, kernel ? "kernel" : joined->dso };
}

static bool same_key(struct join_key a, struct join_key b)
{
	return a.name == b.name && !strcmp(a.domain, b.domain);
}

static uint32_t hash_key(struct join_key key)
{
	return hash_pair((uintptr_t)key.name, hash_bytes(key.domain, strlen(key.domain)));
}

/*
 * Join the leftovers whose keys are equal. The first pair of a key makes a
 * row; further symbols of the same key (foo.isra.0 and foo.part.1 for foo)
 * go into it.
 */
static void join(struct pairing *pairing, key_of key, enum match match)
{
	struct table index = { 0 };

	for (uint32_t i = 0; i < pairing->count[BASE]; i++)
		if (pairing->list[BASE][i].row == NONE)
			table_insert(&index, hash_key(key(pairing, BASE, &pairing->list[BASE][i])),
				     i);
	for (uint32_t i = 0; i < pairing->count[NEW]; i++) {
		struct joined *newer = &pairing->list[NEW][i];
		struct join_key wanted = key(pairing, NEW, newer);

		if (newer->row != NONE)
			continue;
		table_for_each (&index, hash_key(wanted), b) {
			struct joined *base = &pairing->list[BASE][b];

			if (!same_key(key(pairing, BASE, base), wanted))
				continue;
			if (newer->row == NONE)
				row_take(pairing,
					 base->row != NONE ? base->row : row_new(pairing, match),
					 NEW, newer);
			if (base->row == NONE)
				row_take(pairing, newer->row, BASE, base);
		}
	}
	table_deinit(&index);
}

/* Leftover pieces of a function whose main part has a row already: foo.cold belongs to foo. */
static void join_pieces(struct pairing *pairing, int side)
{
	struct table index = { 0 };

	for (uint32_t i = 0; i < pairing->count[side]; i++)
		if (pairing->list[side][i].row != NONE)
			table_insert(
				&index,
				hash_key(canonical_key(pairing, side, &pairing->list[side][i])), i);
	for (uint32_t i = 0; i < pairing->count[side]; i++) {
		struct joined *piece = &pairing->list[side][i];
		struct join_key key = canonical_key(pairing, side, piece);

		if (piece->row != NONE)
			continue;
		table_for_each (&index, hash_key(key), other) {
			struct joined *main = &pairing->list[side][other];

			if (piece->row == NONE && same_key(canonical_key(pairing, side, main), key))
				row_take(pairing, main->row, side, piece);
		}
	}
	table_deinit(&index);
}

/* The other side's leftover of this name in this image. */
static struct joined *find_leftover(const struct pairing *pairing, const struct table *index,
				    int side, struct join_key wanted)
{
	table_for_each (index, hash_key(wanted), i) {
		struct joined *joined = &pairing->list[side][i];

		if (joined->row == NONE && same_key(exact_key(pairing, side, joined), wanted))
			return joined;
	}
	return NULL;
}

/* One address has several names, and each side may have chosen another one. */
static void join_aliases_of(struct pairing *pairing, int side)
{
	const struct profile *profile = pairing->event->totals[side]->profile;
	int other = side == BASE ? NEW : BASE;
	struct table index = { 0 };

	for (uint32_t i = 0; i < pairing->count[other]; i++)
		table_insert(&index, hash_key(exact_key(pairing, other, &pairing->list[other][i])),
			     i);
	for (uint32_t i = 0; i < pairing->count[side]; i++) {
		struct joined *joined = &pairing->list[side][i];
		const struct symbol *symbol = &profile->symbols[joined->symbol];

		for (uint32_t a = 0; joined->row == NONE && a < symbol->alias_count; a++) {
			uint32_t alias = profile->aliases[symbol->first_alias + a];
			struct joined *partner = find_leftover(
				pairing, &index, other,
				(struct join_key) { intern(pairing, profile_text(profile, alias)),
						    joined->dso });

			if (!partner)
				continue;
			row_take(pairing, row_new(pairing, MATCH_EXACT), side, joined);
			row_take(pairing, joined->row, other, partner);
		}
	}
	table_deinit(&index);
}

static bool is_in_kernel(const struct pairing *pairing, int side, const struct joined *joined)
{
	const struct profile *profile = pairing->event->totals[side]->profile;
	enum dso_kind kind = profile->dsos[profile->symbols[joined->symbol].dso].kind;

	return kind == DSO_KERNEL || kind == DSO_MODULE || kind == DSO_UNKNOWN;
}

static struct joined *find_canonical(const struct pairing *pairing, int side, const char *canonical,
				     bool only_kernel)
{
	for (uint32_t i = 0; i < pairing->count[side]; i++) {
		struct joined *joined = &pairing->list[side][i];

		if (joined->canonical == canonical &&
		    (!only_kernel || is_in_kernel(pairing, side, joined)))
			return joined;
	}
	return NULL;
}

static const char *family_note(struct symdiff_diff *diff, const struct family *family)
{
	if (!strcmp(family->what, "alias"))
		return "by --alias";
	return arena_printf(&diff->arena, "%s%s%s: family table", family->what,
			    *family->since ? " in " : "", family->since);
}

/*
 * Older and newer name of a family are one row, if the older one is an orphan
 * of its side. The newer one may have a partner of its own name: then it took
 * the older one's work over (merged). Families work in both directions: the
 * base may be the newer kernel.
 */
static void join_family(struct pairing *pairing, const struct family *family, int older_side)
{
	int newer_side = older_side == BASE ? NEW : BASE;
	bool is_alias = !strcmp(family->what, "alias");
	struct joined *older =
		find_canonical(pairing, older_side, intern(pairing, family->older), !is_alias);
	struct joined *newer =
		find_canonical(pairing, newer_side, intern(pairing, family->newer), !is_alias);

	if (!older || !newer || older->row != NONE)
		return;
	if (newer->row != NONE && strcmp(family->what, "merged") && !is_alias)
		return;
	if (newer->row == NONE)
		row_take(pairing, row_new(pairing, MATCH_FAMILY), newer_side, newer);
	row_take(pairing, newer->row, older_side, older);
	/* The newer function also did something before it took over: that may be below the cut. */
	if (!strcmp(family->what, "merged") &&
	    !find_canonical(pairing, older_side, newer->canonical, !is_alias))
		pairing->event->rows[newer->row].side[older_side].partial = true;
	pairing->event->rows[newer->row].note = family_note(pairing->diff, family);
	pairing->event->rows[newer->row].reversed = newer_side == BASE;
	if (pairing->event->rows[newer->row].match == MATCH_EXACT)
		pairing->event->rows[newer->row].match = MATCH_FAMILY;
}

static void join_families(struct pairing *pairing, bool aliases)
{
	const struct families *families = &pairing->diff->rules->families;

	for (size_t i = 0; i < families->count; i++) {
		const struct family *family = &families->list[i];

		if (!strcmp(family->what, "alias") != aliases)
			continue;
		join_family(pairing, family, BASE);
		if (!aliases)
			join_family(pairing, family, NEW);
	}
}

static void rest_alone(struct pairing *pairing, int side)
{
	int other = side == BASE ? NEW : BASE;
	bool other_is_cut = totals_event(pairing->event->totals[other])->cut;
	enum match alone = side == BASE ? MATCH_BASE_ONLY : MATCH_NEW_ONLY;

	for (uint32_t i = 0; i < pairing->count[side]; i++)
		if (pairing->list[side][i].row == NONE)
			row_take(pairing, row_new(pairing, other_is_cut ? MATCH_NOT_LISTED : alone),
				 side, &pairing->list[side][i]);
}

/* Add up what each side has in each row; the heaviest symbol names it. */
static void sum_rows(struct pairing *pairing, int side)
{
	const struct totals *totals = pairing->event->totals[side];

	for (uint32_t i = 0; i < pairing->count[side]; i++) {
		const struct joined *joined = &pairing->list[side][i];
		const struct symbol_total *total = &totals->symbols[joined->symbol];
		struct diff_value *value = &pairing->event->rows[joined->row].side[side];

		if (value->symbol == NONE || total->self > totals->symbols[value->symbol].self)
			value->symbol = joined->symbol;
		value->listed = true;
		value->self += total->self;
		value->children += total->children;
		value->samples += total->samples;
		value->symbols++;
	}
}

/*
 * What a cut may hide: all of a row that is not listed, and, of a merged
 * family, the part that has the newer name on the side that lists the older.
 */
static void hide(struct diff_event *event, struct diff_row *row, int side)
{
	const struct totals *totals = event->totals[side];
	struct diff_value *value = &row->side[side];

	if (totals_event(totals)->cut && (!value->listed || value->partial))
		value->hidden = totals_event(totals)->cut_below;
}

static void finish_row(struct diff_event *event, struct diff_row *row)
{
	int named = row->side[NEW].listed ? NEW : BASE;
	const struct profile *profile = event->totals[named]->profile;
	const struct symbol *symbol = &profile->symbols[row->side[named].symbol];

	row->bucket = symbol->bucket;
	if (row->bucket == BUCKET_OTHER && row->side[BASE].symbol != NONE)
		row->bucket = event->totals[BASE]->profile->symbols[row->side[BASE].symbol].bucket;
	if (symbol->flags & SYMBOL_NOT_LISTED)
		return; /* the rest of a table is no symbol that could hide */
	for (int side = 0; side < SIDES; side++)
		hide(event, row, side);
}

void diff_pair(struct symdiff_diff *diff, struct diff_event *event)
{
	struct pairing pairing = { .diff = diff, .event = event };

	for (int side = 0; side < SIDES; side++) {
		uint32_t symbols = event->totals[side]->profile->symbol_count;

		event->row_of[side] = mem_alloc((symbols + 1) * sizeof(**event->row_of));
		memset(event->row_of[side], 0xff, (symbols + 1) * sizeof(**event->row_of));
		collect(&pairing, side);
	}
	join_families(&pairing, true);
	join(&pairing, exact_key, MATCH_EXACT);
	for (int side = 0; side < SIDES; side++)
		join_aliases_of(&pairing, side);
	join(&pairing, canonical_key, MATCH_CANONICAL);
	join(&pairing, domain_key, MATCH_CANONICAL);
	join_families(&pairing, false);
	for (int side = 0; side < SIDES; side++)
		join_pieces(&pairing, side);
	for (int side = 0; side < SIDES; side++)
		rest_alone(&pairing, side);
	for (int side = 0; side < SIDES; side++)
		sum_rows(&pairing, side);
	for (size_t i = 0; i < event->row_count; i++)
		finish_row(event, &event->rows[i]);
	for (int side = 0; side < SIDES; side++)
		free(pairing.list[side]);
	names_deinit(&pairing.names);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/canonical.h"
#include "support/memory.h"

const char *report_dso(const struct profile *profile, const struct symbol *symbol)
{
	return profile_text(profile, profile->dsos[symbol->dso].name);
}

static int compare_buckets(const void *a, const void *b)
{
	const struct report_bucket *x = a, *y = b;

	if (x->total.self != y->total.self)
		return x->total.self < y->total.self ? 1 : -1;
	if (x->total.charged != y->total.charged)
		return x->total.charged < y->total.charged ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Buckets without weight are not shown, but for those that must always be. */
static bool bucket_is_shown(const struct bucket_total *total, uint16_t leaf)
{
	return total->self || total->charged || leaf == BUCKET_OTHER;
}

static void init_buckets(struct report_rows *rows, const struct buckets *buckets,
			 const struct totals *totals)
{
	uint16_t heads = buckets_head_count(buckets);

	rows->leaves = mem_zalloc(totals->bucket_count, sizeof(*rows->leaves));
	rows->heads = mem_zalloc(heads, sizeof(*rows->heads));
	for (uint16_t i = 0; i < heads; i++)
		rows->heads[i] = (struct report_bucket) {
			.name = buckets_head_name(buckets, i),
			.head = i,
			.inclusive = totals->heads[i],
		};
	for (uint16_t i = 0; i < totals->bucket_count; i++) {
		uint16_t head = buckets_head(buckets, i);

		bucket_total_add(&rows->heads[head].total, &totals->buckets[i]);
		if (bucket_is_shown(&totals->buckets[i], i))
			rows->leaves[rows->leaf_count++] = (struct report_bucket) {
				buckets_leaf_name(buckets, i),
				head,
				totals->buckets[i],
				totals->leaves[i],
			};
	}
	for (uint16_t i = 0; i < heads; i++)
		if (bucket_is_shown(&rows->heads[i].total, i == buckets_head(buckets, BUCKET_OTHER)
								   ? BUCKET_OTHER
								   : BUCKET_USER))
			rows->heads[rows->head_count++] = rows->heads[i];
	qsort(rows->heads, rows->head_count, sizeof(*rows->heads), compare_buckets);
	qsort(rows->leaves, rows->leaf_count, sizeof(*rows->leaves), compare_buckets);
}

bool report_wants(const char *const *list, const char *name)
{
	if (!list || !*list)
		return true;
	for (; *list; list++)
		if (!strcmp(*list, name))
			return true;
	return false;
}

bool report_wants_symbol(const struct symdiff_print_options *options, const char *name)
{
	char canonical[512];

	if (report_wants(options->symbols, name))
		return true;
	canonical_name(name, canonical, sizeof(canonical));
	return report_wants(options->symbols, canonical);
}

bool report_wants_bucket(const struct symdiff_print_options *options, const struct buckets *buckets,
			 uint16_t leaf)
{
	return report_wants(options->buckets, buckets_leaf_name(buckets, leaf)) ||
	       report_wants(options->buckets,
			    buckets_head_name(buckets, buckets_head(buckets, leaf)));
}

uint16_t report_bucket_of(const struct report_rows *rows, const struct profile *profile,
			  uint32_t symbol)
{
	const struct host *hosts;

	if (profile->symbols[symbol].inlining & INLINE_UNDECIDED &&
	    hosts_of(&rows->hosts, symbol, &hosts))
		return profile->symbols[hosts->host].bucket;
	return profile->symbols[symbol].bucket;
}

static bool symbol_is_shown(const struct report_rows *rows, const struct symdiff_profile *side,
			    const struct totals *totals, uint32_t number,
			    const struct symdiff_print_options *options)
{
	const struct profile *profile = totals->profile;
	const struct symbol *symbol = &profile->symbols[number];
	const struct symbol_total *total = &totals->symbols[number];
	uint64_t weight = total->self ? total->self : total->children;

	if (!total->self && !total->children && !total->samples)
		return false;
	if (100 * totals_share(totals, weight) < options->percent_limit)
		return false;
	return report_wants(options->dsos, report_dso(profile, symbol)) &&
	       report_wants_symbol(options, profile_text(profile, symbol->name)) &&
	       report_wants_bucket(options, side->rules->buckets,
				   report_bucket_of(rows, profile, number));
}

/* A column to sort by: negative if @x goes before @y. */
struct sorting;
struct order {
	const char *name;
	int (*compare)(const struct sorting *sorting, uint32_t x, uint32_t y);
};

struct sorting {
	const struct symdiff_profile *side;
	const struct totals *totals;
	const struct order *order;
};

static int heavier(uint64_t x, uint64_t y)
{
	return x < y ? 1 : x > y ? -1 : 0;
}

static int by_share(const struct sorting *sorting, uint32_t x, uint32_t y)
{
	const struct symbol_total *symbols = sorting->totals->symbols;
	int order = heavier(symbols[x].self, symbols[y].self);

	return order ? order : heavier(symbols[x].children, symbols[y].children);
}

static int by_children(const struct sorting *sorting, uint32_t x, uint32_t y)
{
	const struct symbol_total *symbols = sorting->totals->symbols;

	return heavier(symbols[x].children, symbols[y].children);
}

static int by_symbol(const struct sorting *sorting, uint32_t x, uint32_t y)
{
	const struct profile *profile = sorting->totals->profile;

	return strcmp(profile_text(profile, profile->symbols[x].name),
		      profile_text(profile, profile->symbols[y].name));
}

static int by_dso(const struct sorting *sorting, uint32_t x, uint32_t y)
{
	const struct profile *profile = sorting->totals->profile;

	return strcmp(report_dso(profile, &profile->symbols[x]),
		      report_dso(profile, &profile->symbols[y]));
}

static int by_bucket(const struct sorting *sorting, uint32_t x, uint32_t y)
{
	const struct symbol *symbols = sorting->totals->profile->symbols;
	const struct buckets *buckets = sorting->side->rules->buckets;

	return strcmp(buckets_leaf_name(buckets, symbols[x].bucket),
		      buckets_leaf_name(buckets, symbols[y].bucket));
}

/* Those whose file is not known come last. */
static int by_srcfile(const struct sorting *sorting, uint32_t x, uint32_t y)
{
	const struct profile *profile = sorting->totals->profile;
	const struct symbol *a = &profile->symbols[x], *b = &profile->symbols[y];

	if (!a->srcfile || !b->srcfile)
		return !a->srcfile - !b->srcfile;
	return strcmp(profile_text(profile, a->srcfile), profile_text(profile, b->srcfile));
}

static const struct order orders[] = {
	{ "share", by_share }, { "children", by_children }, { "symbol", by_symbol },
	{ "dso", by_dso },     { "bucket", by_bucket },	    { "srcfile", by_srcfile },
};

const char *report_rows_column(size_t i)
{
	return i < ARRAY_SIZE(orders) ? orders[i].name : NULL;
}

static const struct order *order_called(const char *name)
{
	for (size_t i = 0; name && i < ARRAY_SIZE(orders); i++)
		if (!strcmp(orders[i].name, name))
			return &orders[i];
	return &orders[0];
}

static int compare_symbols(const void *a, const void *b, void *context)
{
	const struct sorting *sorting = context;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	int order = sorting->order->compare(sorting, x, y);

	if (!order)
		order = by_share(sorting, x, y);
	if (!order)
		order = by_symbol(sorting, x, y);
	return order ? order : by_dso(sorting, x, y);
}

void report_rows_init(struct report_rows *rows, const struct symdiff_profile *side,
		      const struct totals *totals, const struct symdiff_print_options *options)
{
	*rows = (struct report_rows) { 0 };
	init_buckets(rows, side->rules->buckets, totals);
	hosts_init(&rows->hosts, totals->profile, totals->event);
	rows->symbols = mem_zalloc(totals->profile->symbol_count, sizeof(*rows->symbols));
	for (uint32_t i = 0; i < totals->profile->symbol_count; i++)
		if (symbol_is_shown(rows, side, totals, i, options))
			rows->symbols[rows->symbol_count++] = i;

	struct sorting sorting = { side, totals, order_called(options->sort) };

	qsort_r(rows->symbols, rows->symbol_count, sizeof(*rows->symbols), compare_symbols,
		&sorting);
	if (options->limit > 0 && rows->symbol_count > (size_t)options->limit)
		rows->symbol_count = options->limit;
}

void report_rows_deinit(struct report_rows *rows)
{
	free(rows->heads);
	free(rows->leaves);
	free(rows->symbols);
	hosts_deinit(&rows->hosts);
}

const char *report_hosts_text(const struct report_rows *rows, const struct profile *profile,
			      uint32_t symbol, char *buf, size_t size)
{
	const struct host *hosts;
	size_t count = hosts_of(&rows->hosts, symbol, &hosts);

	buf[0] = '\0';
	if (count)
		snprintf(buf, size, "%s",
			 profile_text(profile, profile->symbols[hosts->host].name));
	if (count > 1) {
		size_t len = strlen(buf);

		snprintf(buf + len, size - len, " and %zu more", count - 1);
	}
	return buf;
}

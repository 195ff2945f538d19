// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * opreport -c: blocks between lines of dashes, in each the callers, the
 * function, and what it calls, itself as "f [self]". Callers and callees are
 * indented by two blanks, which mail may have squeezed away.
 */
#include <math.h>
#include <string.h>

#include "ingest/opreport.h"

static const char self_mark[] = " [self]";

static size_t length_without_self(const char *symbol)
{
	size_t len = strlen(symbol), mark = sizeof(self_mark) - 1;

	return len > mark && !strcmp(symbol + len - mark, self_mark) ? len - mark : len;
}

static bool is_self(const struct opreport_row *row)
{
	return row->symbol[length_without_self(row->symbol)];
}

/* The only row of the block that stands further left than the others, or @end. */
static size_t outdented(const struct opreport_row *rows, size_t begin, size_t end)
{
	size_t least = begin, same = 0;

	for (size_t i = begin; i < end; i++)
		if (rows[i].indent < rows[least].indent)
			least = i;
	for (size_t i = begin; i < end; i++)
		same += rows[i].indent == rows[least].indent;
	return same == 1 ? least : end;
}

static double percent_between(const struct opreport_row *rows, size_t begin, size_t end)
{
	double sum = 0;

	for (size_t i = begin; i < end; i++)
		sum += rows[i].values[0].percent;
	return sum;
}

/* How far the shares before and after @at are from being those of all callers and callees. */
static double misfit(const struct opreport_row *rows, size_t begin, size_t at, size_t end)
{
	double callers = percent_between(rows, begin, at);
	double callees = percent_between(rows, at + 1, end);

	return (at == begin ? 0 : fabs(callers - 100)) + (at + 1 == end ? 0 : fabs(callees - 100));
}

/* The function has the name of the [self] row after it; without one, shares alone decide. */
static bool may_be_function(const struct opreport_row *rows, size_t at, size_t end)
{
	bool any_self = false;

	for (size_t i = at + 1; i < end; i++) {
		size_t len = length_without_self(rows[i].symbol);

		if (!is_self(&rows[i]))
			continue;
		any_self = true;
		if (strlen(rows[at].symbol) == len && !memcmp(rows[at].symbol, rows[i].symbol, len))
			return true;
	}
	return !any_self && !is_self(&rows[at]);
}

static size_t find_function(const struct opreport_row *rows, size_t begin, size_t end)
{
	size_t best = outdented(rows, begin, end);

	if (best < end)
		return best;
	for (size_t i = begin; i < end; i++)
		if (may_be_function(rows, i, end) &&
		    (best == end || misfit(rows, begin, i, end) < misfit(rows, begin, best, end)))
			best = i;
	return best;
}

void opreport_keep_functions(struct opreport_table *table)
{
	struct opreport_row *rows = table->rows;
	size_t kept = 0;

	for (size_t begin = 0, end; begin < table->count; begin = end) {
		for (end = begin + 1; end < table->count && !rows[end].after_ruler; end++)
			;

		size_t function = find_function(rows, begin, end);

		if (function < end)
			rows[kept++] = rows[function];
	}
	table->count = kept;
}

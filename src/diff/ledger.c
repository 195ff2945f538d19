// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/ledger.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/one_sided.h"
#include "diff/volume.h"
#include "support/memory.h"

#define IS_NOISE 3.0 /* standard errors */

const char *const ledger_names[] = {
	"cost",	 "volume", "moved", "renamed", "inlined",    "outlined",
	"split", "merged", "new",   "gone",    "unresolved", "not-listed",
};

const char *const reason_names[] = {
	"",
	"more instructions",
	"fewer instructions",
	"dearer instructions",
	"cheaper instructions",
	"number and cost of instructions",
};

struct book {
	struct diff_event *event;
	struct chains *chains;
	double (*self)[SIDES]; /* by row: what is not booked yet, in the common unit */
	double not_listed;
	size_t relocations; /* their first line */
	size_t capacity;
};

static void add_line(struct book *book, enum ledger_kind kind, uint32_t row, double amount)
{
	struct diff_event *event = book->event;

	array_reserve(event->ledger, book->capacity, event->ledger_count + 1);
	event->ledger[event->ledger_count] = (struct ledger_line) {
		.kind = kind,
		.row = row,
		.subject = row == NONE ? "[not listed]" : diff_row_name(event, &event->rows[row]),
		.amount = amount,
	};
	event->ledger_count++;
}

/* One line for what is told of one function, however many callers it concerns. */
static void add_to_line(struct book *book, enum ledger_kind kind, uint32_t row, double amount)
{
	struct diff_event *event = book->event;

	for (size_t i = book->relocations; i < event->ledger_count; i++) {
		struct ledger_line *line = &event->ledger[i];

		if (line->kind == kind && line->row == row) {
			line->amount += amount;
			return;
		}
	}
	add_line(book, kind, row, amount);
}

static void book_one_sided(struct book *book, int side)
{
	size_t rows = book->event->row_count;
	double *amounts = mem_zalloc(rows + 1, sizeof(*amounts));

	one_sided_take(book->chains, side, amounts);
	for (size_t i = 0; i < rows; i++)
		if (amounts[i] > 0)
			add_line(book, side == NEW ? LEDGER_NEW : LEDGER_GONE, i,
				 side == NEW ? amounts[i] : -amounts[i]);
	free(amounts);
}

static void book_volumes(struct book *book)
{
	struct volume *list;
	size_t count = volumes_take(book->chains, &list);

	for (size_t i = 0; i < count; i++)
		add_line(book, LEDGER_VOLUME, list[i].row, list[i].amount);
	free(list);
}

static void sum_rest(struct book *book)
{
	for (int side = 0; side < SIDES; side++) {
		const struct chain_list *list = &book->chains->side[side];

		for (size_t i = 0; i < list->count; i++)
			book->self[list->frames[list->list[i].first]][side] +=
				list->list[i].weight * book->chains->unit[side];
	}
}

/* ---- what remains, row by row ---- */

static enum ledger_kind kind_of_relocation(enum relocation_kind kind)
{
	static const enum ledger_kind kinds[] = {
		[RELOCATION_INLINED] = LEDGER_INLINED, [RELOCATION_OUTLINED] = LEDGER_OUTLINED,
		[RELOCATION_MERGED] = LEDGER_MERGED,   [RELOCATION_SPLIT] = LEDGER_SPLIT,
		[RELOCATION_MOVED] = LEDGER_MOVED,
	};

	return kinds[kind];
}

/* The name that people look for: of a merger the one that took over, else what came or went. */
static uint32_t subject_of(const struct relocation *relocation)
{
	return relocation->kind == RELOCATION_MERGED || relocation->kind == RELOCATION_MOVED
		       ? relocation->other
		       : relocation->row;
}

static bool is_noise(const struct book *book, const double self[SIDES])
{
	return fabs(self[NEW] - self[BASE]) <=
	       IS_NOISE * chains_noise(book->chains, self[BASE] + self[NEW]);
}

/*
 * A function that took code in, or gave it away, keeps what sampling makes of
 * it with the relocation; a real change is its own cost.
 */
static void book_relocations(struct book *book)
{
	const struct diff_event *event = book->event;

	book->relocations = event->ledger_count;
	for (size_t i = 0; i < event->relocation_count; i++) {
		const struct relocation *relocation = &event->relocations[i];
		double *self = book->self[relocation->other];
		double rest = is_noise(book, self) ? self[NEW] - self[BASE] : 0;

		add_to_line(book, kind_of_relocation(relocation->kind), subject_of(relocation),
			    rest);
		if (rest != 0)
			self[BASE] = self[NEW] = 0;
	}
}

static bool has_new_name(const struct diff_event *event, const struct diff_row *row)
{
	return (row->match == MATCH_FAMILY || row->match == MATCH_INFERRED) &&
	       row->side[BASE].symbol != NONE && row->side[NEW].symbol != NONE &&
	       strcmp(diff_row_side_name(event, row, BASE), diff_row_side_name(event, row, NEW));
}

static uint32_t flags_of(const struct diff_event *event, const struct diff_row *row)
{
	uint32_t flags = 0;

	for (int side = 0; side < SIDES; side++)
		if (row->side[side].symbol != NONE)
			flags |=
				event->totals[side]->profile->symbols[row->side[side].symbol].flags;
	return flags;
}

static enum ledger_kind kind_of_row(const struct book *book, uint32_t at)
{
	const struct diff_row *row = &book->event->rows[at];
	uint32_t flags = flags_of(book->event, row);

	if (flags & SYMBOL_NOT_LISTED || row->match == MATCH_NOT_LISTED)
		return LEDGER_NOT_LISTED;
	if (flags & SYMBOL_UNKNOWN)
		return LEDGER_UNRESOLVED;
	if (!has_new_name(book->event, row) || !is_noise(book, book->self[at]))
		return LEDGER_COST;
	if (row->note && !strncmp(row->note, "merged", 6))
		return LEDGER_MERGED;
	if (row->note && !strncmp(row->note, "split", 5))
		return LEDGER_SPLIT;
	return LEDGER_RENAMED;
}

static void book_rows(struct book *book)
{
	for (uint32_t i = 0; i < book->event->row_count; i++) {
		double amount = book->self[i][NEW] - book->self[i][BASE];
		enum ledger_kind kind = kind_of_row(book, i);

		if (kind == LEDGER_NOT_LISTED)
			book->not_listed += amount;
		else if (amount != 0 || has_new_name(book->event, &book->event->rows[i]))
			add_line(book, kind, i, amount);
	}
	if (book->not_listed != 0)
		add_line(book, LEDGER_NOT_LISTED, NONE, book->not_listed);
}

/* ---- the whole ---- */

static int larger(const void *a, const void *b)
{
	const struct ledger_line *x = a, *y = b;
	int order;

	if (fabs(x->amount) != fabs(y->amount))
		return fabs(x->amount) < fabs(y->amount) ? 1 : -1;
	order = strcmp(x->subject, y->subject);
	return order		    ? order
	       : x->kind != y->kind ? (int)x->kind - (int)y->kind
				    : (x->row > y->row) - (x->row < y->row);
}

static double total_change(const struct diff_event *event)
{
	return event->amount[NEW] / event->factor - event->amount[BASE];
}

/* Whole numbers; what rounding leaves over is in the largest line. */
static void settle(struct diff_event *event)
{
	double rest = total_change(event);

	for (size_t i = 0; i < event->ledger_count; i++) {
		event->ledger[i].amount = round(event->ledger[i].amount);
		rest -= event->ledger[i].amount;
	}
	if (!event->ledger_count)
		return;
	qsort(event->ledger, event->ledger_count, sizeof(*event->ledger), larger);
	event->ledger[0].amount += rest;
}

void diff_book(struct diff_event *event, struct chains *chains)
{
	struct book book = { .event = event, .chains = chains };

	if (!event->work_known || !(event->amount[BASE] > 0) || !(event->amount[NEW] > 0))
		return;
	book.self = mem_zalloc(event->row_count + 1, sizeof(*book.self));
	for (int side = 0; side < SIDES; side++)
		book_one_sided(&book, side);
	book_volumes(&book);
	sum_rest(&book);
	book_relocations(&book);
	book_rows(&book);
	settle(event);
	free(book.self);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Two readings of the same counters for people: what moved, most first. */
#include <math.h>
#include <string.h>

#include "evidence/compare.h"
#include "evidence/format.h"
#include "report/evidence_value.h"
#include "report/text.h"
#include "report/text_table.h"

enum { ROWS_MOST = 20 };

static const char *reading_text(const struct evidence_reading *reading, char *room)
{
	struct evidence_value value = { .value = reading->value, .state = reading->state };

	return text_evidence_value(reading->runs ? &value : NULL, room);
}

/* "+101848 %", "-13 pp", "x40" where a percentage would have too many digits. */
static void set_change(struct text_row *line, const struct evidence_move *move)
{
	if (isnan(move->delta))
		return;
	if (move->is_points)
		text_cell(line, 4, "%+.4g pp", move->delta);
	else if (isnan(move->change_pct))
		text_cell(line, 4, "from 0");
	else if (move->change_pct >= 900)
		text_cell(line, 4, "x %.0f", move->change_pct / 100 + 1);
	else
		text_cell(line, 4, "%+.1f %%", move->change_pct);
}

/* "kmalloc-512 Slowpath", or, of a cache with two names, "kmalloc-512 (base :0000512)". */
static void set_name(struct text_row *line, const struct evidence_pair *pair,
		     const struct evidence_row *row)
{
	const struct evidence_row *base = pair->sides[EVIDENCE_BASE];
	const char *other = !pair->by_alias || !base || base == row ? NULL
			    : strcmp(base->name, row->name) != 0    ? base->name
								    : base->group;

	text_cell(line, 0, "%s%s%s%s%s%s", row->group ? row->group : "", row->group ? " " : "",
		  row->name, other ? " (base " : "", other ? other : "", other ? ")" : "");
}

static void add_pair(struct text_table *table, const struct evidence_pair *pair)
{
	const struct evidence_row *base = pair->sides[EVIDENCE_BASE];
	const struct evidence_row *newer = pair->sides[EVIDENCE_NEW];
	const struct evidence_row *row = newer ? newer : base;
	bool first = true, is_paired = base && newer;
	char room[32];

	for (size_t i = 0; i < pair->count; i++) {
		const struct evidence_move *move = &pair->moves[i];

		if (is_paired && !move->moved)
			continue;

		struct text_row *line = text_table_row(table, 0);

		if (first)
			set_name(line, pair, row);
		text_cell(line, 1, "%s",
			  row->unit && !strcmp(move->key, "value") ? row->unit : move->key);
		text_cell(line, 2, "%s", reading_text(&move->sides[EVIDENCE_BASE], room));
		text_cell(line, 3, "%s", reading_text(&move->sides[EVIDENCE_NEW], room));
		set_change(line, move);
		if (first && !is_paired)
			text_cell(line, 4, base ? "not in new" : "not in base");
		first = false;
	}
}

void text_evidence_diff(const struct evidence_diff *diff,
			const struct symdiff_print_options *options, FILE *out)
{
	size_t most = options->limit	 ? (size_t)options->limit
		      : options->verbose ? SIZE_MAX
					 : ROWS_MOST;
	struct text_table table = {
		.heads = { "name", "value", "base", "new", "change" },
		.columns = 5,
	};
	size_t moved = 0, paired = 0, shown = 0;

	for (size_t i = 0; i < diff->count; i++) {
		const struct evidence_pair *pair = &diff->pairs[i];
		bool is_paired = pair->sides[EVIDENCE_BASE] && pair->sides[EVIDENCE_NEW];

		paired += is_paired;
		moved += is_paired && pair->moved;
		if ((!is_paired || pair->moved) && shown < most) {
			add_pair(&table, pair);
			shown++;
		}
	}
	text_table_print(&table, options, out);
	fprintf(out,
		"%s%zu of %zu rows that both have moved: by more than %.0f %%, or %.0f points.\n",
		shown ? "\n" : "", moved, paired, 100 * EVIDENCE_MOVED_PART, EVIDENCE_MOVED_POINTS);
	if (diff->count > paired)
		fprintf(out, "%zu are on one side only, which is not 0 on the other.\n",
			diff->count - paired);
	if (moved + diff->count - paired > shown)
		fprintf(out, "Shown: %zu, those that moved most.\n", shown);
}

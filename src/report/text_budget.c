// SPDX-License-Identifier: GPL-2.0-or-later
/* Where the change of elapsed time went, for people. */
#include <math.h>

#include "report/text.h"
#include "report/text_table.h"
#include "support/cleanup.h"
#include "witness/budget.h"

enum { LINES_MOST = 6 };
#define LINE_LEAST 0.1 /* percent of elapsed time, to be told */

/* As many decimals in all rows as give the elapsed time four digits: columns of figures line up. */
static int decimals_of(const struct budget *budget)
{
	double longest = fmax(budget->elapsed[BASE], budget->elapsed[NEW]);

	return longest > 0 ? (int)fmin(fmax(3 - floor(log10(longest)), 0), 9) : 3;
}

static void add_line(struct text_table *table, const struct budget *budget, const char *what,
		     const double seconds[SIDES], int indent)
{
	struct text_row *row = text_table_row(table, indent);

	int decimals = decimals_of(budget);

	text_cell(row, 0, "%s", what);
	text_cell(row, 1, "%.*f", decimals, seconds[BASE]);
	text_cell(row, 2, "%.*f", decimals, seconds[NEW]);
	text_cell(row, 3, "%+.*f", decimals, seconds[NEW] - seconds[BASE]);
	text_cell(row, 4, "%+.1f %%", budget_percent(budget, seconds));
}

static void print_table(const struct budget *budget, const struct symdiff_print_options *options,
			FILE *out)
{
	struct text_table table = {
		.heads = { "", "base s", "new s", "s", "of elapsed" },
		.columns = 5,
	};
	bool has_idle = !isnan(budget->idle[BASE]) && !isnan(budget->idle[NEW]);
	size_t shown = 0;

	add_line(&table, budget, "elapsed", budget->elapsed, 0);
	add_line(&table, budget, "busy", budget->busy, 2);
	for (size_t i = 0; i < budget->line_count; i++) {
		const struct budget_line *line = &budget->lines[i];

		if (!options->verbose && (shown == LINES_MOST ||
					  fabs(budget_percent(budget, line->seconds)) < LINE_LEAST))
			break;
		add_line(&table, budget, line->bucket, line->seconds, 4);
		shown++;
	}
	if (has_idle)
		add_line(&table, budget, "idle", budget->idle, 2);
	add_line(&table, budget, has_idle ? "unexplained" : "idle, blocked or not sampled",
		 budget->rest, 2);
	text_table_print(&table, options, out);
}

void text_budget(const struct budget *budget, const struct symdiff_print_options *options,
		 FILE *out)
{
	cleanup_free char *line = NULL;

	if (!budget->known)
		return;
	fputc('\n', out);
	print_table(budget, options, out);
	if (asprintf(
		    &line,
		    "The CPU profile explains %.1f of %.1f %%: seconds of %u CPUs, divided by %u%s.",
		    budget_percent(budget, budget->busy), budget_percent(budget, budget->elapsed),
		    budget->cpus, budget->cpus,
		    budget->source == BUDGET_BENCHMARK
			    ? "; busy time as the benchmark has it, in the shares of the profile"
			    : "") >= 0)
		text_wrap(line, 0, options, out);
}

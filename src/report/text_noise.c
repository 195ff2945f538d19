// SPDX-License-Identifier: GPL-2.0-or-later
/* What runs vary, for people: with -v, what the verdicts on buckets rest on. */
#include <math.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/motion.h"
#include "diff/words.h"
#include "report/text.h"
#include "report/text_table.h"

static void p_cell(struct text_row *row, size_t column, double p)
{
	if (isnan(p))
		text_cell(row, column, "-");
	else if (p < 0.0001)
		text_cell(row, column, "<0.0001");
	else
		text_cell(row, column, "%.4f", p);
}

static void add_test(struct text_table *table, const char *name, const struct noise *noise,
		     const struct noise_item *item)
{
	const struct spread *share = &item->share, *test = noise_tested(noise, item);
	struct range points = spread_points(share, 0.025);
	struct text_row *row;

	if (isnan(test->p))
		return;
	row = text_table_row(table, 0);
	text_cell(row, 0, "%s", name);
	for (int side = 0; side < SIDES; side++) {
		if (isnan(share->sd[side]))
			text_cell(row, 1 + side, "%.2f", 100 * share->mean[side]);
		else
			text_cell(row, 1 + side, "%.2f sd %.2f", 100 * share->mean[side],
				  100 * share->sd[side]);
	}
	text_cell(row, 3, "%+.2f to %+.2f", points.low, points.high);
	if (isnan(share->without_one.low))
		text_cell(row, 4, "-");
	else
		text_cell(row, 4, "%+.2f to %+.2f", share->without_one.low,
			  share->without_one.high);
	p_cell(row, 5, test->p);
	p_cell(row, 6, test->q);
	p_cell(row, 7, test->exact_p);
}

void text_noise(const struct diff_event *event, const struct symdiff_print_options *options,
		FILE *out)
{
	struct text_table table = {
		.heads = { "runs", "base %", "new %", "pp, 95 %", "without one run", "p", "q",
			   "exact p" },
		.columns = 8,
	};
	const struct noise *noise = event->noise;
	const struct noise_item *items = noise->owners ? noise->owners : noise->heads;

	if (!noise_is_known(noise))
		return;
	for (size_t i = 0; i < event->head_count; i++)
		add_test(&table, event->heads[i].name, noise, &items[i]);
	fputc('\n', out);
	text_table_print(&table, options, out);
	fprintf(out,
		"%zu of %zu rows and buckets tested are discoveries (at most 5 %% of them false; "
		"q is p after that search)\n",
		noise->discovered, noise->tested);
}

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

/* "runs", "floor, blocks x2.1 x1.0": where the noise of a verdict is known from. */
static void source_cell(struct text_row *row, size_t column, const struct noise *noise,
			const struct spread *share)
{
	char blocks[64] = "";
	double most = fmax(share->dispersion[BASE], share->dispersion[NEW]);

	if (spread_is_by_blocks(share) && noise->source != NOISE_RUNS)
		snprintf(blocks, sizeof(blocks), ", blocks x%.1f", most);
	text_cell(row, column, "%s%s", noise_source_names[noise->source], blocks);
}

static void points_cell(struct text_row *row, size_t column, struct range points)
{
	if (isnan(points.low))
		text_cell(row, column, "-");
	else
		text_cell(row, column, "%+.2f to %+.2f", points.low, points.high);
}

/* By the runs, and what cut tables may hide on top. */
static struct range open_points(const struct diff_event *event, const struct diff_bucket *bucket,
				const struct spread *share)
{
	struct range points = spread_points(share, 0.025);

	points.low -= 100 * diff_share(event, BASE, bucket->hidden[BASE]);
	points.high += 100 * diff_share(event, NEW, bucket->hidden[NEW]);
	return points;
}

static void add_test(struct text_table *table, const struct diff_event *event,
		     const struct diff_bucket *bucket, const struct noise_item *item)
{
	const struct noise *noise = event->noise;
	const struct spread *share = &item->share, *test = noise_tested(noise, item);
	struct text_row *row;

	if (isnan(test->p))
		return;
	row = text_table_row(table, 0);
	text_cell(row, 0, "%s", bucket->name);
	for (int side = 0; side < SIDES; side++) {
		if (isnan(share->sd[side]))
			text_cell(row, 1 + side, "%.2f", 100 * share->mean[side]);
		else
			text_cell(row, 1 + side, "%.2f sd %.2f", 100 * share->mean[side],
				  100 * share->sd[side]);
	}
	points_cell(row, 3, open_points(event, bucket, share));
	points_cell(row, 4, share->without_one);
	p_cell(row, 5, test->p);
	p_cell(row, 6, test->q);
	p_cell(row, 7, test->exact_p);
	source_cell(row, 8, noise, share);
}

/* Single runs of which nobody knows what they vary: what sampling alone leaves open, and what else. */
static void add_floor(struct text_table *table, const struct diff_event *event,
		      const struct diff_bucket *bucket, const struct noise_item *item)
{
	const struct spread *share = &item->share;
	struct text_row *row;

	if (spread_is_small(share))
		return;
	row = text_table_row(table, 0);
	text_cell(row, 0, "%s", bucket->name);
	for (int side = 0; side < SIDES; side++)
		text_cell(row, 1 + side, "%.2f", 100 * share->mean[side]);
	points_cell(row, 3, open_points(event, bucket, share));
	source_cell(row, 4, event->noise, share);
}

static void say_blocks(const struct noise *noise, const struct symdiff_print_options *options,
		       FILE *out)
{
	char line[256];

	if (isnan(noise->blocks[BASE]) && isnan(noise->blocks[NEW]))
		return;
	snprintf(
		line, sizeof(line),
		"blocks xN: over time within a run the share varies N times as much (as a variance) "
		"as independent samples would make it");
	text_wrap(line, 2, options, out);
}

void text_noise(const struct diff_event *event, const struct symdiff_print_options *options,
		FILE *out)
{
	struct text_table tests = {
		.heads = { "runs", "base %", "new %", "pp, 95 %", "without one run", "p", "q",
			   "exact p", "noise" },
		.columns = 9,
		.last_is_text = true,
	};
	struct text_table floor = {
		.heads = { "single runs", "base %", "new %", "pp, 95 %", "noise" },
		.columns = 5,
		.last_is_text = true,
	};
	const struct noise *noise = event->noise;
	const struct noise_item *items = noise->owners ? noise->owners : noise->heads;
	bool known = noise_is_known(noise);

	for (size_t i = 0; i < event->head_count; i++) {
		const struct diff_bucket *head = &event->heads[i];

		if (known)
			add_test(&tests, event, head, &items[i]);
		else if (head->head != event->leaves[BUCKET_NOT_LISTED].head &&
			 !(event->busy && head->head == event->leaves[BUCKET_IDLE].head))
			add_floor(&floor, event, head, &items[i]);
	}
	if (!known && !floor.count)
		return;
	fputc('\n', out);
	text_table_print(known ? &tests : &floor, options, out);
	if (noise->source != NOISE_RUNS)
		say_blocks(noise, options, out);
	if (!known) {
		fprintf(out,
			"floor: what boots of one kernel differ by (%.0f %%), stated and not "
			"measured here\n",
			100 * (noise->owners ? BOOTS_DIFFER_CHARGED : BOOTS_DIFFER));
		return;
	}
	fprintf(out,
		"%zu of %zu rows and buckets tested are discoveries (at most 5 %% of them false; "
		"q is p after that search)\n",
		noise->discovered, noise->tested);
}

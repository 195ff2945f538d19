// SPDX-License-Identifier: GPL-2.0-or-later
/* What a verdict rests on: samples, runs, spread, test. */
#include "report/json_noise.h"

#include <math.h>

#include "report/json_value.h"

static json_t *pair(double base, double newer)
{
	json_t *object = json_object();

	json_object_set_new(object, "base", json_number(base));
	json_object_set_new(object, "new", json_number(newer));
	return object;
}

static json_t *whole_pair(const uint64_t value[SIDES])
{
	json_t *object = json_object();

	json_object_set_new(object, "base", json_integer((json_int_t)value[BASE]));
	json_object_set_new(object, "new", json_integer((json_int_t)value[NEW]));
	return object;
}

static bool samples_known(const struct diff_event *event)
{
	return totals_event(event->totals[BASE])->samples_known &&
	       totals_event(event->totals[NEW])->samples_known;
}

static json_t *samples_json(const struct diff_event *event)
{
	return samples_known(event) ? whole_pair((uint64_t[]) { event->totals[BASE]->samples,
								event->totals[NEW]->samples })
				    : json_null();
}

/* Whether samples are taken for independent, or blocks of time show that they are not. */
static void set_sampling(json_t *object, const struct diff_event *event, const struct spread *share)
{
	json_object_set_new(object, "sampling_source", json_string(spread_sampling_source(share)));
	json_object_set_new(object, "dispersion",
			    pair(share->dispersion[BASE], share->dispersion[NEW]));
	json_object_set_new(object, "noise_source",
			    json_string(noise_source_names[event->noise->source]));
}

void json_set_noise(json_t *object, const struct diff_event *event, const struct mover *mover)
{
	const struct spread *test = motion_test(event, mover);

	json_object_set_new(object, "k",
			    samples_known(event) ? whole_pair(mover->samples) : json_null());
	if (mover->noise)
		set_sampling(object, event, &mover->noise->share);
	if (!test || isnan(test->p))
		return;

	const struct spread *share = &mover->noise->share;

	json_object_set_new(object, "n", samples_json(event));
	json_object_set_new(object, "n_eff", pair(share->n[BASE], share->n[NEW]));
	json_object_set_new(object, "mean_share", pair(share->mean[BASE], share->mean[NEW]));
	json_object_set_new(object, "sd_share", pair(share->sd[BASE], share->sd[NEW]));
	json_object_set_new(object, "without_one_low", json_number(share->without_one.low));
	json_object_set_new(object, "without_one_high", json_number(share->without_one.high));
	json_object_set_new(object, "tested", json_string(test->of_cost ? "cost" : "share"));
	if (test->of_cost) {
		struct range ratio = spread_ratio(test, 0.025);

		json_object_set_new(object, "cost_ratio_low", json_number(ratio.low));
		json_object_set_new(object, "cost_ratio_high", json_number(ratio.high));
	}
	json_object_set_new(object, "df", json_number(test->df));
	json_object_set_new(object, "p", json_number(test->p));
	json_object_set_new(object, "q", json_number(test->q));
	json_object_set_new(object, "exact_p", json_number(test->exact_p));
}

static json_t *standing_out(const struct diff_event *event, const struct symdiff_profile *side,
			    int which)
{
	json_t *array = json_array();

	for (size_t i = 0; i < side->run_count && i < event->noise->run_count[which]; i++)
		if (event->noise->stands_out[which][i])
			json_array_append_new(array, json_name(side->runs[i].path));
	return array;
}

void json_set_comparison(json_t *object, const struct symdiff_diff *diff,
			 const struct diff_event *event)
{
	const struct noise *noise = event->noise;
	bool replicated = noise_is_replicated(noise);
	json_t *out = json_object();

	json_object_set_new(object, "replicated", json_boolean(replicated));
	json_object_set_new(
		object, "runs",
		whole_pair((uint64_t[]) { noise->run_count[BASE], noise->run_count[NEW] }));
	json_object_set_new(object, "n", samples_json(event));
	json_object_set_new(object, "n_eff",
			    samples_known(event) ? pair(noise->samples[BASE], noise->samples[NEW])
						 : json_null());
	json_object_set_new(object, "noise_source", json_string(noise_source_names[noise->source]));
	json_object_set_new(object, "time_blocks", pair(noise->blocks[BASE], noise->blocks[NEW]));
	json_object_set_new(object, "same_within_pp",
			    noise->same_within > 0 ? json_number(noise->same_within) : json_null());
	if (!noise_is_known(noise)) {
		json_decref(out);
		return;
	}
	json_object_set_new(object, "tested", json_integer((json_int_t)noise->tested));
	json_object_set_new(object, "discoveries", json_integer((json_int_t)noise->discovered));
	json_object_set_new(object, "false_discovery_rate", json_number(FALSE_DISCOVERIES));
	json_object_set_new(object, "exact_disagrees", json_integer((json_int_t)noise->disagree));
	json_object_set_new(out, "base", standing_out(event, diff->side[BASE], BASE));
	json_object_set_new(out, "new", standing_out(event, diff->side[NEW], NEW));
	json_object_set_new(object, "stands_out", out);
}

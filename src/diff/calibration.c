// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/calibration.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/noise.h"
#include "support/error.h"
#include "support/memory.h"

#define SCHEMA	   "symdiff/calibration/1"
#define RUNS_LEAST 3

/* ---- learning ---- */

struct learn {
	const struct symdiff_profile *side;
	const struct totals *sum;
	const struct totals **runs;
	size_t count;
	struct run_value *values;
};

static bool is_busy(const struct totals *run)
{
	return run->idle < run->total;
}

static double busy_whole(const struct totals *run)
{
	return (double)(run->total - (is_busy(run) ? run->idle : 0));
}

static void set_value(struct learn *learn, size_t run, double weight,
		      const struct time_series *series)
{
	const struct totals *of = learn->runs[run];

	learn->values[run] = (struct run_value) {
		.share = fmin(weight / busy_whole(of), 1),
		.samples =
			fmax(noise_samples(learn->sum, of) * busy_whole(of) / (double)of->total, 1),
	};
	noise_add_blocks(&learn->values[run], of, series, is_busy(of));
}

/* The spread of what was set: one side alone. */
static struct spread spread_of(const struct learn *learn)
{
	struct spread spread;

	spread_measure(&spread, (const struct run_value *const[]) { NULL, learn->values },
		       (const size_t[]) { 0, learn->count }, false, 0);
	return spread;
}

static bool is_seen(const struct spread *spread)
{
	return spread->k[NEW] >= 10 * (double)spread->runs[NEW];
}

static double beyond_sampling(const struct spread *spread)
{
	return sqrt(fmax(spread->variance[NEW] - spread->sampling[NEW], 0));
}

static uint64_t busy_weight(const struct totals *run, uint16_t leaf, bool charged)
{
	const struct bucket_total *total = &run->buckets[leaf];
	bool busy = is_busy(run);

	if (charged)
		return total->charged - (busy ? total->idle_charged : 0);
	return total->self - (busy ? total->idle : 0);
}

/* @head: a head; else a leaf. NaN if it was hardly seen. */
static double bucket_sd(struct learn *learn, uint16_t bucket, bool head, bool charged)
{
	const struct buckets *buckets = learn->side->rules->buckets;
	struct spread spread;

	for (size_t run = 0; run < learn->count; run++) {
		const struct totals *of = learn->runs[run];
		struct time_series series = { { 0 } };
		double weight = 0;

		for (uint16_t i = 0; i < learn->sum->bucket_count; i++) {
			if (head ? buckets_head(buckets, i) != bucket : i != bucket)
				continue;
			weight += (double)busy_weight(of, i, charged);
			time_series_add_bucket(&series, &of->times, i, charged, is_busy(of));
		}
		set_value(learn, run, weight, &series);
	}
	spread = spread_of(learn);
	return is_seen(&spread) ? beyond_sampling(&spread) : NAN;
}

static struct variance_prior rows_prior(struct learn *learn)
{
	uint32_t symbols = learn->sum->profile->symbol_count;
	double *variance = mem_alloc(2 * ((size_t)symbols + 1) * sizeof(*variance));
	double *sampling = variance + symbols + 1;
	struct variance_prior prior;
	size_t count = 0;

	for (uint32_t i = 0; i < symbols; i++) {
		struct spread spread;

		if (learn->sum->profile->symbols[i].flags ||
		    learn->sum->profile->symbols[i].bucket == BUCKET_IDLE)
			continue;
		for (size_t run = 0; run < learn->count; run++)
			set_value(learn, run, (double)learn->runs[run]->symbols[i].self,
				  &(struct time_series) { { 0 } });
		spread = spread_of(learn);
		if (!is_seen(&spread))
			continue;
		variance[count] = spread.variance[NEW];
		sampling[count++] = spread.counting[NEW];
	}
	prior = stats_fit_prior(variance, sampling, count, (double)learn->count - 1);
	free(variance);
	return prior;
}

/* ---- JSON ---- */

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static void add_bucket(json_t *array, struct learn *learn, const char *name, uint16_t bucket,
		       bool head)
{
	double self = bucket_sd(learn, bucket, head, false);
	double charged = learn->sum->has_charged ? bucket_sd(learn, bucket, head, true) : NAN;
	json_t *object;

	if (isnan(self) && isnan(charged))
		return;
	object = json_object();
	json_object_set_new(object, "bucket", json_string(name));
	json_object_set_new(object, "self_sd", number(self));
	json_object_set_new(object, "charged_sd", number(charged));
	json_array_append_new(array, object);
}

static json_t *buckets_json(struct learn *learn)
{
	const struct buckets *buckets = learn->side->rules->buckets;
	json_t *array = json_array();

	for (uint16_t i = 0; i < buckets_head_count(buckets); i++)
		add_bucket(array, learn, buckets_head_name(buckets, i), i, true);
	for (uint16_t i = 0; i < buckets_count(buckets); i++)
		if (strchr(buckets_leaf_name(buckets, i), '/'))
			add_bucket(array, learn, buckets_leaf_name(buckets, i), i, false);
	return array;
}

static void print_learned(struct learn *learn, FILE *out)
{
	struct variance_prior rows = rows_prior(learn);
	json_t *root = json_object(), *symbols = json_object();

	json_object_set_new(root, "schema", json_string(SCHEMA));
	json_object_set_new(root, "runs", json_integer((json_int_t)learn->count));
	json_object_set_new(root, "buckets", buckets_json(learn));
	json_object_set_new(symbols, "constant", number(rows.constant));
	json_object_set_new(symbols, "slope", number(rows.slope));
	json_object_set_new(symbols, "df", number(rows.df));
	json_object_set_new(root, "symbols", symbols);
	json_dumpf(root, out, JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));
	fputc('\n', out);
	json_decref(root);
}

static const struct totals *main_event(const struct symdiff_profile *side)
{
	for (uint32_t i = 0; i < side->profile->event_count; i++)
		if (side->totals[i].total)
			return &side->totals[i];
	return NULL;
}

int calibration_print(const struct symdiff_profile *side, FILE *out, struct symdiff_error *err)
{
	struct learn learn = { .side = side, .sum = main_event(side) };

	learn.runs = mem_alloc((side->run_count + 1) * sizeof(*learn.runs));
	learn.values = mem_alloc((side->run_count + 1) * sizeof(*learn.values));
	if (learn.sum && side->run_count)
		learn.count = noise_runs(side, learn.sum, learn.runs);
	if (learn.count >= RUNS_LEAST)
		print_learned(&learn, out);
	free(learn.runs);
	free(learn.values);
	if (learn.count >= RUNS_LEAST)
		return 0;
	return symdiff_fail(
		err, SYMDIFF_ERR_USAGE, -1,
		"what runs vary can be learned from %d runs on; there are %zu with samples",
		RUNS_LEAST, learn.count);
}

/* NaN if it is no number. */
static double real_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool take_all(struct calibration *into, const json_t *root)
{
	const char *schema = json_string_value(json_object_get(root, "schema"));
	const json_t *buckets = json_object_get(root, "buckets"), *rows;
	size_t i;
	json_t *object;

	if (!schema || strcmp(schema, SCHEMA) || !json_is_array(buckets))
		return false;
	into->df = real_of(root, "runs") - 1;
	rows = json_object_get(root, "symbols");
	into->rows = (struct variance_prior) { real_of(rows, "constant"), real_of(rows, "slope"),
					       real_of(rows, "df") };
	if (isnan(into->rows.df))
		into->rows.df = INFINITY; /* null: the symbols did not differ */
	into->buckets = mem_zalloc(json_array_size(buckets) + 1, sizeof(*into->buckets));
	json_array_foreach(buckets, i, object)
	{
		const char *name = json_string_value(json_object_get(object, "bucket"));

		if (!name)
			return false;
		into->buckets[into->bucket_count++] =
			(struct calibrated_bucket) { mem_strdup(name), real_of(object, "self_sd"),
						     real_of(object, "charged_sd") };
	}
	return into->df >= RUNS_LEAST - 1 && into->rows.constant >= 0 && into->rows.slope >= 0 &&
	       into->rows.df >= 0;
}

struct calibration *calibration_read(const char *path, struct symdiff_error *err)
{
	struct calibration *calibration = mem_zalloc(1, sizeof(*calibration));
	json_error_t error;
	json_t *root = json_load_file(path, 0, &error);
	bool is_json = root != NULL, good = is_json && take_all(calibration, root);

	json_decref(root);
	if (good)
		return calibration;
	calibration_free(calibration);
	if (is_json)
		symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
			     "is no calibration (symdiff calibrate RUN... prints one)");
	else
		symdiff_fail(err, SYMDIFF_ERR_FORMAT, error.line, "%s", error.text);
	symdiff_error_source(err, path);
	return NULL;
}

void calibration_free(struct calibration *calibration)
{
	if (!calibration)
		return;
	for (size_t i = 0; i < calibration->bucket_count; i++)
		free(calibration->buckets[i].name);
	free(calibration->buckets);
	free(calibration);
}

double calibration_of_bucket(const struct calibration *calibration, const char *name, bool charged,
			     double otherwise)
{
	for (size_t i = 0; i < calibration->bucket_count; i++) {
		const struct calibrated_bucket *bucket = &calibration->buckets[i];
		double sd = charged ? bucket->charged : bucket->self;

		if (!strcmp(bucket->name, name))
			return sd >= 0 ? sd : otherwise;
	}
	return otherwise;
}

double calibration_of_row(const struct calibration *calibration, double counting, double sampling)
{
	return sqrt(fmax(stats_expected(&calibration->rows, counting) - sampling, 0));
}

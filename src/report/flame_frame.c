// SPDX-License-Identifier: GPL-2.0-or-later
/* What one frame of a flame graph says: its name, and how it changed. */
#include "report/flame.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/rows.h"
#include "support/memory.h"

static char *print_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

static char *print_text(const char *format, ...)
{
	char *text;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = mem_strdup("");
	va_end(args);
	return text;
}

static char *symbol_label(const struct flame *flame, uint32_t number)
{
	const struct profile *profile = flame->totals[NEW]->profile;
	const char *name, *older = "", *dso;
	bool unknown;

	if (flame->event) {
		const struct diff_row *row = &flame->event->rows[number];

		name = diff_row_name(flame->event, row);
		older = diff_row_side_name(flame->event, row, BASE);
		if (!*diff_row_side_name(flame->event, row, NEW))
			older = "";
		dso = diff_row_dso(flame->event, row);
		unknown = !strcmp(name, "[unknown]");
	} else {
		name = profile_text(profile, profile->symbols[number].name);
		dso = report_dso(profile, &profile->symbols[number]);
		unknown = profile->symbols[number].flags & SYMBOL_UNKNOWN;
	}
	if (*older && strcmp(older, name))
		return print_text("%s (was %s)", name, older);
	return unknown ? print_text("%s %s", name, dso) : mem_strdup(name);
}

char *flame_label(const struct flame *flame, const struct flame_frame *frame)
{
	const struct buckets *buckets = flame->side[NEW]->rules->buckets;

	switch (frame->kind) {
	case FLAME_ROOT:
		return mem_strdup("all");
	case FLAME_COMMAND:
		return mem_strdup(names_text(&flame->commands, frame->number));
	case FLAME_HEAD:
		return mem_strdup(buckets_head_name(buckets, frame->number));
	case FLAME_LEAF:
		return mem_strdup(buckets_leaf_name(buckets, frame->number));
	case FLAME_SYMBOL:
		return symbol_label(flame, frame->number);
	case FLAME_REST:
		break;
	}
	return mem_strdup("\xe2\x80\xa6"); /* ... */
}

const char *flame_dso(const struct flame *flame, const struct flame_frame *frame)
{
	const struct profile *profile = flame->totals[NEW]->profile;

	if (frame->kind != FLAME_SYMBOL)
		return "";
	return flame->event ? diff_row_dso(flame->event, &flame->event->rows[frame->number])
			    : report_dso(profile, &profile->symbols[frame->number]);
}

uint16_t flame_leaf(const struct flame *flame, const struct flame_frame *frame)
{
	switch (frame->kind) {
	case FLAME_SYMBOL:
		return flame->event ? flame->event->rows[frame->number].bucket
				    : flame->totals[NEW]->profile->symbols[frame->number].bucket;
	case FLAME_LEAF:
		return frame->number;
	default:
		return BUCKET_NONE;
	}
}

const char *flame_bucket(const struct flame *flame, const struct flame_frame *frame)
{
	const struct buckets *buckets = flame->side[NEW]->rules->buckets;
	uint16_t leaf = flame_leaf(flame, frame);

	if (frame->kind == FLAME_HEAD)
		return buckets_head_name(buckets, frame->number);
	return leaf == BUCKET_NONE ? "" : buckets_leaf_name(buckets, leaf);
}

double flame_samples(const struct flame *flame, int side)
{
	const struct totals *totals = flame->totals[side];

	return totals_event(totals)->samples_known ? totals->samples_worth : 0;
}

/* Samples come as a Poisson process does; what was never seen may still be one sample. */
double flame_noise(const struct flame *flame, const struct flame_frame *frame)
{
	double variance = 0;

	for (int side = 0; side < SIDES; side++) {
		double samples = flame_samples(flame, side);
		double one = samples > 0 ? flame->unit[side] * (double)flame->totals[side]->total /
						   samples
					 : 0;

		if (!(one > 0))
			return 0;
		variance += fmax(frame->value[side], one) * one;
	}
	return 1.96 * sqrt(variance);
}

static enum flame_change size_of_change(double smaller, double larger, enum flame_change first)
{
	if (larger >= 2 * smaller)
		return first + 2;
	return larger >= 1.25 * smaller ? first + 1 : first;
}

enum flame_change flame_change_of(const struct flame *flame, const struct flame_frame *frame)
{
	double base = frame->value[BASE], newer = frame->value[NEW];
	double noise = flame_noise(flame, frame);
	double low = newer - base - frame->hidden[BASE] - noise;
	double high = newer + frame->hidden[NEW] - base + noise;

	if (frame->is_not_listed)
		return FLAME_OPEN;
	if (frame->hidden[BASE] + frame->hidden[NEW] > 0 && low <= 0 && high >= 0)
		return FLAME_OPEN;
	if (low <= 0 && high >= 0)
		return FLAME_SAME;
	if (!(base + frame->hidden[BASE] > 0))
		return FLAME_NEW;
	if (!(newer + frame->hidden[NEW] > 0))
		return FLAME_GONE;
	if (newer > base)
		return newer < 1.05 * base ? FLAME_SAME : size_of_change(base, newer, FLAME_UP);
	return base < 1.05 * newer ? FLAME_SAME : size_of_change(newer, base, FLAME_DOWN);
}

const char *flame_measure(const struct flame *flame)
{
	bool cost = flame->event && flame->event->work_known && flame->event->amount[BASE] > 0 &&
		    flame->event->amount[NEW] > 0;

	if (cost)
		return flame->busy ? "percent of the base's busy time, for the same work"
				   : "percent of the base's cost, for the same work";
	return flame->busy ? "percent of busy time" : "percent of the total";
}

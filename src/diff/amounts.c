// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/amounts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What periods are of: cpu-clock and its like count nanoseconds. */
static const char *unit_word(const struct totals *totals)
{
	const char *name = profile_text(totals->profile, totals_event(totals)->name);

	if (strstr(name, "clock"))
		return "time";
	return strcasestr(name, "cycles") ? "cycles" : "events";
}

struct sample_size sample_size_of(const struct totals *totals)
{
	const struct event *event = totals_event(totals);
	const char *name = profile_text(totals->profile, event->name), *colon = strrchr(name, ':');
	struct sample_size size = { .events = (double)event->period };

	if (!event->period && colon && isdigit((unsigned char)colon[1]) &&
	    strspn(colon + 1, "0123456789") == strlen(colon + 1))
		size.events = strtod(colon + 1, NULL);
	if (event->frequency)
		size.seconds = 1 / (double)event->frequency;
	else if (event->clock == CLOCK_WALL && strstr(name, "clock"))
		size.seconds = size.events / 1e9;
	return size;
}

/* Samples that stand for different amounts, counted in what they stand for. */
static void convert_samples(struct diff_event *event)
{
	struct sample_size base = sample_size_of(event->totals[BASE]);
	struct sample_size newer = sample_size_of(event->totals[NEW]);

	if (base.events > 0 && newer.events > 0 && base.events != newer.events) {
		event->amount[BASE] *= base.events;
		event->amount[NEW] *= newer.events;
		event->amount_unit = unit_word(event->totals[NEW]);
	} else if (base.seconds > 0 && newer.seconds > 0 && base.seconds != newer.seconds) {
		event->amount[BASE] *= base.seconds;
		event->amount[NEW] *= newer.seconds;
		event->amount_unit = "time";
	} else if ((base.events > 0 && newer.seconds > 0 && !(base.seconds > 0)) ||
		   (newer.events > 0 && base.seconds > 0 && !(newer.seconds > 0))) {
		event->no_common_unit = true;
	}
}

/* Samples of one side, events of the other: the samples may say what they stand for. */
static void convert_side(struct diff_event *event, int side)
{
	double events = sample_size_of(event->totals[side]).events;

	event->no_common_unit = !(events > 0);
	event->amount[side] *= events;
	event->amount_unit = unit_word(event->totals[!side]);
}

void amounts_compare(struct diff_event *event)
{
	const struct event *of[SIDES];
	bool samples[SIDES];

	for (int side = 0; side < SIDES; side++) {
		of[side] = totals_event(event->totals[side]);
		samples[side] = of[side]->unit == UNIT_SAMPLES ||
				(of[side]->unit == UNIT_PERCENT && of[side]->amount_is_samples);
		event->amount[side] = totals_amount(event->totals[side]);
	}
	event->amount_unit = samples[BASE] ? "samples" : unit_word(event->totals[NEW]);
	if (samples[BASE] && samples[NEW])
		convert_samples(event);
	else if (samples[BASE] || samples[NEW])
		convert_side(event, samples[BASE] ? BASE : NEW);
	if (event->no_common_unit)
		event->amount[BASE] = event->amount[NEW] = 0;
}

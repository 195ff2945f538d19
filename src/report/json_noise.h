/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_JSON_NOISE_H
#define REPORT_JSON_NOISE_H

#include <jansson.h>

#include "diff/motion.h"

/* Set what a row's verdict rests on. */
void json_set_noise(json_t *object, const struct diff_event *event, const struct mover *mover);

/* Set what all verdicts of the event rest on. */
void json_set_comparison(json_t *object, const struct symdiff_diff *diff,
			 const struct diff_event *event);

#endif

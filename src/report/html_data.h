/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_HTML_DATA_H
#define REPORT_HTML_DATA_H

#include <stdio.h>

#include "diff/diff.h"

/*
 * What the scripts of an HTML report work on, as <script type="application/json"> elements with
 * these ids, where I is the number of the event:
 *
 *   data-symbols-I  { "two", "amount", "images": [], "buckets": [], "rows": [ … ], "more" }
 *              a row of one profile: [ name, bucket, image, self, children, samples ]
 *              a row of a diff: [ name, bucket, image, base, new, base hidden, new hidden,
 *              pp, ratio, ratio in words, name in the base or 0, match ]
 *   data-flame-I-N  { "by", "measure", "two", "images", "buckets", "heads", "names": [],
 *              "name_image": [], "name_bucket": [], "name_colour": [], "frames": [], "change",
 *              "open": {} }
 *              frames are in the order of struct flame; for each: depth, name, base, new (in
 *              hundred-thousandths of a percent), and a letter of "change" from 'a' on (enum
 *              flame_change). "open" has what cut tables hide, by frame.
 *
 * Shares are in percent. Names are safe to be shown as text.
 */
void html_symbols_report(const struct symdiff_profile *side, const struct totals *totals,
			 uint32_t number, const struct symdiff_print_options *options, FILE *out);
void html_symbols_diff(const struct symdiff_diff *diff, const struct diff_event *event,
		       uint32_t number, const struct symdiff_print_options *options, FILE *out);

/* Every way there is: with callchains N is 0 to 2, else 0. */
void html_flame_report(const struct symdiff_profile *side, const struct totals *totals,
		       uint32_t number, const struct symdiff_print_options *options, FILE *out);
void html_flame_diff(const struct symdiff_diff *diff, const struct diff_event *event,
		     uint32_t number, FILE *out);

#endif

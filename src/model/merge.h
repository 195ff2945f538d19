/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_MERGE_H
#define MODEL_MERGE_H

#include "model/profile.h"
#include "model/totals.h"

/*
 * Add all stacks of @from to @into, as if one recording held both. Events,
 * DSOs and symbols of the same name become one; addresses are forgotten, so
 * symbols must be resolved. @symbol_of, which has room for all symbols of
 * @from, gets each one's number in @into; @event_of likewise.
 *
 * False, with @into spoilt, if an event of both is in different units.
 */
bool profile_merge(struct profile *into, const struct profile *from, uint32_t *symbol_of,
		   uint32_t *event_of) __attribute__((warn_unused_result));

/*
 * The totals of one event of a merged part, renumbered for the whole: @totals,
 * which must be zero, gets the symbols' and buckets' sums of @part.
 */
void totals_renumber(struct totals *totals, const struct totals *part, const struct profile *whole,
		     uint32_t event, const uint32_t *symbol_of);

#endif

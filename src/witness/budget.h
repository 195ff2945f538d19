/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef WITNESS_BUDGET_H
#define WITNESS_BUDGET_H

#include "witness/witness.h"

/*
 * Work it out for the event of @diff that has the wall's clock, or the first one. @cpus 0: as the
 * recordings say. Not known: @budget->known is false, and a note says what is missing, if there was
 * elapsed time at all.
 */
void budget_init(struct budget *budget, struct witness *witness, const struct symdiff_diff *diff,
		 unsigned cpus);
void budget_deinit(struct budget *budget);

/* A part of the change of elapsed time, in percent of the base's. */
double budget_percent(const struct budget *budget, const double seconds[SIDES]);

#endif

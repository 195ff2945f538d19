/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DIFF_LEDGER_H
#define DIFF_LEDGER_H

#include "diff/chains.h"

/*
 * Fill in event->ledger, largest line first: empty if the work is not known,
 * or the totals have no amount in common. @chains are cut alike on both sides
 * (restructure.h); their weights are used up.
 */
void diff_book(struct diff_event *event, struct chains *chains);

#endif

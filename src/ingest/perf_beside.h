/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_PERF_BESIDE_H
#define INGEST_PERF_BESIDE_H

#include "ingest/text.h"

/*
 * Two tables of perf side by side, which someone has joined with a "|" in each line. If they begin
 * at line @at, their lines go to @left and @right, to be freed with text_deinit, and the number of
 * the line behind them is returned; else @at.
 */
size_t perf_beside_split(const struct text *text, size_t at, struct text *left, struct text *right);

#endif

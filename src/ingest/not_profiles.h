/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_NOT_PROFILES_H
#define INGEST_NOT_PROFILES_H

#include "ingest/text.h"

/* Fail with one line on a text that holds no table: what it is, if it is known, or what was looked for. */
int refuse_text(const struct text *text, struct symdiff_error *err) SYMDIFF_MUST_CHECK;

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_LKP_H
#define INGEST_LKP_H

#include "ingest/text.h"

extern const struct table_format lkp_format;

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_JSON_TEXT_H
#define REPORT_JSON_TEXT_H

#include <stdio.h>

/* For documents too large to be built in memory: print @text as a JSON string, as json_name() has it. */
void json_text(const char *text, FILE *out);

#endif

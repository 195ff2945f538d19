// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/json_text.h"

#include "report/json_value.h"

void json_text(const char *text, FILE *out)
{
	json_t *value = json_name(text);

	json_dumpf(value, out, JSON_ENCODE_ANY);
	json_decref(value);
}

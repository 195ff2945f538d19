// SPDX-License-Identifier: GPL-2.0-or-later
/* The numbers of a row. */
#include <string.h>

#include "ingest/opreport.h"
#include "support/scan.h"
bool opreport_scan_percent(const char **at, struct opreport_value *value)
{
	struct scan_decimal decimal;
	const char *next = *at;

	if (!scan_decimal(&next, &decimal) || decimal.value < 0 || decimal.has_sign)
		return false;
	*at = next;
	value->percent = decimal.value;
	/* A bare 0 is printed for nothing at all. */
	value->half_digit = decimal.value == 0 ? 0 : decimal.half_digit;
	return true;
}

static bool scan_change(const char **at, struct opreport_value *value)
{
	struct scan_decimal decimal;

	if (scan_literal(at, "+++"))
		value->only_new = true;
	else if (scan_literal(at, "---"))
		value->only_base = true;
	else if (scan_decimal(at, &decimal))
		value->change = decimal.value;
	else
		return false;
	return true;
}

static bool is_fraction(const char *at, const char *end)
{
	for (; at < end; at++)
		if (*at == '.' || *at == ',')
			return true;
	return false;
}

static bool scan_class(const char **at, const struct opreport_columns *columns,
		       struct opreport_value *value)
{
	uint64_t cumulated;

	*value = (struct opreport_value) { 0 };
	if (!scan_uint(at, &value->samples))
		return false;
	if (columns->cumulated && !scan_uint(at, &cumulated))
		return false;

	const char *percent = *at;

	if (columns->diff && scan_literal(at, "---"))
		value->only_base = true;
	else if (!opreport_scan_percent(at, value))
		return false;
	/* A count is no percentage: "100 3 times" is prose. */
	if (!value->only_base && value->percent != 0 && !is_fraction(percent, *at))
		return false;
	if (columns->cumulated) {
		struct opreport_value sum;

		if (!opreport_scan_percent(at, &sum))
			return false;
	}
	return !columns->diff || scan_change(at, value);
}

unsigned int opreport_scan_numbers(const char **at, const struct opreport_columns *columns,
				   struct opreport_value *values)
{
	const char *next = *at;
	uint64_t address;

	if (columns->vma && !scan_address(&next, true, &address))
		return 0;
	for (unsigned int i = 0; i < columns->classes; i++) {
		struct opreport_value value;

		if (!scan_class(&next, columns, &value))
			return i;
		if (values)
			values[i] = value;
		*at = next;
	}
	return columns->classes;
}

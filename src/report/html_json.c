// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/html_json.h"

#include <math.h>
#include <stdlib.h>

#include "support/cleanup.h"
#include "support/utf8.h"

json_t *html_json_name(const char *text)
{
	cleanup_free char *safe = utf8_printable(text);

	return json_string(safe);
}

json_t *html_json_number(double value, int digits)
{
	double scale = pow(10, digits), whole = round(value * scale);

	if (!isfinite(value))
		return json_null();
	if (whole == 0)
		return json_integer(0);
	if (fmod(whole, scale) == 0 && fabs(value) < 1e15)
		return json_integer((json_int_t)value);
	return json_real(whole / scale);
}

json_t *html_names_number(struct html_names *list, const char *name)
{
	return json_integer(names_intern_text(&list->names, name));
}

json_t *html_names_array(struct html_names *list)
{
	json_t *array = json_array();

	/* Number 0 is the empty text, also where nothing was added yet. */
	if (!list->names.count)
		json_array_append_new(array, json_string(""));
	for (uint32_t i = 0; i < list->names.count; i++)
		json_array_append_new(array, html_json_name(names_text(&list->names, i)));
	names_deinit(&list->names);
	return array;
}

/* "</script>" ends the element wherever it stands: in JSON a '<' is only ever in a string. */
static int put_escaped(const char *text, size_t size, void *data)
{
	FILE *out = data;

	for (size_t i = 0; i < size; i++) {
		if (text[i] == '<')
			fputs("\\u003c", out);
		else
			fputc(text[i], out);
	}
	return 0;
}

void html_json(const char *id, json_t *root, FILE *out)
{
	fprintf(out, "<script type=\"application/json\" id=\"%s\">", id);
	json_dump_callback(root, put_escaped, out, JSON_COMPACT | JSON_REAL_PRECISION(9));
	fputs("</script>\n", out);
	json_decref(root);
}

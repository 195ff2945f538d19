// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/writer.h"

#include "support/memory.h"

static const struct report_writer *const writers[] = {
	&text_writer,	     &json_writer,  &csv_writer,	&markdown_writer, &mail_writer,
	&html_writer,	     &svg_writer,   &junit_writer,	&github_writer,	  &folded_writer,
	&diff_folded_writer, &pprof_writer, &speedscope_writer, &firefox_writer,  &lkp_writer,
};

const struct report_writer *report_writer_at(size_t i)
{
	return i < ARRAY_SIZE(writers) ? writers[i] : NULL;
}

const struct report_writer *report_writer_of(enum symdiff_format format)
{
	for (size_t i = 0; i < ARRAY_SIZE(writers); i++)
		if (writers[i]->format == format)
			return writers[i];
	return NULL;
}

const struct report_writer *report_writer_for(const struct symdiff_print_options **options)
{
	static const struct symdiff_print_options by_default;

	if (!*options)
		*options = &by_default;
	return report_writer_of((*options)->format);
}

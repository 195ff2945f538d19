// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/progress.h"
#include "report/writer.h"
#include "support/error.h"

static int io_error(const struct cli_options *options, struct symdiff_error *err)
{
	symdiff_fail(err, SYMDIFF_ERR_IO, -1, "%s", strerror(errno));
	symdiff_error_source(err, options->output ? options->output : "standard output");
	return -1;
}

FILE *output_open(const struct cli_options *options, struct symdiff_error *err)
{
	progress_end();
	if (!options->output && report_writer_of(options->print.format)->is_binary &&
	    isatty(STDOUT_FILENO)) {
		symdiff_fail(err, SYMDIFF_ERR_USAGE, -1,
			     "--format %s is binary, and standard output is a terminal: use "
			     "--output FILE",
			     report_writer_of(options->print.format)->name);
		return NULL;
	}
	if (!options->output)
		return stdout;

	int fd = open(options->output, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");

	if (!out)
		io_error(options, err);
	return out;
}

int output_close(const struct cli_options *options, FILE *out, struct symdiff_error *err)
{
	int failed = fflush(out) || ferror(out);

	if (out != stdout && fclose(out))
		failed = 1;
	return failed ? io_error(options, err) : 0;
}

int output_finish(const struct cli_options *options, FILE *out, int failed,
		  struct symdiff_error *err)
{
	if (output_close(options, out, err))
		failed = -1;
	if (failed && options->output)
		remove(options->output); /* it was made just now */
	return failed ? -1 : 0;
}

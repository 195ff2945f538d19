// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

int terminal_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return 80;
	return size.ws_col;
}

bool terminal_utf8(void)
{
	static const char *const variables[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++) {
		const char *value = getenv(variables[i]);

		if (value && *value) /* the first one that is set decides */
			return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
	}
	return false;
}

int terminal_colour(const char *when)
{
	const char *none = getenv("NO_COLOR"), *term = getenv("TERM");

	if (!strcmp(when, "always"))
		return 1;
	if (!strcmp(when, "never"))
		return 0;
	if (strcmp(when, "auto"))
		return -1;
	return isatty(STDOUT_FILENO) && !(none && *none) && !(term && !strcmp(term, "dumb"));
}

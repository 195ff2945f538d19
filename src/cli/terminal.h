/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

/* The columns of the terminal on standard output; 80 if it is none. */
int terminal_width(void);

/* Does the locale say UTF-8, so that bars can be drawn? */
bool terminal_utf8(void);

/*
 * Colour for @when: "auto" (a terminal, and neither NO_COLOR nor TERM=dumb is
 * set; see no-color.org), "always", "never": 1 or 0. Else -1.
 */
int terminal_colour(const char *when);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

/* The arguments as a line that a shell takes for the same call, for free(). */
char *command_line(int argc, char **argv);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/progress.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The program has one standard error, and so one of these. */
static struct {
	pthread_mutex_t lock;
	const char *file[2];
	double done[2];
	bool drawn;
} bar = { .lock = PTHREAD_MUTEX_INITIALIZER };

#define COLUMNS 30

/* Both files count as one piece of work. */
static void draw(void)
{
	double done = bar.file[1] ? (bar.done[0] + bar.done[1]) / 2 : bar.done[0];
	int full = (int)(done * COLUMNS);

	fprintf(stderr, "\rreading [%.*s%*s] %3.0f %%", full, "##############################",
		COLUMNS - full, "", 100 * done);
	fflush(stderr);
	bar.drawn = true;
}

static void tell(void *context, const char *file, double done)
{
	pthread_mutex_lock(&bar.lock);
	for (int i = 0; i < 2; i++) {
		if (bar.file[i] && strcmp(bar.file[i], file))
			continue;
		bar.file[i] = file;
		bar.done[i] = done < 1 ? done : 1;
		break;
	}
	draw();
	pthread_mutex_unlock(&bar.lock);
}

void progress_start(struct symdiff_read_options *options)
{
	if (isatty(STDERR_FILENO))
		options->progress = tell;
}

void progress_end(void)
{
	if (bar.drawn)
		fprintf(stderr, "\r%*s\r", COLUMNS + 18, "");
	bar.drawn = false;
}

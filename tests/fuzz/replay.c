// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Runs a fuzz target without libFuzzer: on each file below the folders given,
 * on its beginnings, and on copies with a few bytes changed. The changes are
 * the same each time.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/input.h"
#include "support/memory.h"

#define LARGEST 200000
#define CHANGED 40

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned int files;

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* A copy of its own, so that a sanitizer sees each byte read beyond it. */
static void run(const uint8_t *data, size_t size, int changes, uint32_t *state)
{
	static const uint8_t odd[] = { 0, 1, 0x7f, 0x80, 0xff };
	uint8_t *copy = mem_alloc(size + 1);

	memcpy(copy, data, size);
	copy = mem_realloc(copy, size ? size : 1, 1);
	for (int i = 0; i < changes && size; i++) {
		/* Half of them in the beginning, where headers are. */
		size_t room = next_random(state) % 2 && size > 128 ? 128 : size;

		copy[next_random(state) % room] = odd[next_random(state) % sizeof(odd)];
	}
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static void replay_file(const char *path)
{
	uint32_t state = 1;
	struct input in;

	if (input_open(&in, path, NULL))
		return;
	if (in.size <= LARGEST) {
		files++;
		run(in.data, in.size, 0, &state);
		for (size_t part = 0; part < 16; part++)
			run(in.data, in.size * part / 16, 0, &state);
		for (int i = 0; i < CHANGED; i++)
			run(in.data, in.size, 1 + i % 4, &state);
	}
	input_close(&in);
}

static void replay(const char *path)
{
	struct dirent **entries;
	struct stat st;

	if (stat(path, &st))
		return;
	if (!S_ISDIR(st.st_mode)) {
		replay_file(path);
		return;
	}

	int count = scandir(path, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		char below[4096];

		snprintf(below, sizeof(below), "%s/%s", path, entries[i]->d_name);
		if (strcmp(entries[i]->d_name, ".") != 0 && strcmp(entries[i]->d_name, "..") != 0)
			replay(below);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		replay(argv[i]);
	printf("%u files\n", files);
	return files ? 0 : 1;
}

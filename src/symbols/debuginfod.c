// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/debuginfod.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/memory.h"

typedef int (*find_function)(void *client, const unsigned char *id, int size, char **path);

struct debuginfod {
	void *library, *client;
	void (*end)(void *client);
	find_function find[2]; /* by kind */
};

/* The library stays loaded: what it uses, libcurl among others, does not clean up when unloaded. */
struct debuginfod *debuginfod_open(void)
{
	void *library = dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	struct debuginfod *opened;
	void *(*begin)(void);

	if (!library)
		return NULL;
	opened = mem_zalloc(1, sizeof(*opened));
	opened->library = library;
	begin = (void *(*)(void))dlsym(library, "debuginfod_begin");
	opened->end = (void (*)(void *))dlsym(library, "debuginfod_end");
	opened->find[DEBUGINFOD_EXECUTABLE] =
		(find_function)dlsym(library, "debuginfod_find_executable");
	opened->find[DEBUGINFOD_DEBUGINFO] =
		(find_function)dlsym(library, "debuginfod_find_debuginfo");
	if (begin && opened->end && opened->find[0] && opened->find[1])
		opened->client = begin();
	if (opened->client)
		return opened;
	debuginfod_close(opened);
	return NULL;
}

char *debuginfod_find(struct debuginfod *opened, enum debuginfod_kind kind,
		      const struct build_id *id)
{
	char *path = NULL;
	int fd = opened->find[kind](opened->client, id->bytes, id->size, &path);

	if (fd < 0)
		return NULL;
	close(fd);
	return path;
}

void debuginfod_close(struct debuginfod *opened)
{
	if (!opened)
		return;
	if (opened->client)
		opened->end(opened->client);
	dlclose(opened->library);
	free(opened);
}

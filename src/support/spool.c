// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/error.h"
#include "support/memory.h"

#define SPOOL_IN_MEMORY (64u << 20)

struct spool {
	uint8_t *memory;
	size_t used, capacity;
	int fd; /* -1 while all is in memory */
	uint64_t size, most;
	void *map;
};

struct spool *spool_new(void)
{
	struct spool *spool = mem_zalloc(1, sizeof(*spool));

	spool->fd = -1;
	spool->most = UINT64_MAX;
	return spool;
}

void spool_limit(struct spool *spool, uint64_t most)
{
	spool->most = most;
}

static int open_unlinked(struct symdiff_error *err)
{
	const char *dir = getenv("TMPDIR");

	if (!dir || !*dir)
		dir = "/var/tmp"; /* on disk, where /tmp may be memory */

	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd < 0)
		symdiff_fail(err, SYMDIFF_ERR_IO, -1,
			     "a large input needs a temporary file in %s: %s", dir,
			     strerror(errno));
	return fd;
}

static int write_all(int fd, const uint8_t *data, size_t size, struct symdiff_error *err)
{
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return symdiff_fail(err, SYMDIFF_ERR_IO, -1, "temporary file: %s",
					    strerror(errno));
		data += n;
		size -= n;
	}
	return 0;
}

static int move_to_file(struct spool *spool, struct symdiff_error *err)
{
	spool->fd = open_unlinked(err);
	if (spool->fd < 0 || write_all(spool->fd, spool->memory, spool->used, err))
		return -1;
	free(spool->memory);
	spool->memory = NULL;
	return 0;
}

static int append(struct spool *spool, const void *data, size_t size, struct symdiff_error *err)
{
	if (spool->fd < 0 && spool->used + size > SPOOL_IN_MEMORY && move_to_file(spool, err))
		return -1;
	spool->size += size;
	if (spool->fd >= 0)
		return write_all(spool->fd, data, size, err);
	array_reserve(spool->memory, spool->capacity, spool->used + size);
	memcpy(spool->memory + spool->used, data, size);
	spool->used += size;
	return 0;
}

int spool_write(struct spool *spool, const void *data, size_t size, struct symdiff_error *err)
{
	uint64_t room = spool->most - spool->size;
	size_t taken = size < room ? size : (size_t)room;

	if (taken && append(spool, data, taken, err))
		return -1;
	if (taken < size)
		return symdiff_fail(err, SYMDIFF_ERR_LIMIT, -1, "more than %" PRIu64 " bytes",
				    spool->most);
	return 0;
}

uint64_t spool_size(const struct spool *spool)
{
	return spool->size;
}

const uint8_t *spool_data(struct spool *spool, struct symdiff_error *err)
{
	if (spool->fd < 0)
		return spool->memory ? spool->memory : (const uint8_t *)"";
	if (!spool->map) {
		spool->map = mmap(NULL, spool->size, PROT_READ, MAP_PRIVATE, spool->fd, 0);
		if (spool->map == MAP_FAILED) {
			spool->map = NULL;
			symdiff_fail(err, SYMDIFF_ERR_IO, -1, "cannot map the temporary file: %s",
				     strerror(errno));
		}
	}
	return spool->map;
}

void spool_free(struct spool *spool)
{
	if (!spool)
		return;
	if (spool->map)
		munmap(spool->map, spool->size);
	if (spool->fd >= 0)
		close(spool->fd);
	free(spool->memory);
	free(spool);
}

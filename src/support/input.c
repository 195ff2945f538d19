// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/cleanup.h"
#include "support/error.h"
#include "support/memory.h"
#include "support/spool.h"
#include "support/tar.h"
#include "support/unpack.h"

static int open_any(struct input *in, struct symdiff_error *err);

static int io_error(struct symdiff_error *err)
{
	return symdiff_fail(err, SYMDIFF_ERR_IO, -1, "%s", strerror(errno));
}

static int take_spool(struct input *in, struct spool *spool, struct symdiff_error *err)
{
	in->spool = spool;
	in->size = spool_size(spool);
	in->data = spool_data(spool, err);
	return in->data ? 0 : -1;
}

/* Standard input, a pipe or a device: read to its end. */
static int read_stream(struct input *in, int fd, struct symdiff_error *err)
{
	struct spool *spool = in->spool = spool_new();
	cleanup_free uint8_t *chunk = mem_alloc(1 << 20);

	for (;;) {
		ssize_t n = read(fd, chunk, 1 << 20);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return io_error(err);
		if (!n)
			return take_spool(in, spool, err);
		if (spool_write(spool, chunk, n, err))
			return -1;
	}
}

static int map_file(struct input *in, int fd, size_t size, struct symdiff_error *err)
{
	in->data = (const uint8_t *)"";
	if (!size)
		return 0;

	void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);

	if (map == MAP_FAILED)
		return io_error(err);
	madvise(map, size, MADV_SEQUENTIAL);
	in->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	in->map = map;
	in->map_size = size;
	in->data = map;
	in->size = size;
	return 0;
}

/* The end of the part of @path that is a file; NULL: none is. */
static const char *archive_end(const char *path)
{
	struct stat st;

	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		cleanup_free char *part = strndup(path, slash - path);

		if (part && !stat(part, &st) && S_ISREG(st.st_mode))
			return slash;
	}
	return NULL;
}

bool input_exists(const char *path)
{
	return !access(path, F_OK) || (errno == ENOTDIR && archive_end(path));
}

/* "base.tar/run1.perf.data": a member of an archive that was not unpacked. */
static int open_member(struct input *in, struct symdiff_error *err)
{
	const char *path = in->path, *slash = archive_end(path);
	cleanup_free char *archive = slash ? strndup(path, slash - path) : NULL;
	const struct tar_member *member;
	struct tar *tar;

	if (!archive) {
		errno = ENOTDIR;
		return io_error(err);
	}
	if (input_open(in, archive, err))
		return -1;
	in->path = path;
	tar = tar_new(in->data, in->size);
	member = tar ? tar_find(tar, slash + 1) : NULL;
	if (!member || member->link) {
		symdiff_fail(err, SYMDIFF_ERR_IO, -1, "%s",
			     tar ? "the archive holds no such file" : strerror(ENOTDIR));
		tar_free(tar);
		return -1;
	}
	in->data = member->data;
	in->size = member->size;
	tar_free(tar);
	return 0;
}

size_t input_head(const char *path, uint8_t *head, size_t room)
{
	struct stat st;
	struct input in = { .path = path };
	size_t size = 0;

	if (!strcmp(path, "-") || stat(path, &st) || !S_ISREG(st.st_mode) || open_any(&in, NULL))
		return 0;
	if (unpack_is_packed(in.data, in.size)) {
		size = unpack_head(in.data, in.size, head, room);
	} else {
		size = in.size < room ? in.size : room;
		memcpy(head, in.data, size);
	}
	input_close(&in);
	return size;
}

static int open_any(struct input *in, struct symdiff_error *err)
{
	struct stat st;

	if (!strcmp(in->path, "-"))
		return read_stream(in, STDIN_FILENO, err);

	cleanup_fd int fd = open(in->path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 && errno == ENOTDIR)
		return open_member(in, err);
	if (fd < 0 || fstat(fd, &st))
		return io_error(err);
	if (S_ISDIR(st.st_mode)) {
		in->is_directory = true;
		in->data = (const uint8_t *)"";
		return 0;
	}
	/* Files of /proc and /sys say they are empty and are not. */
	if (!S_ISREG(st.st_mode) || !st.st_size)
		return read_stream(in, fd, err);
	return map_file(in, fd, st.st_size, err);
}

static int open_packed(struct input *in, struct symdiff_error *err)
{
	struct input outer = *in;
	struct spool *spool = spool_new();

	*in = (struct input) { .path = outer.path, .was_compressed = true };

	int ret = unpack(outer.data, outer.size, spool, &in->is_truncated, err);

	input_close(&outer);
	if (take_spool(in, spool, err) && !ret)
		ret = -1;
	return ret;
}

int input_open(struct input *in, const char *path, struct symdiff_error *err)
{
	*in = (struct input) { .path = path };

	int ret = open_any(in, err);

	if (!ret && unpack_is_packed(in->data, in->size))
		ret = open_packed(in, err);
	if (ret) {
		symdiff_error_source(err, path);
		input_close(in);
	}
	return ret;
}

void input_from_bytes(struct input *in, const char *path, const void *data, size_t size)
{
	*in = (struct input) { .path = path, .data = data, .size = size };
}

bool input_is_mapped(const struct input *in)
{
	return in->map && in->fd >= 0;
}

size_t input_copy(const struct input *in, const uint8_t *from, void *to, size_t size)
{
	ssize_t n;

	do
		n = pread(in->fd, to, size, from - (const uint8_t *)in->map);
	while (n < 0 && errno == EINTR);
	return n < 0 ? 0 : n;
}

void input_close(struct input *in)
{
	if (in->map)
		munmap(in->map, in->map_size);
	if (in->map && in->fd >= 0)
		close(in->fd);
	spool_free(in->spool);
	*in = (struct input) { .path = in->path };
}

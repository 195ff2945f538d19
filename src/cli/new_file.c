// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/error.h"
#include "support/memory.h"

static int fail(const struct new_file *file, int error, struct symdiff_error *err)
{
	symdiff_fail(err, SYMDIFF_ERR_IO, -1, "%s%s", strerror(error),
		     error == EEXIST ? " (--overwrite replaces it)" : "");
	symdiff_error_source(err, file->path ? file->path : "standard output");
	return -1;
}

/* As open(2) would have made it; mkstemp makes files for the owner alone. */
static void set_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	fchmod(fd, 0666 & ~mask);
}

static int open_temporary(struct new_file *file, struct symdiff_error *err)
{
	static const char suffix[] = ".XXXXXX";
	size_t len = strlen(file->path);
	int fd;

	file->temporary = mem_alloc(len + sizeof(suffix));
	memcpy(file->temporary, file->path, len);
	memcpy(file->temporary + len, suffix, sizeof(suffix));
	fd = mkostemp(file->temporary, O_CLOEXEC);
	if (fd >= 0) {
		set_mode(fd);
		file->out = fdopen(fd, "w");
		return 0;
	}

	int error = errno;

	free(file->temporary);
	file->temporary = NULL;
	return fail(file, error, err);
}

int new_file_open(struct new_file *file, const char *path, bool overwrite,
		  struct symdiff_error *err)
{
	struct stat st;

	*file = (struct new_file) { .path = path, .overwrite = overwrite };
	if (!path) {
		file->out = stdout;
		return 0;
	}
	/* Said now, not when all is read; new_file_keep asks again. */
	if (!overwrite && !lstat(path, &st))
		return fail(file, EEXIST, err);
	return open_temporary(file, err);
}

/* Filesystems that cannot rename without replacing can at least make a second name. */
static int rename_new(const char *from, const char *to)
{
	if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	return link(from, to) ? -1 : unlink(from);
}

int new_file_keep(struct new_file *file, struct symdiff_error *err)
{
	if (fflush(file->out) || ferror(file->out) ||
	    (file->path && fsync(fileno(file->out)) && errno != EINVAL))
		return fail(file, errno, err);
	if (!file->path)
		return 0;
	if (file->overwrite ? rename(file->temporary, file->path)
			    : rename_new(file->temporary, file->path))
		return fail(file, errno, err);
	free(file->temporary);
	file->temporary = NULL;
	return 0;
}

void new_file_close(struct new_file *file)
{
	if (file->out && file->out != stdout)
		fclose(file->out);
	if (file->temporary)
		unlink(file->temporary);
	free(file->temporary);
}

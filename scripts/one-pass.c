// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The least that reading a perf.data file can take, for scripts/bench: map it,
 * go through its records and add up all their words.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static uint64_t word_at(const uint8_t *at)
{
	uint64_t word;

	memcpy(&word, at, sizeof(word));
	return word;
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || st.st_size < 104)
		return 2;

	const uint8_t *file = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);

	if (file == MAP_FAILED)
		return 2;

	const uint8_t *at = file + word_at(file + 40), *end = at + word_at(file + 48);
	uint64_t sum = 0, records = 0;

	while (at + 8 <= end && end <= file + st.st_size) {
		uint16_t size;

		memcpy(&size, at + 6, sizeof(size));
		if (size < 8)
			break;
		for (uint16_t i = 0; i + 8 <= size; i += 8) /* word by word, not vectorised */
			sum += word_at(at + i);
		at += size;
		records++;
	}
	printf("%llu records, sum %016llx\n", (unsigned long long)records, (unsigned long long)sum);
	return 0;
}

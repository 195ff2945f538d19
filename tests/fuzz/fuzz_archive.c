// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes give an archive whose members lie inside it, or none. */
#include <stdio.h>
#include <stdlib.h>

#include "symbols/archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const suffixes[] = { "/elf", ".debug", "" };
	struct build_id id = { .size = 20 };
	struct archive *archive = archive_from_bytes("fuzz", data, size);

	for (size_t i = 0; archive && i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		size_t found_size;
		const uint8_t *found = archive_find(archive, &id, suffixes[i], &found_size);

		if (found &&
		    (found < data || found_size > size || found > data + (size - found_size)))
			abort();
	}
	archive_free(archive);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/witness_words.h"

#include <stdio.h>
#include <string.h>

static size_t append(const struct opinion *opinion, char *room, size_t size, size_t len)
{
	int more;

	if (len >= size)
		return len;
	more = snprintf(room + len, size - len, "%s%s", len ? ", " : "", opinion->words);
	return more < 0 ? len : len + (size_t)more;
}

bool witness_is_mute(const struct opinion *opinion)
{
	return opinion->verdict == OPINION_SILENT && !*opinion->text;
}

size_t witness_words(const struct witness *witness, size_t i, char *room, size_t size)
{
	const struct opinion *first = &witness->opinions[i];
	size_t len = 0;

	room[0] = '\0';
	for (; i < witness->opinion_count; i++) {
		const struct opinion *opinion = &witness->opinions[i];

		if (opinion->verdict != first->verdict || strcmp(opinion->text, first->text) != 0)
			break;
		len = append(opinion, room, size, len);
	}
	return i;
}

bool witness_words_silent(const struct witness *witness, char *room, size_t size)
{
	size_t len = 0;

	room[0] = '\0';
	for (size_t i = 0; i < witness->opinion_count; i++)
		if (witness_is_mute(&witness->opinions[i]) && !witness->opinions[i].finding->level)
			len = append(&witness->opinions[i], room, size, len);
	return len > 0;
}

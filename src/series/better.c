// SPDX-License-Identifier: GPL-2.0-or-later
#include "series/better.h"

#include <ctype.h>
#include <string.h>

#include "support/memory.h"

struct word {
	const char *text;
	enum better better;
};

/* Does @text hold @word, with no letter right before (unless it is a /) or behind it? */
static bool holds(const char *text, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = text; (at = strcasestr(at, word)); at++)
		if ((at == text || *word == '/' || !isalpha((unsigned char)at[-1])) &&
		    !isalpha((unsigned char)at[len]))
			return true;
	return false;
}

static enum better by_words(const char *text, const struct word *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (holds(text, words[i].text))
			return words[i].better;
	return BETTER_UNKNOWN;
}

/* So much per time, whatever it is of. */
static bool is_rate(const char *text)
{
	static const char *const ends[] = { "/s",      "/sec",	  "/min",    "/second",
					    "/minute", "per sec", "per_sec", "per second",
					    "per min", "per_min" };

	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (holds(text, ends[i]))
			return true;
	return false;
}

enum better better_of(const char *name, const char *unit)
{
	static const struct word units[] = {
		{ "s", BETTER_LESS },	     { "sec", BETTER_LESS },	 { "secs", BETTER_LESS },
		{ "second", BETTER_LESS },   { "seconds", BETTER_LESS }, { "ms", BETTER_LESS },
		{ "msec", BETTER_LESS },     { "us", BETTER_LESS },	 { "usec", BETTER_LESS },
		{ "usecs", BETTER_LESS },    { "ns", BETTER_LESS },	 { "nsec", BETTER_LESS },
		{ "cycles", BETTER_LESS },   { "min", BETTER_LESS },	 { "minutes", BETTER_LESS },
		{ "usecs/op", BETTER_LESS }, { "ns/op", BETTER_LESS },
	};
	static const struct word names[] = {
		{ "throughput", BETTER_MORE }, { "bandwidth", BETTER_MORE },
		{ "ops", BETTER_MORE },	       { "score", BETTER_MORE },
		{ "tps", BETTER_MORE },	       { "iops", BETTER_MORE },
		{ "time", BETTER_LESS },       { "time_s", BETTER_LESS },
		{ "latency", BETTER_LESS },    { "real", BETTER_LESS },
		{ "elapsed", BETTER_LESS },    { "cycles", BETTER_LESS },
		{ "usecs", BETTER_LESS },      { "seconds", BETTER_LESS },
		{ "runtime", BETTER_LESS },    { "cpu", BETTER_LESS },
	};
	enum better better;

	if (!strcmp(unit, "%") || strstr(name, "_pct"))
		return BETTER_UNKNOWN;
	if (strstr(name, "per_op") || strstr(unit, "/op"))
		return BETTER_LESS;
	if (is_rate(unit) || is_rate(name))
		return BETTER_MORE;
	better = by_words(unit, units, ARRAY_SIZE(units));
	return better != BETTER_UNKNOWN ? better : by_words(name, names, ARRAY_SIZE(names));
}

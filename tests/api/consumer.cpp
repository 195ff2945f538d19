// SPDX-License-Identifier: GPL-2.0-or-later
// A user of the library, in another language: compares two files and prints the diff as JSON.
#include <cstdio>
#include <symdiff/symdiff.h>

int main(int argc, char **argv)
{
	symdiff_error err = {};
	symdiff_profile *sides[2] = {};
	symdiff_diff *diff = nullptr;
	symdiff_print_options print = {};
	int status = 2;

	if (argc != 3)
		return status;
	symdiff *rules = symdiff_new(nullptr, &err);
	if (rules && symdiff_read_pair(rules, argv[1], argv[2], nullptr, sides, &err) == 0)
		diff = symdiff_compare(rules, sides[0], sides[1], nullptr, &err);
	print.format = SYMDIFF_JSON;
	if (diff && symdiff_print_diff(diff, &print, stdout, &err) == 0)
		status = 0;
	if (err.code != SYMDIFF_OK) {
		char text[1024];

		std::fprintf(stderr, "%s\n", symdiff_error_text(&err, text, sizeof(text)));
	}
	symdiff_diff_free(diff);
	symdiff_profile_free(sides[0]);
	symdiff_profile_free(sides[1]);
	symdiff_free(rules);
	return status;
}

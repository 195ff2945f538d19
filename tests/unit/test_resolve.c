// SPDX-License-Identifier: GPL-2.0-or-later
/* Kernels: which copy of kallsyms is taken for which recording, and how it is moved. */
#include <stdio.h>
#include <string.h>

#include "model/profile.h"
#include "support/cleanup.h"
#include "symbols/resolve.h"
#include "unit.h"

/* A kernel whose text is 0x1000 long and which is entered by entry_SYSCALL_64. */
static const char small_kernel[] = "ffffffff81000000 T _stext\n"
				   "ffffffff81000000 T _text\n"
				   "ffffffff81000100 T entry_SYSCALL_64\n"
				   "ffffffff81000200 T vfs_read\n"
				   "ffffffff81000300 T kfree\n"
				   "ffffffff81001000 T _etext\n"
				   "ffffffffc0200010 t ext4_sync\t[ext4]\n"
				   "ffffffffc0200090 t ext4_open\t[ext4]\n";

/* The same length, but other functions where that one is entered. */
static const char same_length[] = "ffffffff81000000 T _text\n"
				  "ffffffff81000080 T tcp_ack\n"
				  "ffffffff81000300 T kmalloc\n"
				  "ffffffff81001000 T _etext\n";

static const char longer_kernel[] = "ffffffff81000000 T _text\n"
				    "ffffffff81000100 T entry_SYSCALL_64\n"
				    "ffffffff81000300 T kfree_longer\n"
				    "ffffffff81002000 T _etext\n";

static const char hidden_kernel[] = "0000000000000000 T _text\n"
				    "0000000000000000 T kfree\n"
				    "0000000000000000 T _etext\n";

static void write_file(char *path, const char *text)
{
	strcpy(path, "/tmp/symdiff-kallsyms-XXXXXX");

	int fd = mkstemp(path);

	assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
}

#define BASE 0xffffffffa3400000 /* where the recorded kernel was */

/* kfree, called by vfs_read, entered by a system call; and ext4_open, in a module. */
static struct profile *recording(void)
{
	struct profile *profile = profile_new();
	uint32_t kernel = profile_dso(profile, "[kernel.kallsyms]", 17, DSO_KERNEL);
	uint32_t ext4 = profile_dso(profile, "[ext4]", 6, DSO_MODULE);
	uint32_t event = profile_event(profile, "cycles", 6);
	uint32_t frames[3];

	profile->dsos[kernel].map_start = BASE;
	profile->dsos[kernel].map_size = 0x1000;
	profile->dsos[kernel].map_pgoff = BASE;
	profile->dsos[kernel].map_reference = names_intern_text(&profile->names, "_text");
	profile->dsos[ext4].map_start = 0xffffffffc0777000;
	profile->dsos[ext4].map_size = 0x1000;
	profile->recording.hostname = names_intern_text(&profile->names, "no-such-machine");

	frames[0] = profile_address_location(profile, kernel, BASE + 0x310, false);
	frames[1] = profile_address_location(profile, kernel, BASE + 0x300, true);
	frames[2] = profile_address_location(profile, kernel, BASE + 0x120, true);
	profile_add(profile, event, 0, 0, frames, 3, 100, 100);
	profile_address_location(profile, ext4, 0xffffffffc07770a0, false);
	return profile;
}

static const char *name_of(const struct profile *profile, uint32_t location)
{
	return profile_text(profile, profile->symbols[profile->locations[location].symbol].name);
}

static bool was_warned(const struct profile *profile, const char *part)
{
	for (uint32_t i = 0; i < profile->warning_count; i++)
		if (strstr(profile_text(profile, profile->warnings[i]), part))
			return true;
	return false;
}

static struct profile *resolved(const char *const *texts, size_t count)
{
	struct profile *profile = recording();
	char paths[4][64];
	const char *list[5] = { NULL };
	struct symbol_options options = { .kallsyms = list };

	for (size_t i = 0; i < count; i++) {
		write_file(paths[i], texts[i]);
		list[i] = paths[i];
	}
	symbols_resolve(profile, &options);
	for (size_t i = 0; i < count; i++)
		remove(paths[i]);
	return profile;
}

/* Core text moves with _text, a module with its own map; a caller is before its return address. */
static void test_moved(void **state)
{
	static const char *const texts[] = { small_kernel };
	struct profile *profile = resolved(texts, 1);

	assert_string_equal(name_of(profile, 0), "kfree");
	assert_string_equal(name_of(profile, 1), "vfs_read");
	assert_string_equal(name_of(profile, 2), "entry_SYSCALL_64");
	assert_string_equal(name_of(profile, 3), "ext4_open");
	assert_true(was_warned(profile, "no build-id proves"));
	profile_free(profile);
}

/* Another kernel's kallsyms fits after a shift, like any: perf takes it, this must not. */
static void test_refused(void **state)
{
	static const struct {
		const char *text, *why;
	} rows[] = {
		{ longer_kernel, "0x2000 bytes long" },
		{ same_length, "0 of 100 callchains" },
		{ hidden_kernel, "kptr_restrict" },
		{ "no kallsyms\n", "not a copy" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct profile *profile = resolved(&rows[i].text, 1);

		assert_string_equal(name_of(profile, 0), "[unknown]");
		assert_string_equal(name_of(profile, 3), "[unknown]");
		assert_true(was_warned(profile, rows[i].why));
		assert_true(was_warned(profile, "/tmp/symdiff-kallsyms-"));
		assert_true(profile->dsos[0].note && profile->dsos[0].hint);
		profile_free(profile);
	}
}

/* Of several copies each recording takes its own, and the others are no news. */
static void test_several(void **state)
{
	static const char *const texts[] = { longer_kernel, same_length, small_kernel };
	struct profile *profile = resolved(texts, 3);

	assert_string_equal(name_of(profile, 0), "kfree");
	assert_false(was_warned(profile, "is not used"));
	profile_free(profile);
}

/* The user's kallsyms are the host's: a guest that nothing is known of does not get them. */
static void test_guest(void **state)
{
	struct profile *profile = recording();
	uint32_t guest = profile_dso(profile, "[guest.kernel]", 14, DSO_GUEST_KERNEL);
	uint32_t place = profile_address_location(profile, guest, 0xffffffff81000310, false);
	char path[64];
	const char *list[] = { path, NULL };
	struct symbol_options options = { .kallsyms = list };

	write_file(path, small_kernel);
	symbols_resolve(profile, &options);
	remove(path);
	assert_string_equal(name_of(profile, place), "[unknown]");
	assert_true(profile->dsos[guest].note);
	assert_string_equal(name_of(profile, 0), "kfree");
	assert_string_equal(name_of(profile, 3), "ext4_open");
	profile_free(profile);
}

/*
 * An interrupt at the first byte of kfree: behind its entry the address is looked up as it is.
 * The same address as a return address belongs to vfs_read, which ends there.
 */
static void test_interrupted(void **state)
{
	static const char text[] = "ffffffff81000000 T _text\n"
				   "ffffffff81000100 T entry_SYSCALL_64\n"
				   "ffffffff81000180 T asm_sysvec_apic_timer_interrupt\n"
				   "ffffffff81000200 T vfs_read\n"
				   "ffffffff81000300 T kfree\n"
				   "ffffffff81001000 T _etext\n";
	struct profile *profile = recording();
	uint32_t event = 0, kernel = 0, frames[4];
	char path[64];
	const char *list[] = { path, NULL };
	struct symbol_options options = { .kallsyms = list };

	frames[0] = profile_address_location(profile, kernel, BASE + 0x240, false);
	frames[1] = profile_address_location(profile, kernel, BASE + 0x190, true);
	frames[2] = profile_address_location(profile, kernel, BASE + 0x300, true);
	frames[3] = profile_address_location(profile, kernel, BASE + 0x120, true);
	profile_add(profile, event, 0, 0, frames, 4, 7, 7);
	write_file(path, text);
	symbols_resolve(profile, &options);
	remove(path);

	const uint32_t *called = profile->frames + profile->stacks[0].first;
	const uint32_t *interrupted = profile->frames + profile->stacks[1].first;

	assert_string_equal(name_of(profile, called[1]), "vfs_read");
	assert_string_equal(name_of(profile, interrupted[1]), "asm_sysvec_apic_timer_interrupt");
	assert_string_equal(name_of(profile, interrupted[2]), "kfree");
	assert_string_equal(name_of(profile, interrupted[3]), "entry_SYSCALL_64");
	profile_free(profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moved),	cmocka_unit_test(test_refused),
		cmocka_unit_test(test_several), cmocka_unit_test(test_interrupted),
		cmocka_unit_test(test_guest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

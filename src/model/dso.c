// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a DSO, an event clock and a missing symbol look like in the many texts
 * that name them.
 */
#include "model/profile.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "support/memory.h"

const char *const dso_kind_names[DSO_KINDS] = {
	[DSO_UNKNOWN] = "unknown",
	[DSO_KERNEL] = "kernel",
	[DSO_MODULE] = "module",
	[DSO_BPF] = "bpf",
	[DSO_USER] = "user",
	[DSO_GUEST_KERNEL] = "guest-kernel",
	[DSO_GUEST_USER] = "guest-user",
	[DSO_HYPERVISOR] = "hypervisor",
};

enum event_clock event_clock_of(const char *name)
{
	static const struct {
		const char *part;
		enum event_clock clock;
	} clocks[] = {
		{ "cpu-clock", CLOCK_WALL },	  { "task-clock", CLOCK_UNHALTED },
		{ "timer", CLOCK_WALL },	  { "readprofile", CLOCK_WALL },
		{ "ref-cycles", CLOCK_UNHALTED }, { "cycles", CLOCK_UNHALTED },
		{ "unhalted", CLOCK_UNHALTED },	  { "global_power_events", CLOCK_UNHALTED },
		{ "cpu_cycles", CLOCK_UNHALTED },
	};

	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++)
		if (strcasestr(name, clocks[i].part))
			return clocks[i].clock;
	return CLOCK_COUNT;
}

struct text {
	const char *at;
	size_t len;
};

static bool starts(struct text text, const char *prefix)
{
	size_t len = strlen(prefix);

	return text.len >= len && !strncasecmp(text.at, prefix, len);
}

static bool ends(struct text text, const char *suffix)
{
	size_t len = strlen(suffix);

	return text.len >= len && !memcmp(text.at + text.len - len, suffix, len);
}

static struct text trimmed(const char *at, size_t len)
{
	static const char deleted[] = " (deleted)";
	struct text text = { at, len };

	while (text.len && isspace((unsigned char)text.at[0]))
		text.at++, text.len--;
	while (text.len && isspace((unsigned char)text.at[text.len - 1]))
		text.len--;
	if (ends(text, deleted))
		text.len -= strlen(deleted);
	return text;
}

static struct text base_name(struct text path)
{
	for (size_t i = path.len; i-- > 0;)
		if (path.at[i] == '/' && i + 1 < path.len)
			return (struct text) { path.at + i + 1, path.len - i - 1 };
	return path;
}

static bool is_kernel(struct text base)
{
	static const char *const names[] = {
		"[kernel", "vmlinux", "vmlinuz", "no-vmlinux", "bzImage", "kallsyms", "Image-",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (starts(base, names[i]))
			return true;
	/* The package's name for a kernel: linux-2.6.24, but not linux-gate or linux-vdso.so.1. */
	return starts(base, "linux-") && base.len > 6 && isdigit((unsigned char)base.at[6]);
}

/* ext4.ko, ext4.ko.xz: the module's name, or nothing. */
static struct text module_name(struct text base)
{
	static const char *const suffixes[] = { ".ko", ".ko.gz", ".ko.xz", ".ko.zst", ".ko.debug" };

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++)
		if (ends(base, suffixes[i]))
			return (struct text) { base.at, base.len - strlen(suffixes[i]) };
	return (struct text) { NULL, 0 };
}

/* [stack], [vdso] and their like are memory of a process, not modules. */
static bool is_user_region(struct text base)
{
	static const char *const names[] = { "[vdso", "[vsyscall", "[stack",  "[heap",
					     "[anon", "[JIT]",	   "[uprobes" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (starts(base, names[i]))
			return true;
	return false;
}

static size_t write_name(char *buf, size_t size, const char *open, struct text name,
			 const char *close, bool module)
{
	int len = snprintf(buf, size, "%s%.*s%s", open, (int)(name.len > 4096 ? 4096 : name.len),
			   name.at, close);

	if (module) /* the file is snd-hda.ko, the module snd_hda */
		for (char *c = buf; *c; c++)
			if (*c == '-')
				*c = '_';
	return len < 0 ? 0 : (size_t)len < size ? (size_t)len : size - 1;
}

size_t dso_canonical(const char *name, size_t len, enum dso_kind *kind, char *buf, size_t size)
{
	struct text path = trimmed(name, len);
	struct text base = path.len && path.at[0] == '[' ? path : base_name(path);
	struct text module = module_name(base);
	struct text none = { "", 0 };

	if (starts(base, "[guest.kernel") || *kind == DSO_GUEST_KERNEL) {
		*kind = DSO_GUEST_KERNEL;
		return write_name(buf, size, "[guest.kernel]", none, "", false);
	}
	if (is_kernel(base) || (!path.len && *kind == DSO_KERNEL)) {
		*kind = DSO_KERNEL;
		return write_name(buf, size, "[kernel]", none, "", false);
	}
	if (!path.len || (starts(path, "[unknown]") && path.len == 9)) {
		if (*kind == DSO_MODULE)
			*kind = DSO_UNKNOWN;
		return write_name(buf, size, "[unknown]", none, "", false);
	}
	if (module.at) {
		*kind = DSO_MODULE;
		return write_name(buf, size, "[", module, "]", true);
	}
	if (starts(base, "bpf_prog_") || starts(base, "bpf_trampoline_") || starts(base, "[bpf") ||
	    starts(base, "bpf_dispatcher_")) {
		*kind = DSO_BPF;
		return write_name(buf, size, "", base, "", false);
	}
	if (starts(base, "[hypervisor"))
		*kind = DSO_HYPERVISOR;
	else if (is_user_region(base))
		*kind = DSO_USER;
	else if (*kind == DSO_UNKNOWN && base.at[0] == '[' && base.at[base.len - 1] == ']')
		*kind = starts(base, "[not listed]") ? DSO_UNKNOWN : DSO_MODULE;
	else if (*kind == DSO_UNKNOWN)
		*kind = DSO_USER;

	if (*kind == DSO_MODULE && base.at[0] != '[')
		return write_name(buf, size, "[", base, "]", true);
	return write_name(buf, size, "", base, "", false);
}

size_t dso_join_name(const char *name, enum dso_kind kind, char *buf, size_t size)
{
	struct text text = { name, strlen(name) };
	struct text none = { "", 0 };
	const char *so = strstr(name, ".so");

	if (kind == DSO_BPF)
		return write_name(buf, size, "[bpf]", none, "", false);
	if (kind == DSO_USER && so && so != name && (!so[3] || so[3] == '.')) {
		text.len = so - name;
		/* libc-2.36.so: what follows the last hyphen is a version if it begins with a digit. */
		for (size_t i = text.len; i-- > 1;)
			if (text.at[i] == '-' && isdigit((unsigned char)text.at[i + 1])) {
				text.len = i;
				break;
			}
	}
	return write_name(buf, size, "", text, "", false);
}

bool symbol_is_unknown(const char *name, size_t len)
{
	struct text text = trimmed(name, len);
	static const char *const words[] = { "[unknown]",  "(no symbols)", "(no symbol)",
					     "no symbols", "(nil)",	   "[.]",
					     "[k]" };

	if (!text.len || (text.at[0] == '/' && text.len > 1))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (text.len == strlen(words[i]) && !strncasecmp(text.at, words[i], text.len))
			return true;

	/* A bare address: 0x and digits, or at least 8 hex digits padded as perf pads them. */
	size_t digits = text.len > 2 && !strncasecmp(text.at, "0x", 2) ? 2 : 0;
	size_t least = digits ? 3 : 8;

	if (text.len < least || text.len > 18)
		return false;
	for (size_t i = digits; i < text.len; i++)
		if (!isxdigit((unsigned char)text.at[i]))
			return false;
	return true;
}

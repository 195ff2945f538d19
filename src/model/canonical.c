// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Sources: GCC's clone_function_name() and Clang's -funique-internal-linkage-names and CFI for the
 * suffixes; linux/syscall_wrapper.h and asm/idtentry.h for the stubs; kernel/bpf/core.c
 * (bpf_get_prog_name) and trampoline.c for the names of BPF code. Seen in kernels 2.6.12 to 6.18.
 */
#include "model/canonical.h"

#include <stdbool.h>
#include <string.h>

#include "support/memory.h"

/* A name being cut down: len bytes at text, not terminated. */
struct piece {
	const char *text;
	size_t len;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool starts_with(struct piece name, const char *prefix)
{
	if (name.len == 0 || name.text[0] != prefix[0]) /* as most names */
		return false;

	size_t len = strlen(prefix);

	return name.len > len && memcmp(name.text, prefix, len) == 0;
}

/* Drop @prefix, unless nothing would be left. */
static bool drop_prefix(struct piece *name, const char *prefix)
{
	if (!starts_with(*name, prefix))
		return false;
	name->text += strlen(prefix);
	name->len -= strlen(prefix);
	return true;
}

static bool drop_suffix(struct piece *name, const char *suffix)
{
	size_t len = strlen(suffix);

	if (name->len <= len || memcmp(name->text + name->len - len, suffix, len) != 0)
		return false;
	name->len -= len;
	return true;
}

/* Compilers' suffixes, and what stands behind them after another dot. */
enum { BARE = 1, NUMBER = 2, HASH = 4 };

static const struct {
	const char *word;
	unsigned int tail;
} compiler_suffixes[] = {
	{ "isra", NUMBER },
	{ "constprop", NUMBER },
	{ "part", NUMBER },
	{ "clone", NUMBER },
	{ "lto_priv", NUMBER },
	{ "cold", BARE | NUMBER },
	{ "hot", BARE | NUMBER },
	{ "unlikely", BARE | NUMBER },
	{ "localalias", BARE | NUMBER },
	{ "llvm", HASH },
	{ "__uniq", HASH },
	{ "cfi", BARE },
	{ "cfi_jt", BARE },
	{ "abi0", BARE }, /* Go */
};

static bool is_compiler_word(struct piece word, unsigned int tail)
{
	for (size_t i = 0; i < ARRAY_SIZE(compiler_suffixes); i++)
		if (strlen(compiler_suffixes[i].word) == word.len &&
		    memcmp(compiler_suffixes[i].word, word.text, word.len) == 0)
			return compiler_suffixes[i].tail & tail;
	return false;
}

/* The start of the last dotted part of @name, i.e. the dot's place, or 0 if there is none. */
static size_t last_dot(const char *text, size_t len)
{
	while (len > 1 && is_word(text[len - 1]))
		len--;
	return len > 1 && text[len - 1] == '.' ? len - 1 : 0;
}

/* Drop ".cold", ".isra.0" or ".llvm.123ab" from the end. */
static bool drop_compiler_suffix(struct piece *name)
{
	size_t dot = last_dot(name->text, name->len), before;
	struct piece last = { name->text + dot + 1, name->len - dot - 1 };
	bool number = true, hash = last.len > 0;

	if (dot == 0)
		return false;
	if (is_compiler_word(last, BARE)) {
		name->len = dot;
		return true;
	}
	for (size_t i = 0; i < last.len; i++) {
		number &= is_digit(last.text[i]);
		hash &= is_hex(last.text[i]);
	}
	before = last_dot(name->text, dot);
	if (!hash || before == 0)
		return false;
	last = (struct piece) { name->text + before + 1, dot - before - 1 };
	if (!is_compiler_word(last, number ? NUMBER | HASH : HASH))
		return false;
	name->len = before;
	return true;
}

/* What GCC's demangler makes of the same suffixes: "f(int) [clone .part.0]". */
static bool drop_clone_note(struct piece *name)
{
	static const char note[] = " [clone .";
	size_t at = name->len;
	struct piece inner;

	if (at < sizeof(note) + 1 || name->text[at - 1] != ']')
		return false;
	while (at > 0 && name->text[at - 1] != '[')
		at--;
	if (at < 2 || name->len - at < sizeof("clone .") ||
	    memcmp(name->text + at - 2, note, sizeof(note) - 1) != 0)
		return false;
	/* "x.part.0", so that the dot is not at the start */
	inner = (struct piece) { name->text + at + 5, name->len - at - 6 };
	while (drop_compiler_suffix(&inner))
		;
	if (inner.len > 1)
		return false; /* ._omp_fn.0 is a function of its own */
	name->len = at - 2;
	return true;
}

/* Drop "+0x1f/0x80", "@plt", "@@GLIBC_2.17" and " [ext4]" from the end. */
static bool drop_annotation(struct piece *name)
{
	const char *text = name->text;
	size_t len = name->len, at = len;

	while (at > 1 && (is_word(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '/'))
		at--;
	if (at > 1 && at < len && text[at - 1] == '@') {
		name->len = at - 1 - (at > 2 && text[at - 2] == '@');
		return true;
	}
	if (at > 1 && len - at > 2 && text[at - 1] == '+' && memcmp(text + at, "0x", 2) == 0) {
		name->len = at - 1;
		return true;
	}
	if (len > 3 && text[len - 1] == ']' && text[len - 2] != '[') {
		at = len - 1;
		while (at > 0 && (is_word(text[at - 1]) || text[at - 1] == '-'))
			at--;
		/* " [ext4]" or "\t[ext4]", not "operator[]" or "[unknown]" */
		if (at > 2 && text[at - 1] == '[' &&
		    (text[at - 2] == ' ' || text[at - 2] == '\t')) {
			name->len = at - 2;
			return true;
		}
	}
	if (len > 1 && (text[len - 1] == ' ' || text[len - 1] == '\t')) {
		name->len--;
		return true;
	}
	return false;
}

/* Drop "::h0123456789abcdef", and the same inside a mangled _ZN...17h0123456789abcdefE. */
static bool drop_rust_hash(struct piece *name, bool *mangled)
{
	static const char marks[][4] = { "::h", "17h" };
	bool legacy = name->len > 4 && name->text[0] == '_' && name->text[name->len - 1] == 'E';
	size_t end = name->len - legacy, at;

	if (end < 20)
		return false;
	at = end - 16;
	for (size_t i = at; i < end; i++)
		if (!is_hex(name->text[i]))
			return false;
	if (memcmp(name->text + at - 3, marks[legacy], 3) != 0)
		return false;
	name->len = at - 3;
	*mangled = legacy; /* the E is put back */
	return true;
}

/* Stubs that the kernel's macros make around one function, and the name that stands for all. */
static const struct {
	const char *stub, *folded;
} stubs[] = {
	{ "__x64_sys_", "sys_" },
	{ "__ia32_sys_", "sys_" },
	{ "__x32_sys_", "sys_" },
	{ "__arm64_sys_", "sys_" },
	{ "__riscv_sys_", "sys_" },
	{ "__s390x_sys_", "sys_" },
	{ "__se_sys_", "sys_" },
	{ "__do_sys_", "sys_" },
	{ "SyS_", "sys_" },
	{ "SYSC_", "sys_" },
	{ "__ia32_compat_sys_", "compat_sys_" },
	{ "__x64_compat_sys_", "compat_sys_" },
	{ "__arm64_compat_sys_", "compat_sys_" },
	{ "__s390_compat_sys_", "compat_sys_" },
	{ "__se_compat_sys_", "compat_sys_" },
	{ "__do_compat_sys_", "compat_sys_" },
	{ "compat_SyS_", "compat_sys_" },
	{ "C_SYSC_", "compat_sys_" },
	{ "asm_sysvec_", "sysvec_" },
	{ "__sysvec_", "sysvec_" },
	{ "instr_sysvec_", "sysvec_" },
	{ "asm_exc_", "exc_" },
	{ "asm_common_", "common_" },
	{ "asm_spurious_", "spurious_" },
};

/* Cut a stub's prefix off @name; returns what to put there instead. */
static const char *fold_stub(struct piece *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(stubs); i++)
		if (drop_prefix(name, stubs[i].stub))
			return stubs[i].folded;
	return "";
}

/* The code of "foo" is called ".foo" in 64-bit PowerPC's first ABI; ".text" is a section. */
static void drop_dot(struct piece *name)
{
	static const char *const sections[] = {
		".text", ".plt", ".init", ".fini", ".exit", ".cold"
	};
	size_t letters = 1;

	if (name->len < 4 || name->text[0] != '.' ||
	    !(name->text[1] == '_' || (name->text[1] >= 'a' && name->text[1] <= 'z')))
		return;
	while (letters < name->len && is_word(name->text[letters]))
		letters++;
	if (letters < name->len)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		if (strlen(sections[i]) == name->len &&
		    memcmp(sections[i], name->text, name->len) == 0)
			return;
	name->text++;
	name->len--;
}

/* The tag of a BPF program is a hash of its code, the key of a trampoline a number given at run time. */
static const char *fold_bpf(struct piece *name)
{
	struct piece rest = *name;
	size_t i = 0;

	if (starts_with(rest, "bpf_trampoline_") && is_digit(rest.text[15])) {
		*name = (struct piece) { rest.text + rest.len, 0 };
		return "bpf_trampoline";
	}
	if (!drop_prefix(&rest, "bpf_prog_"))
		return "";
	while (i < rest.len && is_hex(rest.text[i]))
		i++;
	if (i < 12 || i > 16 || (i < rest.len && rest.text[i] != '_'))
		return "";
	*name = (struct piece) { rest.text + i, rest.len - i };
	return "bpf_prog";
}

size_t canonical_name(const char *raw, char *buf, size_t size)
{
	struct piece name = { raw, strlen(raw) };
	const char *front = "";
	bool mangled = false;
	size_t front_len;

	while (drop_annotation(&name))
		;
	while (drop_compiler_suffix(&name) || drop_clone_note(&name) ||
	       drop_suffix(&name, "_noprof") || drop_rust_hash(&name, &mangled))
		;
	while (drop_prefix(&name, "__pfx_") || drop_prefix(&name, "__cfi_") ||
	       drop_prefix(&name, "__pi_"))
		;
	drop_dot(&name);
	front = fold_bpf(&name);
	if (*front == '\0')
		front = fold_stub(&name);

	front_len = strlen(front);
	if (front_len > size - 1)
		front_len = size - 1;
	memcpy(buf, front, front_len);
	if (name.len > size - 1 - front_len)
		name.len = size - 1 - front_len;
	memcpy(buf + front_len, name.text, name.len);
	name.len += front_len;
	if (mangled && name.len + 1 < size)
		buf[name.len++] = 'E';
	buf[name.len] = '\0';
	return name.len;
}

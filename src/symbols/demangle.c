// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/demangle.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/demangle.h>
#undef ARRAY_SIZE /* libiberty.h has one too */

#include "support/cleanup.h"
#include "support/memory.h"

/* Longer names would keep the demangler busy for longer than their reader. */
#define LONGEST 20000

/* _Z C++ and old Rust, _R Rust, with one more underscore on some targets. */
static bool looks_mangled(const char *name, size_t len)
{
	size_t skip = len && (name[0] == '.' || name[0] == '$');

	while (skip < len && name[skip] == '_')
		skip++;
	return skip && skip < len && len <= LONGEST && (name[skip] == 'Z' || name[skip] == 'R');
}

char *demangle(const char *name, size_t len)
{
	if (!looks_mangled(name, len))
		return NULL;

	/* A version, _ZSt4endl@@GLIBCXX_3.4, is no part of the mangled name. */
	const char *version = memchr(name, '@', len);
	size_t own = version ? (size_t)(version - name) : len;
	size_t skip = name[0] == '.' || name[0] == '$';
	cleanup_free char *mangled = mem_zalloc(own + 1, 1);

	memcpy(mangled, name + skip, own - skip);

	char *plain = cplus_demangle(mangled, DMGL_AUTO | DMGL_NO_OPTS);

	if (!plain || !version)
		return plain;

	size_t plain_len = strlen(plain);

	plain = mem_realloc(plain, plain_len + (len - own) + 1, 1);
	memcpy(plain + plain_len, version, len - own);
	plain[plain_len + len - own] = '\0';
	return plain;
}

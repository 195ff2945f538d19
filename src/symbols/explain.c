// SPDX-License-Identifier: GPL-2.0-or-later
/* Why an image's symbols are missing, and which option would bring them. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "symbols/source.h"

static void hint(struct resolver *resolver, uint32_t dso, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void hint(struct resolver *resolver, uint32_t dso, const char *format, ...)
{
	struct profile *profile = resolver->profile;
	char line[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	profile->dsos[dso].hint = names_intern_text(&profile->names, line);
}

static void explain_kernel(struct resolver *resolver, uint32_t dso)
{
	const struct profile *profile = resolver->profile;
	const char *release = profile_text(profile, profile->recording.os_release);
	struct build_id id = dso_build_id(&profile->dsos[dso]);
	char text[BUILD_ID_TEXT];

	build_id_text(&id, text);
	resolver_note(resolver, dso, "no vmlinux or kallsyms of this kernel was found");
	if (profile->dsos[dso].build_id_size)
		hint(resolver, dso, "give --vmlinux (build-id %s) or --kallsyms of %s", text,
		     release[0] ? release : "that kernel");
	else
		hint(resolver, dso, "give --vmlinux or --kallsyms of %s",
		     release[0] ? release : "that kernel");
}

static void explain_module(struct resolver *resolver, uint32_t dso)
{
	const struct profile *profile = resolver->profile;
	const char *release = profile_text(profile, profile->recording.os_release);

	resolver_note(resolver, dso, "no kallsyms of that boot and no module file was found");
	hint(resolver, dso, "give --kallsyms, or --debug-dir with the modules of %s",
	     release[0] ? release : "that kernel");
}

static void explain_file(struct resolver *resolver, uint32_t dso)
{
	const struct profile *profile = resolver->profile;
	const char *path = profile_text(profile, profile->dsos[dso].path);
	struct build_id id = dso_build_id(&profile->dsos[dso]);
	char text[BUILD_ID_TEXT];

	build_id_text(&id, text);
	if (path[0] != '/') {
		resolver_note(resolver, dso, "memory that no file backs");
		return;
	}
	resolver_note(resolver, dso, "the file was not found");
	if (id.size)
		hint(resolver, dso,
		     "give --symfs with the recorded machine's files, or --debug-dir "
		     "with build-id %s",
		     text);
	else
		hint(resolver, dso, "give --symfs with the recorded machine's files");
}

/* Debug symbols are packages of their own; build-ids name them whatever they are called. */
void explain_stripped(struct resolver *resolver, uint32_t dso, const struct elf_file *file)
{
	char text[BUILD_ID_TEXT];

	resolver_note(resolver, dso, "stripped, and no debug file was found");
	if (file->build_id.size)
		hint(resolver, dso,
		     "install its debug symbols, or give --debug-dir with build-id %s",
		     build_id_text(&file->build_id, text));
	else
		hint(resolver, dso, "install its debug symbols, or give --debug-dir with them");
}

void explain_missing(struct resolver *resolver, uint32_t dso)
{
	switch (resolver->profile->dsos[dso].kind) {
	case DSO_KERNEL:
		explain_kernel(resolver, dso);
		break;
	case DSO_GUEST_KERNEL:
		resolver_note(resolver, dso,
			      "the recording does not say which kernel the guest ran");
		break;
	case DSO_MODULE:
		explain_module(resolver, dso);
		break;
	case DSO_USER:
		explain_file(resolver, dso);
		break;
	case DSO_GUEST_USER:
		resolver_note(resolver, dso, "user code of a guest is not recorded");
		break;
	case DSO_HYPERVISOR:
		resolver_note(resolver, dso, "the hypervisor's symbols are not known");
		break;
	case DSO_UNKNOWN:
		resolver_note(resolver, dso, "nothing was mapped there");
		break;
	case DSO_BPF:
		break;
	}
}

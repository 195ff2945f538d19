// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/json_value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"
#include "support/utf8.h"

json_t *json_name(const char *text)
{
	json_t *value = json_string(text);

	if (value)
		return value;

	char *clean = utf8_repair(text);

	value = json_string(clean);
	free(clean);
	return value;
}

json_t *json_weight(const struct totals *totals, uint64_t weight)
{
	if (totals_event(totals)->scale == 1 && weight <= INT64_MAX)
		return json_integer(weight);
	return json_real(totals_units(totals, weight));
}

json_t *json_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static void set_name(json_t *object, const char *key, const struct profile *profile, uint32_t name)
{
	if (name)
		json_object_set_new(object, key, json_name(profile_text(profile, name)));
}

static json_t *recording_json(const struct profile *profile)
{
	const struct recording *recording = &profile->recording;
	json_t *object = json_object();

	set_name(object, "hostname", profile, recording->hostname);
	set_name(object, "os_release", profile, recording->os_release);
	set_name(object, "perf_version", profile, recording->version);
	set_name(object, "arch", profile, recording->arch);
	set_name(object, "cpu_model", profile, recording->cpu_model);
	set_name(object, "command_line", profile, recording->command_line);
	if (recording->cpus_online)
		json_object_set_new(object, "cpus_online", json_integer(recording->cpus_online));
	if (recording->sockets)
		json_object_set_new(object, "sockets", json_integer(recording->sockets));
	if (recording->numa_nodes)
		json_object_set_new(object, "numa_nodes", json_integer(recording->numa_nodes));
	set_name(object, "hybrid", profile, recording->hybrid);
	set_name(object, "pmu_caps", profile, recording->pmu_caps);
	if (recording->duration_seconds > 0)
		json_object_set_new(object, "duration_seconds",
				    json_number(recording->duration_seconds));
	return object;
}

json_t *json_tail_calls(const struct totals *totals)
{
	const struct tail_call_total *tails = &totals->tails;
	json_t *object = json_object();

	json_object_set_new(object, "completed", json_integer((json_int_t)tails->completed));
	json_object_set_new(object, "open", json_integer((json_int_t)tails->open));
	json_object_set_new(object, "ambiguous", json_integer((json_int_t)tails->ambiguous));
	json_object_set_new(object, "impossible", json_integer((json_int_t)tails->impossible));
	json_object_set_new(object, "untouched", json_integer((json_int_t)tails->untouched));
	return object;
}

json_t *json_input(const struct symdiff_profile *side)
{
	const struct profile *profile = side->profile;
	json_t *warnings = json_array(), *object = json_object(), *recording;

	for (uint32_t i = 0; i < profile->warning_count; i++)
		json_array_append_new(warnings,
				      json_name(profile_text(profile, profile->warnings[i])));
	json_object_set_new(object, "path", json_name(side->path));
	json_object_set_new(object, "format", json_name(profile_text(profile, profile->format)));
	set_name(object, "label", profile, profile->label);
	recording = recording_json(profile);
	if (json_object_size(recording))
		json_object_set(object, "recording", recording);
	json_decref(recording);
	json_object_set_new(object, "warnings", warnings);
	return object;
}

/* jansson escapes the other control characters, but not DEL. */
static int put(const char *text, size_t size, void *context)
{
	FILE *out = context;

	for (const char *end = text + size, *del; text < end; text = del + 1) {
		del = memchr(text, 0x7f, end - text);
		if (!del)
			del = end;
		fwrite(text, 1, del - text, out);
		if (del < end)
			fputs("\\u007f", out);
	}
	return 0;
}

/* All but ASCII is escaped: a name must not steer the terminal that JSON is read on. */
void json_print(json_t *root, FILE *out)
{
	json_dump_callback(root, put, out,
			   JSON_INDENT(1) | JSON_REAL_PRECISION(15) | JSON_ENSURE_ASCII);
	fputc('\n', out);
	json_decref(root);
}

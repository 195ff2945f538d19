// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_entry.h"

#include "support/memory.h"

static void read_percents(struct slice cell, struct decimal *percents)
{
	for (size_t i = 0; i < PERF_GROUP_MAX; i++)
		if (!slice_decimal(slice_word(&cell), &percents[i]))
			percents[i] = (struct decimal) { 0 };
}

static void read_counts(struct slice cell, uint64_t *counts)
{
	for (size_t i = 0; i < PERF_GROUP_MAX; i++) {
		struct decimal number;

		counts[i] = slice_decimal(slice_word(&cell), &number) ? number.whole : 0;
	}
}

/* "9615:looper0" */
static struct slice behind_pid(struct slice cell)
{
	struct slice comm;

	return slice_after(cell, ":", &comm) ? slice_trim(comm) : cell;
}

/*
 * A remark that someone wrote behind a symbol: "clear_page_erms  <-- here". C has no blanks in
 * names; Rust and C++ do.
 */
static struct slice without_remark(char marker, struct slice name)
{
	static const char *const remarks[] = { "<-", "<=", "<<", "#", "//", "(was", "←", "!!" };
	struct slice rest = name, first = slice_word(&rest);
	bool is_c = marker != '.' && marker != 'u' && first.len && first.at[0] != '<' &&
		    !memmem(first.at, first.len, "::", 2);

	if (is_c && slice_trim(rest).len)
		return first;
	for (size_t i = 1; i + 1 < name.len; i++) {
		struct slice tail = { name.at + i, name.len - i };

		if (!char_is_blank(name.at[i - 1]) || char_is_blank(name.at[i]) || i < 2 ||
		    !char_is_blank(name.at[i - 2]))
			continue;
		for (size_t k = 0; k < ARRAY_SIZE(remarks); k++)
			if (slice_starts(tail, remarks[k]))
				return slice_trim((struct slice) { name.at, i });
	}
	return name;
}

static void read_cell(enum column_kind kind, struct slice cell, struct perf_entry *entry)
{
	switch (kind) {
	case COLUMN_SELF:
		read_percents(cell, entry->percent);
		entry->has_percent = true;
		break;
	case COLUMN_CHILDREN:
		read_percents(cell, entry->children);
		entry->has_children = true;
		break;
	case COLUMN_SAMPLES:
		read_counts(cell, entry->samples);
		entry->has_samples = true;
		break;
	case COLUMN_PERIOD:
		read_counts(cell, entry->period);
		entry->has_period = true;
		break;
	case COLUMN_COMM:
		entry->comm = cell;
		break;
	case COLUMN_PID:
		if (!entry->comm.len)
			entry->comm = behind_pid(cell);
		break;
	case COLUMN_DSO:
		entry->dso = cell;
		break;
	case COLUMN_SYMBOL:
		if (entry->marker)
			break;
		if (perf_marker(cell, &entry->marker, &entry->symbol))
			entry->symbol = without_remark(entry->marker, entry->symbol);
		else
			entry->symbol = cell;
		break;
	default:
		break;
	}
}

void perf_entry_read(const struct perf_columns *columns, const struct perf_cells *cells,
		     struct perf_entry *entry)
{
	*entry = (struct perf_entry) { 0 };
	for (size_t i = 0; i < columns->count; i++)
		read_cell(columns->list[i].kind, cells->list[i], entry);
}

/* What the marker says of the object; an object that is named says more itself. */
static enum dso_kind kind_of(const struct perf_entry *entry)
{
	bool is_named = entry->dso.len && !slice_equals(entry->dso, "[unknown]");

	switch (entry->marker) {
	case 'k':
		return is_named ? DSO_UNKNOWN : DSO_KERNEL;
	case '.':
		return is_named ? DSO_UNKNOWN : DSO_USER;
	case 'g':
		return DSO_GUEST_KERNEL;
	case 'u':
		return DSO_GUEST_USER;
	case 'H':
		return DSO_HYPERVISOR;
	default:
		return DSO_UNKNOWN;
	}
}

/* A table of commands alone (--sort comm, pid, cgroup): what it has for an object is these. */
static bool is_command_only(const struct perf_entry *entry)
{
	return !entry->dso.len && !entry->symbol.len && !entry->marker && entry->comm.len;
}

uint32_t perf_entry_dso(struct profile *profile, const struct perf_entry *entry)
{
	if (is_command_only(entry))
		return profile_dso(profile, entry->comm.at, entry->comm.len, DSO_UNKNOWN);
	return profile_dso(profile, entry->dso.at ? entry->dso.at : "", entry->dso.len,
			   kind_of(entry));
}

uint32_t perf_entry_symbol(struct profile *profile, const struct perf_entry *entry)
{
	uint32_t dso = perf_entry_dso(profile, entry);

	if (!entry->symbol.len)
		return profile_unknown_symbol(profile, dso);
	return profile_symbol(profile, dso, entry->symbol.at, entry->symbol.len);
}

struct row perf_entry_row(struct profile *profile, const struct perf_entry *entry, unsigned i)
{
	struct row row = {
		.symbol = perf_entry_symbol(profile, entry),
		.has_percent = entry->has_percent,
		.percent = entry->percent[i].value,
		.half_digit = decimal_half_digit(&entry->percent[i]),
		.has_samples = entry->has_samples,
		.samples = entry->samples[i],
		.has_period = entry->has_period,
		.period = entry->period[i],
		.has_children = entry->has_children,
		.children = entry->children[i].value,
	};

	if (entry->comm.len)
		row.comm = names_intern(&profile->names, entry->comm.at, entry->comm.len);
	return row;
}

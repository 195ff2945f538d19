/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_TOPOLOGY_H
#define PERF_DATA_TOPOLOGY_H

#include "model/profile.h"
#include "support/bytes.h"

/*
 * Header features that say what the machine is made of. Layouts:
 * perf.data-file-format.txt, HEADER_CPU_TOPOLOGY and the others. What is
 * damaged leaves @in failed.
 */
void topology_read_cpus(struct profile *profile, struct bytes *in);
void topology_read_numa(struct profile *profile, struct bytes *in);
void topology_read_hybrid(struct profile *profile, struct bytes *in);

/* What the PMUs can do: of several, and (before perf 6.0) of the only one. */
void topology_read_pmu_caps(struct profile *profile, struct bytes *in);
void topology_read_cpu_pmu_caps(struct profile *profile, struct bytes *in);

#endif

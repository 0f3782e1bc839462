// SPDX-License-Identifier: MIT
// Facts of the machine, and the libraries found in the usual folders.
#include "shim/cli/doctor/machine_part.h"

#include "kernels/kernels.h"
#include "policy/policy.h"
#include "shim/cli/doctor/blas_check.h"
#include "shim/cli/doctor/page.h"
#include "shim/cli/doctor/threads.h"
#include "shim/cli/installed.h"
#include "shim/cli/this_machine.h"

#include <stdio.h>

static void report_cpus(const struct machine *machine)
{
    char cores[64] = "", fast[64] = "";
    if (machine->physical > 0)
        snprintf(cores, sizeof cores, " on %d core%s", machine->physical,
                 machine->physical == 1 ? "" : "s");
    if (machine->performance < machine->allowed)
        snprintf(fast, sizeof fast, ", %d of them on performance cores", machine->performance);
    if (machine->allowed > 0)
        page_row(PAGE_FACT, "CPUs", "%d allowed%s%s", machine->allowed, cores, fast);
    else
        page_row(PAGE_FACT, "CPUs", "unknown");
}

void machine_part_report(const char *root)
{
    struct machine machine;
    char model[160];
    machine_read(&machine, root, CAP_QUOTA | CAP_PHYSICAL | CAP_PERFORMANCE);
    this_machine_model(model, sizeof model);
    page_head("Machine");
    page_row(PAGE_FACT, "CPU", "%s", model);
    page_row(PAGE_FACT, "kernels", "%s, the best of ours for it",
             kernels_isa_name(kernels_isa_best()));
    report_cpus(&machine);
    page_row(PAGE_FACT, "core groups", "%d (by last-level cache)", machine_core_groups(root));
    if (machine.quota > 0)
        page_row(PAGE_FACT, "CPU quota", "%.1f", machine.quota);
    else
        page_row(PAGE_FACT, "CPU quota", "none");
}

static void report_runtimes(void)
{
    struct installed_list list;
    installed_find_runtimes(&list);
    page_head("OpenMP runtimes installed");
    for (size_t i = 0; i < list.count; i++)
        page_row(PAGE_FACT, list.items[i].label, "%s", list.items[i].path);
    if (list.count == 0)
        page_row(PAGE_FACT, "none", "in the usual folders and LD_LIBRARY_PATH");
    installed_free(&list);
}

static void report_blas(const struct environment *environment, const char *root)
{
    struct installed_list list;
    struct threads threads;
    installed_find_blas(&list);
    threads_read(&threads, environment, root);
    page_head("BLAS libraries installed");
    for (size_t i = 0; i < list.count; i++) {
        struct blas_library told;
        if (blas_check_ask(list.items[i].path, environment, &told))
            blas_check_report(list.items[i].label, &told, NULL, environment, &threads);
        else
            page_row(PAGE_NOTE, list.items[i].label, "cannot be loaded, or is no BLAS");
    }
    if (list.count == 0)
        page_row(PAGE_FACT, "none", "in the usual folders and LD_LIBRARY_PATH");
    installed_free(&list);
}

void machine_part_report_installed(const struct environment *environment, const char *root)
{
    report_runtimes();
    report_blas(environment, root);
}

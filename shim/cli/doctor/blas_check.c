// SPDX-License-Identifier: MIT
// Compares the kernels that a BLAS picked, and its threads, with the CPUs there are.
#include "shim/cli/doctor/blas_check.h"

#include "kernels/kernels.h"
#include "shim/cli/doctor/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool blas_check_ask(const char *path, const struct environment *environment,
                    struct blas_library *told)
{
    const char *const none[] = {NULL};
    size_t used = 0;
    const char **steering = calloc(environment->count + 1, sizeof *steering);
    if (!steering)
        return false;
    for (size_t i = 0; i < environment->count; i++) // the library is not to be preloaded there
        if (strncmp(environment->entries[i], "LD_PRELOAD=", 11) != 0 &&
            strncmp(environment->entries[i], "TEAMTRIM_", 9) != 0)
            steering[used++] = environment->entries[i];
    bool answered = blas_library_ask(path, environment->count ? steering : none, told);
    free(steering);
    return answered;
}

static size_t append(char *text, size_t size, size_t used, const char *more)
{
    size_t length = strlen(more), left = size - used - 1;
    length = length < left ? length : left;
    memcpy(text + used, more, length);
    text[used + length] = '\0';
    return used + length;
}

void blas_check_describe(const struct blas_library *told, char *text, size_t size)
{
    char part[96];
    size_t used = append(text, size, 0, told->kind);
    snprintf(part, sizeof part, "%s%s", *told->version ? " " : "", told->version);
    used = append(text, size, used, part);
    snprintf(part, sizeof part, ", %d-bit integers", told->width);
    used = append(text, size, used, told->width ? part : "");
    snprintf(part, sizeof part, ", kernels %s", told->core);
    used = append(text, size, used, *told->core ? part : "");
    snprintf(part, sizeof part, ", %d thread%s", told->threads, told->threads == 1 ? "" : "s");
    append(text, size, used, told->threads > 0 ? part : "");
}

// ---- kernels. Names of OpenBLAS's cores for x86-64 (its driver/others/dynamic.c, TargetList.txt)

enum level { LEVEL_UNKNOWN, LEVEL_SSE, LEVEL_AVX, LEVEL_AVX2, LEVEL_AVX512 };

static const struct {
    enum level level;
    const char *core;
} cores[] = {
    {LEVEL_SSE, "Generic"},     {LEVEL_SSE, "Katmai"},        {LEVEL_SSE, "Coppermine"},
    {LEVEL_SSE, "Northwood"},   {LEVEL_SSE, "Prescott"},      {LEVEL_SSE, "Banias"},
    {LEVEL_SSE, "Core2"},       {LEVEL_SSE, "Penryn"},        {LEVEL_SSE, "Dunnington"},
    {LEVEL_SSE, "Nehalem"},     {LEVEL_SSE, "Atom"},          {LEVEL_SSE, "Nano"},
    {LEVEL_SSE, "Athlon"},      {LEVEL_SSE, "Opteron"},       {LEVEL_SSE, "Opteron_SSE3"},
    {LEVEL_SSE, "Barcelona"},   {LEVEL_SSE, "Bobcat"},        {LEVEL_AVX, "Sandybridge"},
    {LEVEL_AVX, "Bulldozer"},   {LEVEL_AVX, "Piledriver"},    {LEVEL_AVX, "Steamroller"},
    {LEVEL_AVX, "Excavator"},   {LEVEL_AVX2, "Haswell"},      {LEVEL_AVX2, "Zen"},
    {LEVEL_AVX512, "SkylakeX"}, {LEVEL_AVX512, "Cooperlake"}, {LEVEL_AVX512, "SapphireRapids"},
};

static enum level level_of_core(const char *core)
{
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++)
        if (strcasecmp(cores[i].core, core) == 0)
            return cores[i].level;
    return LEVEL_UNKNOWN;
}

static enum level level_of_cpu(void)
{
    enum kernels_isa best = kernels_isa_best();
    return best == ISA_AVX512 ? LEVEL_AVX512 : best == ISA_AVX2 ? LEVEL_AVX2 : LEVEL_UNKNOWN;
}

static bool is_openblas(const struct blas_library *told)
{
    return strncmp(told->kind, "openblas", 8) == 0;
}

// BLIS has plain C for a CPU that it does not know.
static enum level level_of(const struct blas_library *told)
{
    if (strcmp(told->kind, "blis") == 0)
        return strcmp(told->core, "generic") == 0 ? LEVEL_SSE : LEVEL_UNKNOWN;
    return is_openblas(told) ? level_of_core(told->core) : LEVEL_UNKNOWN;
}

static enum page_mark judge_kernels(const struct blas_library *told)
{
    enum level picked = level_of(told), best = level_of_cpu();
    if (picked == LEVEL_UNKNOWN || picked >= best)
        return PAGE_OK;
    return picked == LEVEL_AVX2 ? PAGE_NOTE : PAGE_PROBLEM;
}

// Numbers of bli_arch.h differ between releases; those of 0.9 have been tried.
static void remedy_blis(const struct blas_library *told)
{
    bool wide = level_of_cpu() == LEVEL_AVX512;
    if (strncmp(told->version, "0.9", 3) == 0)
        page_remedy("export BLIS_ARCH_TYPE=%s", wide ? "0, which is skx" : "3, which is haswell");
    else
        page_remedy("export BLIS_ARCH_TYPE=N, the number of '%s' in its bli_type_defs.h",
                    wide ? "skx" : "haswell");
}

static void remedy_openblas(const struct environment *environment)
{
    const char *set = environment_get(environment, "OPENBLAS_CORETYPE");
    if (set)
        page_explain("OPENBLAS_CORETYPE=%s asks for them", set);
    page_remedy("export OPENBLAS_CORETYPE=%s",
                level_of_cpu() == LEVEL_AVX512 ? "SkylakeX" : "Haswell");
}

// Once in a section for each kind of kernels.
static bool is_explained(const struct blas_library *told)
{
    static char last[sizeof told->core];
    static unsigned section;
    bool explained = section == page_section() && strcmp(last, told->core) == 0;
    section = page_section();
    snprintf(last, sizeof last, "%s", told->core);
    return explained;
}

static void explain_kernels(const struct blas_library *told, const struct environment *environment)
{
    static const char *const names[] = {"", "SSE", "AVX", "AVX2", "AVX-512"};
    if (is_explained(told))
        return;
    page_explain("%s kernels use %s; this CPU has %s", told->core,
                 is_openblas(told) ? names[level_of(told)] : "plain C", names[level_of_cpu()]);
    if (is_openblas(told))
        remedy_openblas(environment);
    else
        remedy_blis(told);
}

// ---- threads. Those of an OpenMP build are the team, which has a row of its own.

static bool is_crowded(const struct blas_library *told, const struct threads *threads)
{
    return strcmp(told->kind, "openblas-openmp") != 0 && threads->cpus > 0 &&
           told->threads > threads->cpus;
}

static void explain_threads(const struct blas_library *told, const struct threads *threads)
{
    page_explain("%d threads of its own on %d CPUs%s", told->threads, threads->cpus,
                 threads->cpus < threads->allowed ? " (the quota), which it does not see" : "");
    page_remedy("export %s=%d",
                strcmp(told->kind, "mkl") == 0    ? "MKL_NUM_THREADS"
                : strcmp(told->kind, "blis") == 0 ? "BLIS_NUM_THREADS"
                                                  : "OPENBLAS_NUM_THREADS",
                threads->cpus);
}

void blas_check_report(const char *name, const struct blas_library *told, const char *more,
                       const struct environment *environment, const struct threads *threads)
{
    char text[256];
    enum page_mark mark = judge_kernels(told);
    bool crowded = is_crowded(told, threads), used = more != NULL;
    if (mark == PAGE_PROBLEM && !used)
        mark = PAGE_NOTE; // it is there, and perhaps nobody's
    blas_check_describe(told, text, sizeof text);
    page_row(crowded ? PAGE_PROBLEM : mark, name, "%s%s", text, used ? more : "");
    if (mark != PAGE_OK)
        explain_kernels(told, environment);
    if (crowded)
        explain_threads(told, threads);
    if (used && told->threads > 1 && strcmp(told->kind, "openblas-pthread") == 0)
        page_explain("its idle threads call sched_yield in a loop; where that costs CPU time: "
                     "'teamtrim run --set wait.yield=backoff --set wait.modules=libopenblas'");
}

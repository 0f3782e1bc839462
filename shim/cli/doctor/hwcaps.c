// SPDX-License-Identifier: MIT
// Levels of x86-64, from the psABI; other CPUs' levels are left alone: no distribution uses them
// for a BLAS.
#include "shim/cli/doctor/hwcaps.h"

#include <elf.h>
#include <stddef.h>
#include <string.h>

static const char *const folders[] = {"glibc-hwcaps/x86-64-v4/", "glibc-hwcaps/x86-64-v3/",
                                      "glibc-hwcaps/x86-64-v2/", ""};
enum { FOLDERS = sizeof folders / sizeof *folders };

#if defined __x86_64__
static int first_folder(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt"))
        return 3;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi2"))
        return 2;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return 1;
    return 0;
}
#else
static int first_folder(void)
{
    return FOLDERS - 1;
}
#endif

const char *hwcaps_folder(const struct elf *program, int index)
{
    int first = program->machine == EM_X86_64 ? first_folder() : FOLDERS - 1;
    return index < FOLDERS - first ? folders[first + index] : NULL;
}

bool hwcaps_allow(const struct elf *program, const char *path)
{
    const char *folder;
    if (!strstr(path, "/glibc-hwcaps/"))
        return true;
    for (int i = 0; (folder = hwcaps_folder(program, i)) && *folder; i++)
        if (strstr(path, folder))
            return true;
    return false;
}

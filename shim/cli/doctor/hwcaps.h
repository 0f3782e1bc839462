// SPDX-License-Identifier: MIT
// The dynamic linker's folders for CPU levels: glibc-hwcaps/x86-64-v3 and so on.
#ifndef TEAMTRIM_CLI_DOCTOR_HWCAPS_H
#define TEAMTRIM_CLI_DOCTOR_HWCAPS_H

#include "shim/cli/elf.h"

#include <stdbool.h>

// Folder number `index` to look into below each other one, the best first; "" is the last; then
// NULL. Ends with a slash.
const char *hwcaps_folder(const struct elf *program, int index);

// Whether this CPU can run what lies at a path that may have such a folder in it.
bool hwcaps_allow(const struct elf *program, const char *path);

#endif

// SPDX-License-Identifier: MIT
// Figures as people read them.
#ifndef TEAMTRIM_CLI_UNITS_H
#define TEAMTRIM_CLI_UNITS_H

#include <stddef.h>
#include <stdint.h>

enum { UNITS_TEXT = 40 };

// All return `to`, which has room for UNITS_TEXT bytes.
const char *units_time(char *to, double ns);     // 850 ns, 12.3 us, 4.5 ms, 2.0 s
const char *units_bytes(char *to, double bytes); // 192 B, 312.5 KiB
const char *units_count(char *to, double count); // 2205, 2.2e+20
const char *units_share(char *to, double part);  // 12.5 %

#endif

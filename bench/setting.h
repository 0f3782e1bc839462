// SPDX-License-Identifier: MIT
// The settings in which victims run: which BLAS, for which CPU, how many threads, how they wait.
#ifndef TEAMTRIM_BENCH_SETTING_H
#define TEAMTRIM_BENCH_SETTING_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/bench.h"
#include "tests/provider.h"

enum { SETTING_VARIABLES = 10 };

struct setting {
    enum provider_id provider;
    const char *core;    // OPENBLAS_CORETYPE; NULL: as detected
    int threads;         // 0: as the provider chooses
    const char *waiting; // OMP_WAIT_POLICY; NULL: unset
};

// How a victim runs in a setting.
enum setting_mode { MODE_PLAIN, MODE_PRELOAD, MODE_DISABLED };

struct environment {
    const char *list[SETTING_VARIABLES]; // ends with NULL
    char preload[640], policy[640], core[64], waiting[64], threads[2][64];
};

void setting_fill_environment(const struct bench *bench, const struct setting *setting,
                              enum setting_mode mode, struct environment *environment);

// "openblas-openmp SkylakeX".
void setting_title(const struct setting *setting, char *title, size_t room);

// Whether its provider is installed; says so on stdout when it is not.
bool setting_usable(const struct setting *setting);

bool setting_is_openblas(const struct setting *setting);

#endif

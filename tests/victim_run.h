// SPDX-License-Identifier: MIT
// Runs victims without and with the library preloaded, and holds the two runs against each other.
#ifndef TEAMTRIM_TESTS_VICTIM_RUN_H
#define TEAMTRIM_TESTS_VICTIM_RUN_H

#include "tests/process.h"
#include "tests/provider.h"

#include <stdbool.h>

// A NULL-ended list of strings, for commands and environments. It may start with variables that
// are NULL only at its end.
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

// Absolute paths below TEAMTRIM_BUILD (default: build) and TEAMTRIM_SOURCE (default: the current
// folder). Never freed.
const char *victim_path(const char *name);
const char *victim_build_path(const char *name);
const char *victim_source_path(const char *name);

// "LD_LIBRARY_PATH=..." of a provider; skips the test when it is not installed.
const char *victim_require_provider(enum provider_id provider);

// Skips the test, with the reason, unless /usr/bin/python3 can import the modules ("numpy, scipy").
void victim_require_python(const char *modules);

// Runs command[0]: a victim's name, or a path. A team is of two threads that do not spin, unless
// the environment says otherwise. Fails the test on a time-out. process_free() the result.
struct process_result victim_run(bool preload, const char *const *command,
                                 const char *const *environment);

// The same with every part of the setup.
struct process_result victim_run_with(bool preload, const char *const *command,
                                      const struct process_setup *setup);

// Runs it without and with the preload: same exit status 0, same stdout, same stderr.
void victim_compare(const char *const *command, const char *const *environment);

// The same on every provider installed; `environment` is added to the provider's.
void victim_compare_providers(const char *const *command, const char *const *environment);

// Runs it preloaded with a log of every call; fails unless a line has all the words in this order.
void victim_expect_log(const char *const *command, const char *const *environment,
                       const char *first, const char *second);

// Whether some line of the text holds `first` and, after it, `second`.
bool victim_has_line(const char *text, const char *first, const char *second);

#endif

// SPDX-License-Identifier: MIT
// Runs a command without a shell: environment, time-out, captured output. What victims need is in
// victim_run.h.
#ifndef TEAMTRIM_TESTS_PROCESS_H
#define TEAMTRIM_TESTS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct process_setup {
    const char *const *environment; // ends with NULL; NAME=VALUE sets, NAME alone unsets
    int timeout_s;                  // then the whole process group is killed; 0: 60 s
    const char *error_path;         // stderr goes to this file; "": it is closed
};

struct process_result {
    int status; // exit status, or 128 + the signal
    bool timed_out;
    char *output, *error; // end with a NUL
    size_t output_size, error_size;
};

// Runs command[0] (searched in PATH) with the arguments up to NULL. The environment is this
// process's, without variables that steer BLAS, OpenMP, the loader or teamtrim, and then `setup`.
void process_run(const char *const *command, const struct process_setup *setup,
                 struct process_result *result);

void process_free(struct process_result *result);

// A new folder below TMPDIR that the caller may fill; freed by free().
char *process_make_folder(void);

enum { PROCESS_PATH = 256 };

// A new file below TMPDIR with these bytes, which the caller removes. False, with a message by
// perror, if it cannot be made.
bool process_save_file(const void *bytes, size_t size, char path[PROCESS_PATH]);

// The file's bytes, ended with a NUL; NULL if it cannot be read. Freed by free().
char *process_load_file(const char *path);

#endif

// SPDX-License-Identifier: MIT
// What a command is in the end: the file that execvp would find, and behind scripts the program
// that runs them.
#ifndef TEAMTRIM_CLI_PROGRAM_H
#define TEAMTRIM_CLI_PROGRAM_H

#include <limits.h>
#include <stdbool.h>

// The file that execvp(name) would run. False with errno: ENOENT, or EACCES where it was found and
// cannot be run.
bool program_find(const char *name, char path[PATH_MAX]);

// The program that the kernel starts for a script ("#!"), looked up behind `env`. False if `path`
// is none, or names an interpreter that is not there.
bool program_interpreter(const char *path, char interpreter[PATH_MAX]);

// Behind any number of scripts; `path` is replaced.
void program_follow_scripts(char path[PATH_MAX]);

#endif

// SPDX-License-Identifier: MIT
// What an OpenMP runtime says of its version, asked in a child that loads it.
#ifndef TEAMTRIM_CLI_RUNTIME_VERSION_H
#define TEAMTRIM_CLI_RUNTIME_VERSION_H

enum { RUNTIME_VERSION = 64 };

// libgomp tells the newest version of its ABI ("ABI GOMP_5.1"), libomp the compiler that its LLVM
// built it with ("Clang 14.0"). "" if it cannot be loaded or says nothing.
void runtime_version_ask(const char *path, char version[RUNTIME_VERSION]);

// The hidden command `teamtrim ask-runtime PATH`.
int cli_ask_runtime(int argc, char **argv);

#endif

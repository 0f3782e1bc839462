// SPDX-License-Identifier: MIT
// Names of local functions, which the dynamic symbol table does not hold: outlined functions are
// local. Read from the object's file, if it has not been stripped.
#ifndef TEAMTRIM_SYMBOLS_H
#define TEAMTRIM_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

// The function that covers `offset` in the address space of the ELF file; "" if none is known.
void symbols_find(const char *path, uint64_t offset, char *name, size_t size);

// The main program's file.
void symbols_program_path(char *path, size_t size);

#endif

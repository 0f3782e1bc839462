// SPDX-License-Identifier: MIT
// The objects that a row's originals lie in, where these could not be pinned: found while objects
// were being unloaded, they may be gone with them.
#ifndef TEAMTRIM_HOLDERS_H
#define TEAMTRIM_HOLDERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { HOLDERS = 4 };

struct holders {
    _Atomic unsigned count; // more than HOLDERS: not all are known
    struct {
        _Atomic uintptr_t begin; // 0: being noted
        _Atomic uint64_t path;   // a hash
    } at[HOLDERS];
};

void holders_clear(struct holders *holders);

// Notes the object that holds an address. Any thread may at any time.
void holders_note(struct holders *holders, const void *address);

// Whether all that were noted are there as they were. Does not wait for who loads or unloads.
bool holders_remain(const struct holders *holders);

// FNV-1a of a file's path.
uint64_t holders_hash(const char *path);

#endif

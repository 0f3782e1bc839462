// SPDX-License-Identifier: MIT
// The number by which libomp knows this thread. Outlined functions get it and pass it on.
#ifndef TEAMTRIM_GTID_H
#define TEAMTRIM_GTID_H

// By the runtime of `code`; `place` is its ident_t.
int gtid_of(const void *code, void *place);

#endif

// SPDX-License-Identifier: MIT
// Adoption: a region whose running thread does not get on, since it waits for others or is
// unexpectedly long, gets its team by another native thread. That one forks as thread 0 of a real
// team whose members run the threads that have not begun, calls the constructs that the stuck
// thread meets on its behalf, and joins when it is through.
#ifndef TEAMTRIM_ADOPT_H
#define TEAMTRIM_ADOPT_H

#include "shim/omp/lazy.h"

enum adoption_state { ADOPTION_NONE, ADOPTION_READY, ADOPTION_FAILED };
enum adoption_call { ADOPTION_IDLE, ADOPTION_ASKED, ADOPTION_JOIN, ADOPTION_ANSWERED };

// By the watchdog: adopts a region that still has this claim. `running`: its thread is not blocked.
void adopt(struct lazy_team *team, uint64_t claim, bool running);

// By the stuck thread: has the adopter call a function of up to nine integers or pointers; with
// `kmp`, the second becomes its gtid. False: there is no adopter after all.
bool adopt_call(struct lazy_team *team, bool kmp, any_function function, const uintptr_t *arguments,
                int count, uintptr_t *result);

// By the stuck thread, at its end: joins. False: there is no adopter after all.
bool adopt_end(struct lazy_team *team);

// Around the combining of a reduction by a thread of a region that is, or may be, adopted.
void adopt_lock_reduction(struct lazy_team *team);
void adopt_unlock_reduction(struct lazy_team *team);

#endif

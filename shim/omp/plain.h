// SPDX-License-Identifier: MIT
// Regions of one thread as a plain call. The call starts without the runtime's knowledge; queries
// are answered here, simple constructs have one-thread forms (plain_<name>), and the first that
// needs the runtime makes the region real: the runtime opens a region of one thread around the
// rest.
#ifndef TEAMTRIM_PLAIN_H
#define TEAMTRIM_PLAIN_H

#include "shim/omp/member.h"

struct plain_kind {
    bool paired;  // begins and ends by calls of the program
    bool foreign; // a team of the runtime's that does not go through us: real from the start
    bool trimmed; // stands for a team: inside, the thread is in an active region
    bool kmp;     // libomp's
    void *place;  // of libomp's
    int gtid;
};

// Begins a region. `code` is the outlined function. NULL when it is too deep: forward.
struct member *plain_enter(const void *code, const struct plain_kind *kind);
void plain_leave(struct member *member);

// Makes all plain calls of this thread real, the outermost first.
void plain_realise(void);

// The same before a construct; returns its original. Called by entry_<arch>.S.
any_function plain_realise_for(enum openmp_name name, const void *caller);

// The innermost plain call that is not real, as the user of a name of that runtime sees it; NULL if
// there is none, or the caller is a runtime itself.
struct member *plain_pending(enum openmp_name name, const void *caller);

// While a fork of the runtime's own runs on this thread, nothing of the member is seen.
struct plain_hidden {
    struct member *top;
    unsigned watch;
};
void plain_hide(struct plain_hidden *hidden);
void plain_show(const struct plain_hidden *hidden);

#endif

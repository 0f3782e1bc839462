// SPDX-License-Identifier: MIT
// What libgomp's fork entry points have in common.
#ifndef TEAMTRIM_GOMP_H
#define TEAMTRIM_GOMP_H

#include "shim/omp/lazy_loop.h"

// A parallel construct as its entry point got it.
struct construct {
    void (*forward)(const struct construct *); // to the entry point's original
    const void *code;                          // the program's outlined function
    gomp_function *function;                   // what is to run: that, or ours in its place
    void *data;
    unsigned team, flags;
    unsigned sections;            // of a combined construct, else 0
    const struct loop_line *loop; // of a combined construct, else NULL
    struct loop_clause clause;    // the schedule of the loop
    long chunk;                   // as given
    bool dynamic;                 // the loop's schedule is
};

#define CONSTRUCT(the_function, the_data, the_team, the_flags, the_original)                     \
    {                                                                                            \
        .forward = (the_original), .code = (const void *)(uintptr_t)(the_function),              \
        .function = (the_function), .data = (the_data), .team = (the_team), .flags = (the_flags) \
    }

// A loop from start up or down to, but not including, end. In the second form a step down is given
// as a number that wraps.
struct loop_line gomp_line(const void *code, long start, long end, long step, long chunk,
                           bool monotonic);
struct loop_line gomp_line_ull(const void *code, bool up, ull start, ull end, ull step, ull chunk,
                               bool monotonic);

// The member whose loop one that begins is, by the construct `name`; NULL: the runtime's.
struct member *gomp_loop_member(enum openmp_name name, const void *caller,
                                const struct loop_line *line, bool dynamic);

// The member that is in a loop of ours, of the caller's runtime.
struct member *gomp_in_loop(const void *caller);

// The member's next piece. False: none.
bool gomp_piece(struct member *member, uint64_t *begin, uint64_t *stop);

// Thread 0 of a lazy team enters sections that its team is in from the start.
void gomp_note_sections(struct member *member, const void *code);

// The body of NAME_start(..., first, stop): in a region of ours, else by the original. Behind
// `member`: the arguments up to `first`, among them `chunk`.
#define GOMP_LOOP_BEGIN(name, the_line, the_kind, the_member, ...)                                \
    const struct loop_line line = the_line;                                                       \
    struct member *m = the_member;                                                                \
    if (m && m->plain.lazy) {                                                                     \
        uintptr_t some = 0;                                                                       \
        const struct loop_clause clause = {the_kind, (long)chunk, GOMP_ORDERED};                  \
        const struct lazy_note note = {                                                           \
            .kind = LAZY_LOOP,                                                                    \
            .start = (any_function)ORIGINAL(name##_start, CALLER),                                \
            .next = (any_function)ORIGINAL(name##_next, CALLER),                                  \
            .end = (any_function)ORIGINAL(GOMP_loop_end_nowait, CALLER),                          \
            .arguments = {__VA_ARGS__, (uintptr_t)first, (uintptr_t)stop},                        \
            .count = LAZY_COUNT(__VA_ARGS__) + 2};                                                \
        enum lazy_form form = lazy_loop_begin(member_stack.lazy, m, &line, clause, &note, &some); \
        if (form == FORM_ASKED)                                                                   \
            return some & 0xff;                                                                   \
        if (form == FORM_ORIGINAL)                                                                \
            m = NULL;                                                                             \
    }                                                                                             \
    if (!m)                                                                                       \
        return ORIGINAL(name##_start, CALLER)(__VA_ARGS__, first, stop);                          \
    return gomp_piece(m, (uint64_t *)first, (uint64_t *)stop);

// Likewise of NAME(first, stop), which hands out the next piece.
#define GOMP_LOOP_NEXT(name, the_member)                                          \
    struct member *m = the_member;                                                \
    uintptr_t some = 0;                                                           \
    if (!m)                                                                       \
        return ORIGINAL(name, CALLER)(first, stop);                               \
    if (m->cursor.kind != CURSOR_ADOPTED)                                         \
        return gomp_piece(m, (uint64_t *)first, (uint64_t *)stop);                \
    lazy_form_ask(member_stack.lazy, false, (any_function)ORIGINAL(name, CALLER), \
                  LAZY_ARGUMENTS((uintptr_t)first, (uintptr_t)stop), 2, &some);   \
    return some & 0xff;

#endif

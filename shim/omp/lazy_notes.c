// SPDX-License-Identifier: MIT
// The worksharing constructs of a lazy team: who is the first to meet one, and what a real team
// must be told of it.
#include "shim/omp/lazy.h"

void lazy_lock_notes(struct lazy_team *t)
{
    while (atomic_flag_test_and_set_explicit(&t->noting, memory_order_acquire))
        ;
}

void lazy_unlock_notes(struct lazy_team *t)
{
    atomic_flag_clear_explicit(&t->noting, memory_order_release);
}

// Thread 0 alone, for whose constructs a real team would have to be told.
static enum lazy_outcome write_note(struct lazy_team *t, const struct lazy_note *note)
{
    enum lazy_outcome outcome = t->noted == LAZY_NOTES ? lazy_insist(t) : LAZY_DONE;
    if (outcome != LAZY_DONE)
        return outcome;
    lazy_lock_notes(t);
    if (lazy_is_adopted(t)) {
        outcome = LAZY_ASK;
    } else {
        if (note->kind == LAZY_SECTIONS)
            atomic_store(&t->section, 0);
        if (t->noted < LAZY_NOTES)
            t->notes[t->noted++] = *note;
        else
            t->sealed = true;
    }
    lazy_unlock_notes(t);
    return outcome;
}

enum lazy_outcome lazy_take(struct lazy_team *t, const struct lazy_note *note, bool *first)
{
    if (t->v == 0 && !t->parked) {
        enum lazy_outcome outcome = write_note(t, note);
        if (outcome != LAZY_DONE)
            return outcome;
    }
    *first = t->met == t->taken;
    t->taken += *first;
    t->met++;
    return LAZY_DONE;
}

typedef uintptr_t any_call(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                           uintptr_t, uintptr_t, uintptr_t);

uintptr_t lazy_call(any_function function, const uintptr_t *a)
{
    return ((any_call *)function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]);
}

static bool is_true(uintptr_t result, bool kmp)
{
    return kmp ? (int)result != 0 : (bool)(result & 0xff);
}

// libgomp: start hands out a first piece, and next the others. libomp: next alone, and names its
// arguments (place, gtid, last, lower, upper, stride).
static void replay_loop(const struct lazy_note *note, uint64_t gtid)
{
    uint64_t out[4];
    uintptr_t a[9] = {0}, next[9] = {0};
    for (int i = 0; i < note->count; i++)
        a[i] = note->arguments[i];
    if (note->kmp) {
        a[1] = gtid;
        lazy_call(note->start, a);
        const uintptr_t asked[] = {a[0],
                                   gtid,
                                   (uintptr_t)&out[0],
                                   (uintptr_t)&out[1],
                                   (uintptr_t)&out[2],
                                   (uintptr_t)&out[3],
                                   0,
                                   0,
                                   0};
        while (is_true(lazy_call(note->next, asked), true))
            ;
        return;
    }
    a[note->count - 2] = next[0] = (uintptr_t)&out[0];
    a[note->count - 1] = next[1] = (uintptr_t)&out[1];
    bool some = is_true(lazy_call(note->start, a), false);
    while (some)
        some = is_true(lazy_call(note->next, next), false);
    lazy_call(note->end, next);
}

// As many sections as were handed out; the rest is for whoever comes. A combined construct's team
// is in it from the start.
static void replay_sections(struct lazy_team *t, const struct lazy_note *note)
{
    uintptr_t a[9] = {note->arguments[0]};
    unsigned calls = note->calls, done = 0;
    if (!calls)
        calls = atomic_exchange(&t->section, LAZY_SECTIONS_OVER);
    for (; note->start && done < calls && done < 1; done++)
        lazy_call(note->start, a);
    for (; done < calls; done++)
        lazy_call(note->next, a);
    if (note->end)
        lazy_call(note->end, a);
}

void lazy_close_sections(struct lazy_team *t, any_function end)
{
    if (t->v > 0 || t->parked || t->noted == 0)
        return;
    lazy_lock_notes(t);
    struct lazy_note *note = &t->notes[t->noted - 1];
    if (note->kind == LAZY_SECTIONS && !lazy_is_adopted(t)) {
        note->calls = atomic_load(&t->section);
        note->end = end;
    }
    lazy_unlock_notes(t);
}

static void replay_one(struct lazy_team *t, const struct lazy_note *note, int gtid)
{
    uintptr_t a[9] = {note->arguments[0], note->arguments[1]};
    switch (note->kind) {
    case LAZY_SINGLE:
        if (note->kmp)
            a[1] = (uintptr_t)gtid;
        if (is_true(lazy_call(note->start, a), note->kmp) && note->end)
            lazy_call(note->end, a);
        break;
    case LAZY_LOOP:
        replay_loop(note, (uint64_t)gtid);
        break;
    case LAZY_SECTIONS:
        replay_sections(t, note);
        break;
    }
}

void lazy_replay(struct lazy_team *t, int gtid)
{
    for (unsigned i = 0; i < t->noted; i++)
        replay_one(t, &t->notes[i], gtid);
}

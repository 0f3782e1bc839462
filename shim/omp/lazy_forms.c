// SPDX-License-Identifier: MIT
// What constructs of both runtimes have in common in a lazy team.
#include "shim/omp/lazy_forms.h"

bool lazy_form_ask(struct lazy_team *t, bool kmp, any_function function, const uintptr_t *arguments,
                   int count, uintptr_t *result)
{
    return t->v == 0 && !t->parked && lazy_is_adopted(t) &&
           adopt_call(t, kmp, function, arguments, count, result);
}

bool lazy_form_barrier(struct lazy_team *t, bool kmp, enum openmp_name name, const void *caller,
                       void *place)
{
    const uintptr_t arguments[] = {(uintptr_t)place, 0};
    for (;;) {
        switch (lazy_barrier(t)) {
        case LAZY_DONE:
            return true;
        case LAZY_REAL:
            return false;
        case LAZY_ASK:
            if (adopt_call(t, kmp, originals_find(name, caller), arguments, 2, NULL))
                return true;
        }
    }
}

enum lazy_form lazy_form_take(struct lazy_team *t, const struct lazy_note *note, bool *first,
                              uintptr_t *result)
{
    for (;;) {
        switch (lazy_take(t, note, first)) {
        case LAZY_DONE:
            return FORM_DONE;
        case LAZY_REAL:
            return FORM_ORIGINAL;
        case LAZY_ASK:
            if (adopt_call(t, note->kmp, note->start, note->arguments, note->count, result))
                return FORM_ASKED;
        }
    }
}

static uint64_t turns_of(const struct lazy_team *t, unsigned construct)
{
    return (t->serial & UINT32_MAX) << 32 | construct;
}

static struct lazy_turn *turn_of(struct lazy_team *t, unsigned construct)
{
    return &t->turns[construct % LAZY_TURNS];
}

static bool is_in_flight(const struct lazy_team *t, const struct lazy_turn *turn)
{
    return turn->loop >> 32 == (t->serial & UINT32_MAX) && turn->chunk < turn->chunks;
}

void lazy_form_begin_turns(struct lazy_team *t, unsigned construct, uint64_t chunks)
{
    uint64_t loop = turns_of(t, construct);
    struct lazy_turn *turn = turn_of(t, construct);
    while (turn->loop != loop && is_in_flight(t, turn))
        lazy_give_way(t);
    if (turn->loop != loop)
        *turn = (struct lazy_turn){.loop = loop, .chunks = chunks};
}

void lazy_form_wait_turn(struct lazy_team *t, unsigned construct, uint64_t chunk)
{
    const struct lazy_turn *turn = turn_of(t, construct);
    while (turn->loop == turns_of(t, construct) && turn->chunk < chunk)
        lazy_give_way(t);
}

void lazy_form_pass_turn(struct lazy_team *t, unsigned construct, uint64_t chunk)
{
    struct lazy_turn *turn = turn_of(t, construct);
    lazy_form_wait_turn(t, construct, chunk);
    if (turn->loop == turns_of(t, construct) && turn->chunk == chunk)
        turn->chunk++;
}

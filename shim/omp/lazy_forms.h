// SPDX-License-Identifier: MIT
// How the forms of constructs (plain_<name>) speak to a lazy team: each is done here, or the caller
// goes on to the original.
#ifndef TEAMTRIM_LAZY_FORMS_H
#define TEAMTRIM_LAZY_FORMS_H

#include "shim/omp/adopt.h"

// How it came out: it is done, here or by the adopter; or the original is to be called.
enum lazy_form { FORM_DONE, FORM_ASKED, FORM_ORIGINAL };

#define LAZY_ARGUMENTS(...) ((const uintptr_t[]){__VA_ARGS__})
#define LAZY_COUNT(...) ((int)(sizeof(LAZY_ARGUMENTS(__VA_ARGS__)) / sizeof(uintptr_t)))

// A barrier, or a construct's end that is one: `name` of the caller's, with (place, gtid) where it
// is libomp's. False: the team is real, call the original.
bool lazy_form_barrier(struct lazy_team *team, bool kmp, enum openmp_name name, const void *caller,
                       void *place);

// A worksharing construct. *result: what the adopter's call of note->start returned.
enum lazy_form lazy_form_take(struct lazy_team *team, const struct lazy_note *note, bool *first,
                              uintptr_t *result);

// A call that an adopted region's adopter makes. False: the region is not, or no longer, adopted.
bool lazy_form_ask(struct lazy_team *team, bool kmp, any_function function,
                   const uintptr_t *arguments, int count, uintptr_t *result);

// The turns of an ordered static loop, whose chunks several threads have, on fibers: it begins;
// waits until it is the turn of `chunk`; that has ended.
void lazy_form_begin_turns(struct lazy_team *team, unsigned construct, uint64_t chunks);
void lazy_form_wait_turn(struct lazy_team *team, unsigned construct, uint64_t chunk);
void lazy_form_pass_turn(struct lazy_team *team, unsigned construct, uint64_t chunk);

#endif

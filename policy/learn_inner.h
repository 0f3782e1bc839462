// SPDX-License-Identifier: MIT
// What the files learn*.c share. Times are ns. The model: learn.h.
#ifndef TEAMTRIM_LEARN_INNER_H
#define TEAMTRIM_LEARN_INNER_H

#include "policy/learn.h"

// Full runs in a row before fewer threads are tried, and runs that make a mean.
enum { LEARN_FIRST_STREAK = 3 };

// Fewer threads that take so many times as long as the full team are a loss.
#define LEARN_LONG 1.5F

// They are chosen below this share of the full team's time.
#define LEARN_WORTH 0.9F

unsigned learn_at_most(unsigned value, unsigned most);

// Stays at UINT16_MAX.
uint16_t learn_count_up(uint16_t count, unsigned more);

float learn_smaller(float a, float b);
float learn_larger(float a, float b);

void learn_level_add(struct learn_level *level, float value);

// A run, or the means of several: what `work` takes on the full team of n threads, n > 1.
struct learn_sample {
    int n;
    float wall, work;
};

struct learn_sample learn_sample_of(const struct learn_run *run, int n);

float learn_sample_price(const struct learn_sample *sample);

// The same work on `team` threads.
float learn_sample_predict(const struct learn_sample *sample, int team);

// What the full team would have taken for the work of a run on fewer threads.
float learn_predict_full(const struct learner *learner, float work);

// The best team: one thread, n, or with `parts` any size between.
int learn_sample_choose(const struct learn_sample *sample, bool parts);

// May sizes between one thread and the full team be tried?
bool learn_may_part(const struct learner *learner, const struct learn_facts *facts);

// From the full team to fewer threads, and between those.
void learn_trim(struct learner *learner, int team);

// Back to the full team, to judge it anew; after a loss with the streak that this takes.
void learn_go_full(struct learner *learner, enum learn_reason reason);
void learn_take_loss(struct learner *learner, enum learn_reason reason);

// A run on the team that the learner is on. `run->wall` is on that team, whatever n is.
void learn_observe_full(struct learner *learner, const struct learn_facts *facts,
                        const struct learn_sample *run);
void learn_observe_fewer(struct learner *learner, const struct learn_facts *facts,
                         const struct learn_sample *run);

// A run of a site whose small regions are lazy teams'.
void learn_observe_lazy(struct learner *learner, const struct learn_sample *sample,
                        const struct learn_run *run);

#endif

// SPDX-License-Identifier: MIT
// Interleaved runs of prog_regions or a team's own program: each round runs every mode once, as
// short processes, starting with another mode each time. Ratios and differences are medians of the
// rounds' own, so what slows the machine for a while falls on both sides.
#ifndef TEAMTRIM_BENCH_PAIRS_H
#define TEAMTRIM_BENCH_PAIRS_H

#include "bench/team.h"

enum { PAIRS_ROUNDS = 12 };

struct pairs {
    struct team team;
    int rounds, repeated; // rounds that were run anew: somebody else was at work
    struct figures runs[PAIRS_ROUNDS][TEAM_MODES];
};

// What to run: the program's part and arguments, and how.
struct pairs_plan {
    const char *part, *samples, *sample_us;
    const char *lists[TEAM_MODES]; // NULL: this mode is left out
    int rounds;
};

// Where a figure stands.
struct place {
    enum team_mode mode;
    int row, column;
};

// 0, or -1 after a message.
int pairs_measure(const struct bench *bench, const struct team *team, const struct pairs_plan *plan,
                  struct pairs *pairs);

// The first figure of a name and n; the first row where there is none.
struct place pairs_find(const struct pairs *pairs, enum team_mode mode, const char *name, long n);

double pairs_median(const struct pairs *pairs, struct place place);
double pairs_ratio(const struct pairs *pairs, struct place above, struct place below);
double pairs_difference(const struct pairs *pairs, struct place above, struct place below);

// What a difference or a ratio is worth: the median distance of two runs of the same, in ns or as a
// share.
double pairs_noise(const struct pairs *pairs, struct place place);
double pairs_noise_share(const struct pairs *pairs, struct place place);

// "870 ns", "12.5 us", "97 ms".
const char *pairs_format(double ns, char text[32]);

#endif

// SPDX-License-Identifier: MIT
// From which size on a team is worth waking: the bytes a thread that lose least time over all that
// was measured. Times in, bytes out; no clock.
//
// The rule of policy/decide.c gives a call that moves `bytes` on a team to the kernel if bytes <
// (team - 1) * bytes_per_thread, so a measured pair matters by its share, bytes / (team - 1). (Of
// teams that it can trim, MKL's, by bytes alone: see fits_share_of.)
#ifndef TEAMTRIM_CLI_THRESHOLD_H
#define TEAMTRIM_CLI_THRESHOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A size that was run both ways.
struct trade {
    double share;        // bytes / (team - 1), or bytes
    double kernel, team; // ns, above 0
};

enum threshold_edge {
    THRESHOLD_BETWEEN,     // both ways win somewhere
    THRESHOLD_KERNEL_ONLY, // the team never pays up to the largest share
    THRESHOLD_TEAM_ONLY,   // the team always pays from the smallest share on
};

struct threshold {
    size_t trades;  // 0: nothing was measured, and nothing else is set
    uint64_t bytes; // a thread, rounded by threshold_round
    enum threshold_edge edge;
    double regret; // with `bytes`, as threshold_regret says
};

// Mean of log(time of what the rule picks / time of the better way), where a team's time counts 2 %
// more than it is: it takes more CPUs. 0 for no trades.
double threshold_regret(const struct trade *trades, size_t count, double bytes);

// The value of least regret: in the middle (geometrically) of two neighbouring shares, or half an
// octave beyond their end. Sorts `trades`.
struct threshold threshold_fit(struct trade *trades, size_t count);

// The same trades by all rounds, and by those of even and of odd number.
struct trade_set {
    struct trade *all, *half[2];
    size_t count;
};

// Whether a value of their own pays for these trades, where `inherited` is what they have without:
// it is 1.5 times larger or smaller, wins 2 % of time, and the value that one half of the rounds
// finds wins 1 % in the other. Sorts the trades.
bool threshold_refine(struct trade_set *set, uint64_t inherited, struct threshold *own);

// How far two halves of the rounds agree.
struct agreement {
    double ratio; // the larger threshold over the smaller; 1 for no trades
    double loss;  // mean regret of a half with the other's threshold, beyond that with its own
};
struct agreement threshold_compare_halves(struct trade_set *set);

// A regret, which is a logarithm, as the share of time that is lost, in percent.
double threshold_lost_percent(double regret);

// Two significant digits of K or M, at least 1K: what policy files spell.
uint64_t threshold_round(double bytes);

enum { SIZE_TEXT = 24 };

// "384K", "12M"; bytes where it is no whole number of K.
const char *threshold_spell(uint64_t bytes, char text[SIZE_TEXT]);

#endif

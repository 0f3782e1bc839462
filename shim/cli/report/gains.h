// SPDX-License-Identifier: MIT
// What could still be gained, from measured times only, and what to do for it.
#ifndef TEAMTRIM_CLI_GAINS_H
#define TEAMTRIM_CLI_GAINS_H

#include "shim/cli/report/model.h"

struct gain {
    double ns;
    bool bound;           // at most so much; otherwise an estimate
    const char *where;    // the site or routine
    const char *measured; // what the figure comes from
    const char *action;   // what to set or to do
};

// The largest first; at least a microsecond each. Freed by the caller; texts are kept by the model.
struct gain *gains_of(struct model *model, size_t *count);

#endif

// SPDX-License-Identifier: MIT
// Inputs of a trial, by type of element. Template: ELEMENT, SUFFIX(name).

struct SUFFIX(trial) {
    ELEMENT x[2 * TRIAL_LENGTH], y[2 * TRIAL_LENGTH];
};

// Vectors of small integers; complex ones have two parts an element.
static inline struct SUFFIX(trial) SUFFIX(trial_sum)(int parts)
{
    struct SUFFIX(trial) t = {{0}, {0}};
    for (int i = 0; i < parts * TRIAL_LENGTH; i++) {
        t.x[i] = (ELEMENT)(i % 7 - 3);
        t.y[i] = (ELEMENT)(i % 5 + 1);
    }
    return t;
}

// Zeros of both signs meet each other and small integers; infinities come late, since a kernel
// stops at the first.
static inline struct SUFFIX(trial) SUFFIX(trial_update)(int parts)
{
    static const ELEMENT values[12] = {-0., -1, -0., 1, 2, -0., 0, 3, -3, 0, 1, 4};
    struct SUFFIX(trial) t = {{0}, {0}};
    for (int i = 0; i < parts * TRIAL_LENGTH; i++) {
        t.x[i] = values[i % 12];
        t.y[i] = values[(i + i / 12 * 5) % 12];
    }
    t.x[parts * TRIAL_LENGTH - 4] = (ELEMENT)INFINITY;
    return t;
}

// Factors number 0 to TRIAL_FACTORS - 1; a real one is the first part.
static inline const ELEMENT *SUFFIX(trial_factor)(int i)
{
    static const ELEMENT factors[TRIAL_FACTORS][2] = {{2, -4}, {-1, 2}, {1, 1},  {-2, -1},
                                                      {1, 0},  {-1, 0}, {0, -1}, {-2, -0.}};
    return factors[i];
}

// Equal but for the rounding of a square root.
static inline bool SUFFIX(trial_near)(ELEMENT a, ELEMENT b)
{
    return a == b || (a - b < a / 1000000 && b - a < a / 1000000);
}

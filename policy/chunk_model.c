// SPDX-License-Identifier: MIT
// The cost model of a dynamic loop's block, and its fit to measured blocks.
#include "policy/chunk.h"

#include <errno.h>

enum { N = CHUNK_COEFFICIENTS };

// c0: 20 us for two threads, log(20000 * sqrt(2)), and a tenth more.
static const double built_in[N] = {10.35, 0.5, 0.5, 0.25, 0.25, 1.0};

static const double LN2 = 0.693147180559945309417;

// log and exp are our own: the library would need libm for nothing else, in every host process.
// log(x) = k log 2 + 2 atanh(s) with x = 2^k m, s = (m - 1) / (m + 1), |s| < 0.172.
static double log_of(double x)
{
    double k = 0, sum = 0;
    for (; x >= 0x1p16; x *= 0x1p-16)
        k += 16;
    for (; x > 1.41422; x *= 0.5)
        k++;
    double s = (x - 1) / (x + 1), square = s * s;
    for (int i = 17; i >= 1; i -= 2)
        sum = sum * square + 1.0 / i;
    return k * LN2 + 2 * s * sum;
}

// exp(x), x >= 0, by exp(x / 2^k) squared k times; beyond 2^63: 2^63.
static double exp_of(double x)
{
    if (x > 63 * LN2)
        return 0x1p63;
    double sum = 1;
    for (int i = 16; i >= 1; i--)
        sum = 1 + sum * (x / 64) / i;
    for (int i = 0; i < 6; i++)
        sum *= sum;
    return sum;
}

static double positive(int count)
{
    return count > 1 ? count : 1;
}

// log(1 + x), x taken to lie in 0..1e300; 0 for what is not a number.
static double log_above(double x)
{
    return x > 0 ? log_of(1 + (x < 1e300 ? x : 1e300)) : 0;
}

// What the coefficients are multiplied with.
static void fill_features(double *features, const struct chunk_task *task)
{
    features[0] = 1;
    features[1] = log_of(positive(task->groups));
    features[2] = -log_of(positive(task->threads));
    features[3] = -log_above(task->read);
    features[4] = -log_above(task->written);
    features[5] = -log_above(task->compute);
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * b[i];
    return sum;
}

static bool is_all_zero(const double *model)
{
    for (int i = 0; i < N; i++) {
        if (model[i] != 0)
            return false;
    }
    return true;
}

uint64_t chunk_model_block(const double *model, const struct chunk_task *task)
{
    double features[N];
    fill_features(features, task);
    double log_block = dot(!model || is_all_zero(model) ? built_in : model, features);
    return log_block > 0 ? (uint64_t)exp_of(log_block) : 1; // also where it is not a number
}

// ---- the fit: deviations d from the built-in coefficients, (X'X + ridge) d = X'r, where r is what
// the built-in ones leave of log(block)

static const double RIDGE = 1e-10, DETERMINED = 1e-8; // of the diagonal

struct fit {
    bool varies[N];
    double matrix[N][N], right[N];
};

static bool is_valid(const struct chunk_sample *sample)
{
    const struct chunk_task *task = &sample->task;
    return task->groups >= 1 && task->threads >= 1 && task->read >= 0 && task->written >= 0 &&
           task->compute >= 0 && sample->block >= 1 && task->read < 1e300 &&
           task->written < 1e300 && task->compute < 1e300 && sample->block < 1e300;
}

// Column 0, the constant, is always there.
static void find_varying(struct fit *fit, const struct chunk_sample *samples, size_t n)
{
    double first[N], features[N];
    fill_features(first, &samples[0].task);
    fit->varies[0] = true;
    for (size_t s = 1; s < n; s++) {
        fill_features(features, &samples[s].task);
        for (int i = 1; i < N; i++)
            fit->varies[i] |= features[i] < first[i] || features[i] > first[i];
    }
}

static void add_sample(struct fit *fit, const struct chunk_sample *sample)
{
    double features[N];
    fill_features(features, &sample->task);
    double left = log_of(sample->block) - dot(built_in, features);
    for (int i = 0; i < N; i++) {
        if (!fit->varies[i])
            continue;
        fit->right[i] += features[i] * left;
        for (int j = 0; j < N; j++)
            fit->matrix[i][j] += fit->varies[j] ? features[i] * features[j] : 0;
    }
}

// Subtracts multiples of row k from those below it. False if the samples do not determine it: what
// the rows above leave of its diagonal is nothing but rounding and ridge.
static bool eliminate(struct fit *fit, int k, double diagonal)
{
    if (fit->matrix[k][k] <= DETERMINED * diagonal)
        return false;
    for (int i = k + 1; i < N; i++) {
        double factor = fit->matrix[i][k] / fit->matrix[k][k];
        for (int j = k; j < N; j++)
            fit->matrix[i][j] -= factor * fit->matrix[k][j];
        fit->right[i] -= factor * fit->right[k];
    }
    return true;
}

static int solve(struct fit *fit)
{
    double diagonal[N];
    for (int i = 0; i < N; i++) {
        diagonal[i] = fit->matrix[i][i];
        fit->matrix[i][i] *= 1 + RIDGE;
    }
    for (int k = 0; k < N; k++) {
        if (fit->varies[k] && !eliminate(fit, k, diagonal[k]))
            return -EINVAL;
    }
    for (int i = N - 1; i >= 0; i--) {
        for (int j = i + 1; j < N; j++)
            fit->right[i] -= fit->matrix[i][j] * fit->right[j];
        fit->right[i] = fit->varies[i] ? fit->right[i] / fit->matrix[i][i] : 0;
    }
    return 0;
}

int chunk_model_fit(double *model, const struct chunk_sample *samples, size_t n)
{
    struct fit fit = {{false}, {{0}}, {0}};
    if (n < N)
        return -EINVAL;
    for (size_t i = 0; i < n; i++) {
        if (!is_valid(&samples[i]))
            return -EINVAL;
    }
    find_varying(&fit, samples, n);
    for (size_t i = 0; i < n; i++)
        add_sample(&fit, &samples[i]);
    if (solve(&fit) < 0)
        return -EINVAL;
    for (int i = 0; i < N; i++)
        model[i] = built_in[i] + fit.right[i];
    return 0;
}

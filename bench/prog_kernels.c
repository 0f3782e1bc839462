// SPDX-License-Identifier: MIT
// Times our kernels of one ISA against the same routine of all BLAS libraries of this machine, in
// one process and one thread: ... ISA CORE ROUTINE. Two values a subject: ns a call, and time over
// ours.
#include <stdio.h>
#include <string.h>

#include "bench/child.h"
#include "bench/peers.h"
#include "bench/sample.h"

enum {
    OURS,
    AGAIN, // ours as its own peer: how far from 1 is noise
    FIRST_PEER,
    SMALL_N = 1000,   // up to here twice the samples
    ANOTHER_LOOK = 3, // so many times the samples
};

// Among hundreds of cells some look bad by chance. One below this is measured anew, longer, and
// only that counts.
static const double suspicious = 0.97;

static void print_head(const struct peer *peers, int count)
{
    printf("name\tn\tours\tours\tours again\tours again");
    for (int i = 0; i < count; i++)
        printf("\t%s\t%s", peers[i].name, peers[i].name);
    putchar('\n');
}

static void print_cell(const struct row *row, int64_t n, const struct samples *samples)
{
    printf("%s\t%lld", row->name, (long long)n);
    for (int i = 0; i < samples->subjects; i++)
        printf("\t%.3f\t%.4f", sample_median(samples, i), sample_ratio(samples, i, OURS));
    putchar('\n');
}

static bool looks_bad(const struct samples *samples)
{
    for (int i = FIRST_PEER; i < samples->subjects; i++)
        if (sample_ratio(samples, i, OURS) < suspicious)
            return true;
    return false;
}

static int choose_rounds(const struct child *child, int64_t n)
{
    int rounds = n <= SMALL_N ? 2 * child->rounds : child->rounds;

    return rounds * ANOTHER_LOOK <= SAMPLE_ROUNDS ? rounds : SAMPLE_ROUNDS / ANOTHER_LOOK;
}

static void measure_cell(const struct child *child, const struct row *row, int64_t n,
                         struct subject *subjects, int count)
{
    static struct samples samples;
    struct job job;
    int rounds = choose_rounds(child, n);

    job_make(&job, n, row->size, row->parts);
    sample_subjects(&job, subjects, count, rounds, child->sample_ns, &samples);
    if (looks_bad(&samples))
        sample_subjects(&job, subjects, count, rounds * ANOTHER_LOOK, child->sample_ns, &samples);
    print_cell(row, n, &samples);
    job_free(&job);
}

static int fill_subjects(const struct row *row, const struct kernels *kernels,
                         const struct peer *peers, int peer_count, struct subject *subjects)
{
    subjects[OURS] = (struct subject){row->kernel, row_kernel(row, kernels), 0};
    subjects[AGAIN] = subjects[OURS];
    for (int i = 0; i < peer_count; i++)
        subjects[FIRST_PEER + i] = (struct subject){row->by_value, peer_find(&peers[i], row), 0};
    return FIRST_PEER + peer_count;
}

static int measure(const struct child *child, const struct kernels *kernels, const char *core,
                   const struct row *row)
{
    struct peer peers[PEERS_MAX];
    struct subject subjects[SAMPLE_SUBJECTS];
    int peer_count = peers_load(peers, *core ? core : NULL);
    int count = fill_subjects(row, kernels, peers, peer_count, subjects);

    if (!peer_count)
        return 1;
    print_head(peers, peer_count);
    for (int i = 0; i < child->size_count; i++)
        measure_cell(child, row, child->sizes[i], subjects, count);
    return 0;
}

int main(int argc, char **argv)
{
    struct child child = child_start(argc, argv);
    char **more = argv + CHILD_ARGUMENTS;
    bool by_value;
    int isa = argc == CHILD_ARGUMENTS + 3 ? kernels_isa_find(more[0]) : -1;
    const struct row *row = isa < 0 ? NULL : row_find(more[2], &by_value);

    if (!row || !kernels_of((enum kernels_isa)isa)) {
        fprintf(stderr, "usage: %s CPU ROUNDS SAMPLE_US SIZES ISA CORE cblas_ROUTINE\n", argv[0]);
        return 2;
    }
    return measure(&child, kernels_of((enum kernels_isa)isa), more[1], row);
}

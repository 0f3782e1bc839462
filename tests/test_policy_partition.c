// SPDX-License-Identifier: MIT
// Static partitions: every iteration is somebody's, once, and the ranges are the runtimes'.
#include "policy/policy.h"

#include <criterion/criterion.h>

static void expect_whole(struct partition p)
{
    unsigned char taken[400] = {0};

    for (int thread = 0; thread < p.team; thread++) {
        uint64_t first, last;
        for (uint64_t piece = 0; partition_piece(&p, thread, piece, &first, &last); piece++)
            for (uint64_t i = first; i < last; i++)
                taken[i]++;
    }
    for (uint64_t i = 0; i < p.trips; i++)
        cr_assert_eq(taken[i], 1, "trips %d, chunk %d, team %d: iteration %d is taken %d times",
                     (int)p.trips, (int)p.chunk, p.team, (int)i, taken[i]);
    cr_assert_eq(taken[p.trips], 0);
}

Test(policy_partition, each_iteration_is_taken_once)
{
    for (int team = 1; team <= 17; team++)
        for (uint64_t trips = 0; trips < 70; trips++)
            for (uint64_t chunk = 0; chunk < 9; chunk++)
                expect_whole((struct partition){trips, chunk, team});
}

// Thread, first, last, of 10 iterations on 4 threads: 3 3 2 2, as gcc and clang do.
Test(policy_partition, ranges_of_the_first_threads_are_longer)
{
    static const uint64_t ranges[4][2] = {{0, 3}, {3, 6}, {6, 8}, {8, 10}};
    struct partition p = {10, 0, 4};

    for (int thread = 0; thread < 4; thread++) {
        struct partition_share share = partition_share_of(&p, thread);
        cr_expect_eq(share.first, ranges[thread][0]);
        cr_expect_eq(share.last, ranges[thread][1]);
        cr_expect_eq(share.stride, 10);
        cr_expect_eq(share.has_last, thread == 3);
    }
}

Test(policy_partition, fewer_iterations_than_threads)
{
    struct partition p = {2, 0, 4};

    for (int thread = 0; thread < 4; thread++) {
        struct partition_share share = partition_share_of(&p, thread);
        cr_expect_eq(share.last - share.first, thread < 2);
        cr_expect_eq(share.has_last, thread == 1);
    }
}

// 11 iterations in chunks of 2 on 3 threads: the last, of one, is thread 2's second.
Test(policy_partition, chunks_in_turn)
{
    struct partition p = {11, 2, 3};
    struct partition_share share = partition_share_of(&p, 1);
    uint64_t first = 0, last = 0;

    cr_expect_eq(share.first, 2);
    cr_expect_eq(share.last, 4);
    cr_expect_eq(share.stride, 6);
    cr_expect_not(share.has_last);
    cr_expect(partition_share_of(&p, 2).has_last);
    cr_expect(partition_piece(&p, 2, 1, &first, &last));
    cr_expect_eq(first, 10);
    cr_expect_eq(last, 11);
    cr_expect_not(partition_piece(&p, 0, 2, &first, &last));
}

Test(policy_partition, numbers_up_to_64_bits)
{
    struct partition p = {UINT64_MAX - 1, 0, 7};

    cr_expect_eq(partition_share_of(&p, 0).first, 0);
    cr_expect_eq(partition_share_of(&p, 6).last, UINT64_MAX - 1);
    for (int thread = 1; thread < 7; thread++)
        cr_expect_eq(partition_share_of(&p, thread).first, partition_share_of(&p, thread - 1).last);
}

Test(policy_partition, chunks_of_simd_loops_are_multiples)
{
    cr_expect_eq(partition_simd_chunk(100, 8, 4), 32);
    cr_expect_eq(partition_simd_chunk(3, 8, 4), 8);
    cr_expect_eq(partition_simd_chunk(64, 16, 4), 16);
}

// SPDX-License-Identifier: MIT
// The word that tells small calls from large ones.
#include "policy/policy.h"

#include <criterion/criterion.h>

// A data block: garbage, a pointer's halves, the size, a constant.
static struct split_words block(int32_t size, int32_t garbage)
{
    return (struct split_words){{garbage, 0x7fff1234 + garbage, 21845, size, 7}, 5};
}

static void show(struct split *split, int calls, int32_t small, int32_t large)
{
    for (int i = 0; i < calls; i++) {
        bool is_large = i % 4 == 3;
        struct split_words words = block(is_large ? large : small, i * 7919 % 1000 - 500);
        split_observe(split, &words, is_large);
    }
}

Test(policy_split, finds_the_size)
{
    struct split split = {.found = false};

    show(&split, 40, 1, 4096);
    cr_assert(split.found);
    cr_expect_eq(split.word, 3);
    cr_expect_gt(split.bound, 1);
    cr_expect_leq(split.bound, 4096);
}

Test(policy_split, neighbours_are_told_apart)
{
    struct split split = {.found = false};

    show(&split, 40, 4, 5);
    cr_assert(split.found);
    cr_expect_eq(split.bound, 5);
}

Test(policy_split, nothing_before_three_of_each_kind)
{
    struct split split = {.found = false};
    struct split_words small = block(1, 0), large = block(100, 1);

    for (int i = 0; i < 20; i++)
        cr_expect_not(split_observe(&split, &small, false));
    cr_expect_not(split_observe(&split, &large, true));
    cr_expect_not(split_observe(&split, &large, true));
    cr_expect(split_observe(&split, &large, true));
}

Test(policy_split, constant_words_do_not_split)
{
    struct split split = {.found = false};

    for (int i = 0; i < 300; i++) {
        struct split_words words = block(9, i % 2 ? 3 : -3);
        split_observe(&split, &words, i % 2);
        cr_assert(!split.found || split.word != 3);
    }
}

Test(policy_split, an_accident_does_no_harm)
{
    struct split split = {.found = false};
    struct split_words small = block(1, 0);

    show(&split, 40, 1, 4096);
    split_observe(&split, &small, true);
    show(&split, 20, 1, 4096);
    cr_expect(split.found);
    cr_expect_eq(split.word, 3);
}

Test(policy_split, begins_anew_when_it_was_wrong)
{
    struct split split = {.found = false};

    show(&split, 40, 1, 4096);
    show(&split, 200, 5000, 9000);
    cr_assert(split.found);
    cr_expect_gt(split.bound, 5000);
}

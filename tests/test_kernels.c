// SPDX-License-Identifier: MIT
// The ISA levels: their names, and which of them can be used here.
#include <criterion/criterion.h>

#include "kernels/kernels.h"

Test(kernels_levels, names_are_found_again)
{
    for (int isa = 0; isa < ISA_COUNT; isa++)
        cr_assert_eq(kernels_isa_find(kernels_isa_name((enum kernels_isa)isa)), isa);
}

Test(kernels_levels, unknown_names_are_not_found)
{
    static const char *const unknown[] = {"", "avx", "AVX2", "avx512f", "avx2 ", "native"};
    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
        cr_assert_eq(kernels_isa_find(unknown[i]), -1, "%s", unknown[i]);
}

Test(kernels_levels, scalar_is_usable_everywhere)
{
    cr_assert(kernels_isa_usable(ISA_SCALAR));
}

Test(kernels_levels, levels_without_kernels_are_not_usable)
{
    cr_assert_not(kernels_isa_usable(ISA_NEON));
    cr_assert_not(kernels_isa_usable(ISA_SVE));
    cr_assert_null(kernels_of(ISA_NEON));
}

Test(kernels_levels, no_usable_level_is_above_the_best)
{
    enum kernels_isa best = kernels_isa_best();
    cr_assert(kernels_isa_usable(best));
    for (int isa = (int)best + 1; isa < ISA_COUNT; isa++)
        cr_assert_not(kernels_isa_usable((enum kernels_isa)isa));
}

Test(kernels_levels, a_usable_level_has_every_kernel)
{
    for (int isa = 0; isa < ISA_COUNT; isa++) {
        const struct kernels *kernels = kernels_of((enum kernels_isa)isa);
        if (!kernels)
            continue;
#define KERNEL(result, name, ...) cr_assert(kernels->name != NULL, "%d: " #name, isa);
#include "kernels/kernels.def"
#undef KERNEL
    }
}

static void skip_unless_usable(enum kernels_isa isa)
{
    if (!kernels_isa_usable(isa))
        cr_skip_test("this CPU or build has no %s: its kernels are not tested here",
                     kernels_isa_name(isa));
}

// The other tests pass over levels that cannot run; these say which.
Test(kernels_levels, sse2_is_tested_here)
{
    skip_unless_usable(ISA_SSE2);
}

Test(kernels_levels, avx2_is_tested_here)
{
    skip_unless_usable(ISA_AVX2);
}

Test(kernels_levels, avx512_is_tested_here)
{
    skip_unless_usable(ISA_AVX512);
}

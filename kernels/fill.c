// SPDX-License-Identifier: MIT
// The ISA levels by name, and the choice of the most able one.
#include <string.h>

#include "isa.h"

static const char *const names[ISA_COUNT] = {
#define ISA(id, name) name,
#include "isa.def"
#undef ISA
};

const char *kernels_isa_name(enum kernels_isa isa)
{
    return names[isa];
}

int kernels_isa_find(const char *name)
{
    for (int isa = 0; isa < ISA_COUNT; isa++)
        if (strcmp(names[isa], name) == 0)
            return isa;
    return -1;
}

const struct kernels *kernels_of(enum kernels_isa isa)
{
    return detect_kernels(isa);
}

bool kernels_isa_usable(enum kernels_isa isa)
{
    return kernels_of(isa) != NULL;
}

enum kernels_isa kernels_isa_best(void)
{
    int isa = ISA_COUNT - 1;
    while (isa > 0 && !kernels_isa_usable((enum kernels_isa)isa))
        isa--;
    return (enum kernels_isa)isa;
}

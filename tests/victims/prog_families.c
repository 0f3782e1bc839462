// SPDX-License-Identifier: MIT
// Hazard: one routine has eleven spellings; each must reach the original of that very name, with
// all its arguments, those on the stack (drot) too, and with its complex result.
//
// needs: fake_families
// link: -lc
#include "tests/victims/families.h"

#include <stdio.h>
#include <string.h>

#define FAMILY_CALLER(family) FAMILY_CALLER_OF(family)
#define FAMILY_CALLER_OF(family) call_##family

#define FAMILY_BODY "tests/victims/families_call.h"
#include "shim/names/families.def"
#undef FAMILY_BODY

int main(void)
{
#define FAMILY_BODY "tests/victims/families_run.h"
#include "shim/names/families.def"
    return 0;
}

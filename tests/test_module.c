// SPDX-License-Identifier: MIT
// Loaded objects: found by address, by what they refer to, and reached again.
#include "shim/core/module.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "shim/core/resolve.h"

static void here(void)
{
}

Test(module, main_program_has_no_path)
{
    struct module module;
    cr_assert(module_find(resolve_address(here), &module));
    cr_expect_str_eq(module.path, "");
    cr_expect(module.begin <= (uintptr_t)resolve_address(here));
    cr_expect(module.end > (uintptr_t)resolve_address(here));
}

Test(module, address_in_no_object)
{
    struct module module;
    int local = 0;
    cr_expect_not(module_find(&local, &module));
}

Test(module, refers_to_what_it_calls)
{
    struct module own;
    cr_assert(module_find(resolve_address(here), &own));
    cr_expect(module_refers(&own, "dl_iterate_phdr"), "this program calls it");
    cr_expect_not(module_refers(&own, "no_such_function"));
}

Test(module, referrers_are_counted_from_zero)
{
    struct module module;
    size_t count = 0;
    while (module_find_referrer("dl_iterate_phdr", count, &module))
        count++;
    cr_expect_geq(count, 1);
    cr_expect_not(module_find_referrer("no_such_function", 0, &module));
}

static void note_libc(void *context, const char *name)
{
    if (!strncmp(name, "libc.", 5))
        *(bool *)context = true;
}

Test(module, needed_objects_are_visited)
{
    struct module own;
    bool seen = false;
    cr_assert(module_find(resolve_address(here), &own));
    module_visit_needed(&own, note_libc, &seen);
    cr_expect(seen);
}

Test(module, opens_what_is_loaded)
{
    struct module libc;
    cr_assert(module_find(resolve_address((any_function)strlen), &libc));
    void *handle = module_open(&libc);
    cr_assert_not_null(handle);
    module_close(handle);
    struct module none = {.path = "/no/such/object.so"};
    cr_expect_null(module_open(&none));
}

Test(resolve, finds_a_definition_within_an_object)
{
    any_function found = resolve_within((any_function)strlen, "snprintf");
    cr_expect_not_null((void *)(uintptr_t)found);
    cr_expect_null((void *)(uintptr_t)resolve_within((any_function)strlen, "no_such_function"));
}

// SPDX-License-Identifier: MIT
// Settings that a thread of a lazy team makes, and that would be the native thread's for good.
#include "shim/omp/lazy.h"

void lazy_keep_settings(struct lazy_team *t)
{
    if (t->settings.kept)
        return;
    t->settings.kept = true;
    t->settings.team = SITE_ASK(t->site, omp_get_max_threads)();
    t->settings.dynamic = SITE_ASK(t->site, omp_get_dynamic)();
    t->settings.levels = SITE_ASK(t->site, omp_get_max_active_levels)();
    SITE_ASK(t->site, omp_get_schedule)(&t->settings.schedule[0], &t->settings.schedule[1]);
}

void lazy_restore_settings(struct lazy_team *t)
{
    if (!t->settings.kept)
        return;
    t->settings.kept = false;
    SITE_ASK(t->site, omp_set_num_threads)(t->settings.team);
    SITE_ASK(t->site, omp_set_dynamic)(t->settings.dynamic);
    SITE_ASK(t->site, omp_set_max_active_levels)(t->settings.levels);
    SITE_ASK(t->site, omp_set_schedule)(t->settings.schedule[0], t->settings.schedule[1]);
}

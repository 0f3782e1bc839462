// SPDX-License-Identifier: MIT
// libgomp's simple constructs in a region that runs as a plain call.
#include "shim/omp/plain.h"
#include "shim/omp/region.h"

void plain_GOMP_barrier(void);
bool plain_GOMP_single_start(void);
void *plain_GOMP_single_copy_start(void);
void plain_GOMP_single_copy_end(void *data);
unsigned plain_GOMP_sections_start(unsigned count);
unsigned plain_GOMP_sections_next(void);
void plain_GOMP_sections_end(void);
void plain_GOMP_sections_end_nowait(void);
bool plain_GOMP_sections_end_cancel(void);

void plain_GOMP_barrier(void)
{
    if (plain_pending(OPENMP_GOMP_barrier, CALLER))
        return;
    uint64_t began = region_wait_begin();
    ORIGINAL(GOMP_barrier, CALLER)();
    region_wait_end(began);
}

bool plain_GOMP_single_start(void)
{
    return plain_pending(OPENMP_GOMP_single_start, CALLER) || ORIGINAL(GOMP_single_start, CALLER)();
}

// The thread that runs the block gets NULL, and hands the data to the others.
void *plain_GOMP_single_copy_start(void)
{
    struct member *m = plain_pending(OPENMP_GOMP_single_copy_start, CALLER);
    if (!m)
        return ORIGINAL(GOMP_single_copy_start, CALLER)();
    m->plain.single = true;
    return NULL;
}

// Our construct stays ours, even when the region has become real inside it.
static struct member *begun(bool single, const void *caller)
{
    struct member *m = member_stack.top;
    if (!m || m->region || !(single ? m->plain.single : m->sections > 0))
        return NULL;
    return plain_is_runtime_of(m, OPENMP_GOMP_sections_next, caller) ? m : NULL;
}

void plain_GOMP_single_copy_end(void *data)
{
    struct member *m = begun(true, CALLER);
    if (!m)
        ORIGINAL(GOMP_single_copy_end, CALLER)(data);
    else
        m->plain.single = false;
}

static unsigned next_section(struct member *m)
{
    return m->section <= m->sections ? m->section++ : 0;
}

unsigned plain_GOMP_sections_start(unsigned count)
{
    struct member *m = plain_pending(OPENMP_GOMP_sections_start, CALLER);
    if (!m)
        return ORIGINAL(GOMP_sections_start, CALLER)(count);
    m->sections = count;
    m->section = 1;
    return next_section(m);
}

unsigned plain_GOMP_sections_next(void)
{
    struct member *m = begun(false, CALLER);
    return m ? next_section(m) : ORIGINAL(GOMP_sections_next, CALLER)();
}

// Where the region has become real there may be tasks to wait for.
static bool end_sections(bool wait, const void *caller)
{
    struct member *m = begun(false, caller);
    if (!m)
        return false;
    m->sections = 0;
    if (wait && m->plain.real)
        ORIGINAL(GOMP_barrier, caller)();
    return true;
}

void plain_GOMP_sections_end(void)
{
    if (!end_sections(true, CALLER))
        ORIGINAL(GOMP_sections_end, CALLER)();
}

void plain_GOMP_sections_end_nowait(void)
{
    if (!end_sections(false, CALLER))
        ORIGINAL(GOMP_sections_end_nowait, CALLER)();
}

bool plain_GOMP_sections_end_cancel(void)
{
    return end_sections(true, CALLER) ? false : ORIGINAL(GOMP_sections_end_cancel, CALLER)();
}

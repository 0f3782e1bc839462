// SPDX-License-Identifier: MIT
// libgomp's sections in a region that runs as a plain call.
#include "shim/omp/gomp.h"
#include "shim/omp/plain.h"

unsigned plain_GOMP_sections_start(unsigned count);
unsigned plain_GOMP_sections_next(void);
void plain_GOMP_sections_end(void);
void plain_GOMP_sections_end_nowait(void);
bool plain_GOMP_sections_end_cancel(void);

enum { HANDED_OVER = LAZY_SECTIONS_OVER };

// The sections of a lazy team are its first thread's that comes, but for those that an adopter's
// team takes.
static unsigned next_section(struct member *m)
{
    struct lazy_team *t = m->plain.lazy ? member_stack.lazy : NULL;
    if (!t)
        return m->section <= m->sections ? m->section++ : 0;
    unsigned calls = m->cursor.done ? m->sections : atomic_fetch_add(&t->section, 1);
    if (calls >= LAZY_SECTIONS_OVER)
        return HANDED_OVER;
    return calls < m->sections ? calls + 1 : 0;
}

static bool is_handed_over(const struct member *m)
{
    const struct lazy_team *t = m->plain.lazy ? member_stack.lazy : NULL;
    return t && !m->cursor.done && atomic_load(&t->section) >= LAZY_SECTIONS_OVER;
}

// In a construct of ours; even when the region has become real inside it.
static struct member *begun(const void *caller)
{
    struct member *m = member_stack.top;
    if (!m || m->region || m->sections == 0)
        return NULL;
    return plain_is_runtime_of(m, OPENMP_GOMP_sections_next, caller) ? m : NULL;
}

static void enter(struct member *m, unsigned count, bool first)
{
    m->sections = count;
    m->section = 1;
    m->cursor.done = !first;
    // While thread 0 is alone, that is done with the note.
    if (first && m->plain.lazy && (member_stack.lazy->parked || member_stack.lazy->v > 0))
        atomic_store(&member_stack.lazy->section, 0);
}

unsigned plain_GOMP_sections_start(unsigned count)
{
    struct member *m = plain_pending(OPENMP_GOMP_sections_start, CALLER);
    bool first = true;
    if (m && m->plain.lazy) {
        uintptr_t result = 0;
        const struct lazy_note note = {.kind = LAZY_SECTIONS,
                                       .start = (any_function)ORIGINAL(GOMP_sections_start, CALLER),
                                       .next = (any_function)ORIGINAL(GOMP_sections_next, CALLER),
                                       .arguments = {count},
                                       .count = 1};
        switch (lazy_form_take(member_stack.lazy, &note, &first, &result)) {
        case FORM_DONE:
            break;
        case FORM_ASKED:
            enter(m, count, true);
            atomic_store(&member_stack.lazy->section, LAZY_SECTIONS_OVER);
            return (unsigned)result;
        case FORM_ORIGINAL:
            m = NULL;
        }
    }
    if (!m)
        return ORIGINAL(GOMP_sections_start, CALLER)(count);
    enter(m, count, first);
    unsigned section = next_section(m);
    return section == HANDED_OVER ? plain_GOMP_sections_next() : section;
}

void gomp_note_sections(struct member *m, const void *code)
{
    const struct lazy_note note = {.kind = LAZY_SECTIONS,
                                   .next = (any_function)ORIGINAL(GOMP_sections_next, code)};
    bool first = true;
    enum lazy_outcome outcome = lazy_take(member_stack.lazy, &note, &first);
    enter(m, m->sections, first);
    if (outcome != LAZY_DONE)
        atomic_store(&member_stack.lazy->section, LAZY_SECTIONS_OVER);
}

unsigned plain_GOMP_sections_next(void)
{
    struct member *m = begun(CALLER);
    if (!m || (m->plain.foreign && m->plain.real))
        return ORIGINAL(GOMP_sections_next, CALLER)();
    unsigned section = next_section(m);
    uintptr_t result = 0;
    if (section != HANDED_OVER)
        return section;
    lazy_form_ask(member_stack.lazy, false, (any_function)ORIGINAL(GOMP_sections_next, CALLER),
                  NULL, 0, &result);
    return (unsigned)result;
}

// How a construct of ours ends. Where the region has become real there may be tasks to wait for.
static bool end_lazily(const struct member *m, enum openmp_name name, bool wait, const void *caller)
{
    struct lazy_team *t = member_stack.lazy;
    if (!wait)
        lazy_close_sections(t, originals_find(name, caller));
    if (is_handed_over(m) && lazy_form_ask(t, false, originals_find(name, caller), NULL, 0, NULL))
        return true;
    return !wait || lazy_form_barrier(t, false, name, caller, NULL);
}

static bool end(enum openmp_name name, bool wait, const void *caller)
{
    struct member *m = begun(caller);
    if (!m || (m->plain.foreign && m->plain.real))
        return false;
    m->sections = 0;
    if (m->plain.lazy)
        return end_lazily(m, name, wait, caller);
    if (wait && m->plain.real)
        ORIGINAL(GOMP_barrier, caller)();
    return true;
}

void plain_GOMP_sections_end(void)
{
    if (!end(OPENMP_GOMP_sections_end, true, CALLER))
        ORIGINAL(GOMP_sections_end, CALLER)();
}

void plain_GOMP_sections_end_nowait(void)
{
    if (!end(OPENMP_GOMP_sections_end_nowait, false, CALLER))
        ORIGINAL(GOMP_sections_end_nowait, CALLER)();
}

bool plain_GOMP_sections_end_cancel(void)
{
    bool ours = end(OPENMP_GOMP_sections_end_cancel, true, CALLER);
    return ours ? false : ORIGINAL(GOMP_sections_end_cancel, CALLER)();
}

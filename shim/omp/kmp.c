// SPDX-License-Identifier: MIT
// The fork entry points of libomp.
#include "shim/omp/kmp.h"

#include <alloca.h>

#include "shim/omp/gtid.h"
#include "shim/omp/lazy.h"
#include "shim/omp/region.h"
#include "shim/omp/words.h"

// A fork as its entry point got it.
struct microtask {
    void *place;
    kmp_microtask *function;
    intptr_t count;
    void **arguments;
    int gtid;
    unsigned team;           // to forward with; 0: as the clauses say
    const struct site *site; // of a lazy team
};

static void run_body(struct member *m, void *microtask)
{
    const struct microtask *t = microtask;
    int tid = 0;
    (void)m;
    invoke_spread(t->function, (int *)&t->gtid, &tid, t->count, t->arguments);
}

static const void *code_of(const struct microtask *t)
{
    return (const void *)(uintptr_t)t->function;
}

// The clauses stand in calls before the fork.
static struct fork take_clauses(const void *code)
{
    struct fork fork = {.code = code, .kmp = true, .trips = -1, .bound = member_stack.bound};
    if (member_stack.has_pushed && member_stack.pushed > 0)
        fork.wanted = (unsigned)member_stack.pushed;
    return fork;
}

// They are the runtime's when the fork is.
static void pass_clauses(const void *code, void *place, unsigned team)
{
    struct member_stack *stack = &member_stack;
    if (stack->has_pushed)
        ORIGINAL(__kmpc_push_num_threads, code)
    (place, stack->pushed_gtid, team ? (int)team : stack->pushed);
    else if (team) ORIGINAL(__kmpc_push_num_threads, code)(
        place, ORIGINAL(__kmpc_global_thread_num, code)(place), (int)team);
    stack->has_pushed = stack->bound = false;
}

static void drop_clauses(void)
{
    member_stack.has_pushed = member_stack.bound = false;
}

static void run_lazily(struct member *m, const void *microtask, int thread)
{
    const struct microtask *t = microtask;
    (void)m;
    invoke_spread(t->function, (int *)&t->gtid, &thread, t->count, t->arguments);
}

// A real team's part, by libgomp's way of forking.
static void run_promoted(void *microtask)
{
    const struct microtask *t = microtask;
    int gtid = SITE_ASK(t->site, __kmpc_global_thread_num)(t->place);
    int tid = SITE_ASK(t->site, omp_get_thread_num)();
    invoke_spread(t->function, &gtid, &tid, t->count, t->arguments);
}

static void read_words(const void *microtask, struct split_words *words)
{
    const struct microtask *t = microtask;
    words_of_arguments(words, t->arguments, t->count);
}

static bool run_lazy(const struct fork_choice *choice, struct microtask *t)
{
    t->gtid = gtid_of(code_of(t), t->place);
    t->site = choice->site;
    const struct plain_kind kind = {
        .state = {.trimmed = true, .lazy = true, .kmp = true}, .place = t->place, .gtid = t->gtid};
    const struct lazy_body body = {.run = run_lazily,
                                   .context = t,
                                   .function = run_promoted,
                                   .data = t,
                                   .read_words = read_words};
    struct member_stack *stack = &member_stack;
    bool had_pushed = stack->has_pushed;
    drop_clauses();
    if (lazy_run(choice, &kind, code_of(t), &body))
        return true;
    stack->has_pushed = had_pushed;
    return false;
}

static bool run_lazy_quick(struct microtask *t)
{
    const struct fork_choice choice = {.way = SITE_LAZY,
                                       .learns = true,
                                       .site = table_find(&site_table, code_of(t)),
                                       .class = member_stack.class,
                                       .full = member_stack.full,
                                       .team = member_stack.wanted};
    return run_lazy(&choice, t);
}

static bool run_quick(struct microtask *t, bool trimmed)
{
    t->gtid = gtid_of(code_of(t), t->place);
    const struct plain_kind kind = {
        .state = {.trimmed = trimmed, .kmp = true}, .place = t->place, .gtid = t->gtid};
    struct member *m = plain_enter(code_of(t), &kind);
    if (!m)
        return false;
    member_stack.has_pushed = false;
    run_body(m, t);
    plain_leave(m);
    return true;
}

static bool run_plain(const struct fork *fork, const struct fork_choice *choice,
                      struct microtask *t)
{
    if (member_stack.depth == MEMBER_DEPTH)
        return false;
    t->gtid = gtid_of(code_of(t), t->place);
    const struct plain_kind kind = {.state = {.trimmed = choice->way == SITE_TRIMMED, .kmp = true},
                                    .place = t->place,
                                    .gtid = t->gtid};
    drop_clauses();
    return region_run_plain(fork, choice, &kind, run_body, t);
}

static void run_team(const struct fork *fork, const struct fork_choice *choice,
                     const struct microtask *t)
{
    int capacity = region_capacity(choice);
    struct region *r = region_place(alloca(region_bytes(capacity)));
    region_begin_team(r, choice, capacity);
    r->kmp.function = t->function;
    r->kmp.arguments = t->arguments;
    r->kmp.count = t->count;
    pass_clauses(code_of(t), t->place, choice->team);
    uint64_t began = choice->timed ? clock_ticks() : 0;
    SITE_ORIGINAL(choice->site, __kmpc_fork_call)(t->place, 1, region_run_kmp, r);
    region_end_team(r, choice, fork, began);
}

// False: the caller forwards, between plain_hide and plain_show.
static bool run_fork(const struct fork *clauses, struct microtask *t, struct plain_hidden *hidden)
{
    struct fork_choice choice;
    struct fork whole = *clauses;
    const struct fork *fork = &whole;
    whole.arguments = t->arguments;
    whole.count = t->count;
    region_choose(fork, &choice);
    bool one = choice.way == SITE_ONE_THREAD || choice.way == SITE_TRIMMED;
    if (one && run_plain(fork, &choice, t))
        return true;
    if (choice.way == SITE_LAZY && run_lazy(&choice, t))
        return true;
    bool too_deep = one && thread_self.trimmed; // for a plain call
    t->team = too_deep ? 1 : choice.team;
    plain_hide(hidden, too_deep);
    if (!choice.through)
        return false;
    run_team(fork, &choice, t);
    plain_show(hidden);
    return true;
}

// A microtask that passes the captured variables of another on.
static void run_forwarded(int *gtid, int *tid, ...)
{
    va_list list;
    va_start(list, tid);
    const struct microtask *t = va_arg(list, void *);
    va_end(list);
    invoke_spread(t->function, gtid, tid, t->count, t->arguments);
}

// Arguments as the runtime passes them on: those in registers, then those on the stack.
static void collect(void **to, int count, int in_registers, void *const *registers,
                    void *const *stack)
{
    for (int i = 0; i < count; i++)
        to[i] = i < in_registers ? registers[i] : stack[i - in_registers];
}

// The return address would not do: an outlined function that ends in a fork jumps to it, and what
// is on the stack then is the runtime's.
any_function kmp_fork(void *place, int count, kmp_microtask *function, void *const *registers,
                      void *const *stack)
{
    const void *code = (const void *)(uintptr_t)function;
    const struct fork fork = take_clauses(code);
    enum quick quick = region_choose_quick(code, fork.wanted, 0, fork.bound);
    if (quick == QUICK_FORWARD && !member_stack.top) {
        pass_clauses(code, place, 0);
        return (any_function)ORIGINAL(__kmpc_fork_call, code);
    }
    if (quick == QUICK_NOT && originals_is_runtime(code))
        return (any_function)ORIGINAL(__kmpc_fork_call, code);
    void *arguments[count > 0 ? count : 1];
    collect(arguments, count, KMP_FORK_REGISTERS, registers, stack);
    struct microtask t = {
        .place = place, .function = function, .count = count, .arguments = arguments};
    struct plain_hidden hidden;
    bool one = quick == QUICK_PLAIN || quick == QUICK_TRIMMED;
    if ((one && run_quick(&t, quick == QUICK_TRIMMED)) ||
        (quick == QUICK_LAZY && run_lazy_quick(&t)) || run_fork(&fork, &t, &hidden))
        return NULL;
    pass_clauses(code, place, t.team);
    if (!hidden.top) // nothing to show afterwards: the entry jumps to the original
        return (any_function)ORIGINAL(__kmpc_fork_call, code);
    ORIGINAL(__kmpc_fork_call, code)(place, 1, run_forwarded, &t);
    plain_show(&hidden);
    return NULL;
}

EXPORT void __kmpc_fork_call_if(void *place, int count, kmp_microtask *function, int condition,
                                void *argument)
{
    const void *code = (const void *)(uintptr_t)function;
    struct microtask t = {
        .place = place, .function = function, .count = argument != NULL, .arguments = &argument};
    struct fork fork = take_clauses(code);
    struct plain_hidden hidden;
    if (!condition)
        fork.wanted = 1;
    if (run_fork(&fork, &t, &hidden))
        return;
    pass_clauses(code, place, t.team);
    ORIGINAL(__kmpc_fork_call_if, code)(place, count, function, condition, argument);
    plain_show(&hidden);
}

EXPORT void __kmpc_push_num_threads(void *place, int gtid, int team)
{
    if (originals_is_runtime(CALLER)) {
        ORIGINAL(__kmpc_push_num_threads, CALLER)(place, gtid, team);
        return;
    }
    member_stack.has_pushed = true;
    member_stack.pushed = team;
    member_stack.pushed_gtid = gtid;
}

EXPORT void __kmpc_push_proc_bind(void *place, int gtid, int bind)
{
    ORIGINAL(__kmpc_push_proc_bind, CALLER)(place, gtid, bind);
    member_stack.bound = true;
}

// Later forms of num_threads: the runtime keeps them for the fork, which is then its own.
#define PUSH_MORE(name)                                                                         \
    EXPORT void name(void *place, int gtid, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d) \
    {                                                                                           \
        ORIGINAL(name, CALLER)(place, gtid, a, b, c, d);                                        \
        member_stack.bound = true;                                                              \
    }

PUSH_MORE(__kmpc_push_num_threads_list)
PUSH_MORE(__kmpc_push_num_threads_strict)
PUSH_MORE(__kmpc_push_num_threads_list_strict)

// A region of one thread whose body the program runs itself, as clang has it for if(0).
EXPORT void __kmpc_serialized_parallel(void *place, int gtid)
{
    const struct fork fork = {.code = CALLER, .kmp = true, .wanted = 1, .trips = -1};
    struct plain_kind kind = {.state = {.kmp = true, .paired = true}, .place = place, .gtid = gtid};
    struct fork_choice choice = {.way = SITE_FORWARDED};
    bool bound = member_stack.bound;
    if (originals_is_runtime(CALLER)) {
        ORIGINAL(__kmpc_serialized_parallel, CALLER)(place, gtid);
        return;
    }
    drop_clauses();
    if (region_choose_quick(CALLER, 1, 0, bound) == QUICK_PLAIN && plain_enter(CALLER, &kind))
        return;
    if (!bound)
        region_choose(&fork, &choice);
    if (choice.way == SITE_ONE_THREAD && plain_enter(CALLER, &kind))
        return;
    kind.state.real = kind.state.foreign = true;
    plain_realise();
    if (member_stack.top)
        plain_enter(CALLER, &kind);
    ORIGINAL(__kmpc_serialized_parallel, CALLER)(place, gtid);
}

EXPORT void __kmpc_end_serialized_parallel(void *place, int gtid)
{
    struct member *m = member_stack.top;
    if (m && !m->region && m->plain.paired && m->plain.kmp)
        plain_leave(m);
    else
        ORIGINAL(__kmpc_end_serialized_parallel, CALLER)(place, gtid);
}

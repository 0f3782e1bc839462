// SPDX-License-Identifier: MIT
// Hazard: assembly that loses an argument. Linked with shim/omp/entry_<arch>.S alone: what that
// calls stands here as stubs that record what they get. Says what is wrong; ends with 1 if anything
// is. Built for more than one CPU by test_omp_entry.c.
#include "shim/core/thread.h"
#include "shim/omp/kmp.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 200, LAST = 8, ROW = 3, CODE_NEAR = 1 << 20 };

static int faults;

static void expect(bool right, const char *what, long detail)
{
    if (!right) {
        printf("%s: %ld\n", what, detail);
        faults++;
    }
}

// Captured variables, none of which fits in 32 bits.
static void *value_of(int i)
{
    return (void *)(((uintptr_t)(i + 1) << 40) | (uintptr_t)(i * 7 + 5));
}

static bool is_aligned(const void *frame)
{
    return (uintptr_t)frame % 16 == 0;
}

// ---- what the assembly refers to

_Thread_local struct thread thread_self;
any_function _Atomic originals_table[ORIGINALS_CALLERS][ORIGINALS_ROW];
_Atomic uint64_t originals_pages[ORIGINALS_PAGES];

// Which of the stubs was asked last, for what name, on whose behalf.
static struct asked {
    char how; // 's'earched, 'r'ealised
    int name;
    const void *caller;
} asked;

// The function that an entry led to: which, and what it got.
static struct reached {
    int plain; // the name of a form of ours, or -1: the original
    uintptr_t arguments[LAST];
    int calls;
} reached;

// An entry is called with LAST integers, the most that any CPU here has in registers, and more on
// the stack where it has fewer.
typedef uintptr_t eight(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                        uintptr_t);

static uintptr_t reach(int plain, const uintptr_t *arguments)
{
    reached.plain = plain;
    reached.calls++;
    memcpy(reached.arguments, arguments, sizeof reached.arguments);
    return 4711;
}

static uintptr_t original(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e,
                          uintptr_t f, uintptr_t g, uintptr_t h)
{
    expect(is_aligned(__builtin_frame_address(0)), "stack of an original", 0);
    return reach(-1, (const uintptr_t[]){a, b, c, d, e, f, g, h});
}

volatile double spoilt;

// Spoils every register that a call may spoil.
static any_function answer(char how, int name, const void *caller)
{
    asked = (struct asked){how, name, caller};
    for (int i = 0; i < 9; i++)
        spoilt += printf("%s", "") + i;
    expect(is_aligned(__builtin_frame_address(0)), "stack of a search", name);
#if defined(__aarch64__)
    __asm__ volatile("mov x0, -1; mov x1, -1; mov x2, -1; mov x3, -1; mov x4, -1; mov x5, -1;"
                     "mov x6, -1; mov x7, -1; mov x9, -1; mov x16, -1; mov x17, -1"
                     :
                     :
                     : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x9", "x16", "x17");
#else
    __asm__ volatile("mov $-1, %%rdi; mov $-1, %%rsi; mov $-1, %%rdx; mov $-1, %%rcx;"
                     "mov $-1, %%r8; mov $-1, %%r9; mov $-1, %%r10; mov $-1, %%r11"
                     :
                     :
                     : "rdi", "rsi", "rdx", "rcx", "r8", "r9", "r10", "r11");
#endif
    return (any_function)original;
}

any_function originals_search(enum openmp_name name, const void *caller)
{
    return answer('s', name, caller);
}

any_function plain_realise_for(enum openmp_name name, const void *caller);
any_function plain_realise_for(enum openmp_name name, const void *caller)
{
    return answer('r', name, caller);
}

#define PLAIN(name)                                                                         \
    eight plain_##name;                                                                     \
    uintptr_t plain_##name(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, \
                           uintptr_t f, uintptr_t g, uintptr_t h)                           \
    {                                                                                       \
        expect(is_aligned(__builtin_frame_address(0)), "stack of plain_" #name, 0);         \
        return reach(OPENMP_##name, (const uintptr_t[]){a, b, c, d, e, f, g, h});           \
    }
#include "shim/names/openmp.def"

// ---- the entries of names

// Their own types do not matter here, and would be those of abi.h.
#define PLAIN(name) extern char entry_##name __asm__(#name);
#define TEAM(name) extern char entry_##name __asm__(#name);
#include "shim/names/openmp.def"

static const struct entry {
    const char *text;
    void *code;
    int name;
    bool plain;
} entries[] = {
#define PLAIN(name) {#name, &entry_##name, OPENMP_##name, true},
#define TEAM(name) {#name, &entry_##name, OPENMP_##name, false},
#include "shim/names/openmp.def"
};

// So that the number of call()'s page has more than one bit within the table of pages.
__asm__(".text\n.space 6 * 4096\n");

static __attribute__((noinline)) void call(const struct entry *entry)
{
    eight *function = (eight *)(uintptr_t)entry->code;
    uintptr_t result, is[LAST];

    memset(&reached, 0, sizeof reached);
    memset(&asked, 0, sizeof asked);
    for (int i = 0; i < LAST; i++)
        is[i] = (uintptr_t)value_of(i);
    result = function(is[0], is[1], is[2], is[3], is[4], is[5], is[6], is[7]);
    expect(result == 4711, "result", entry->name);
    expect(reached.calls == 1, "calls", entry->name);
    for (int i = 0; i < LAST; i++)
        expect(reached.arguments[i] == is[i], entry->text, i);
}

// Asked for this name, for a caller that is function call().
static void expect_asked(const struct entry *entry, char how)
{
    uintptr_t distance = (uintptr_t)asked.caller - (uintptr_t)call;

    expect(asked.how == how, "who was asked", asked.how);
    expect(how == 0 || asked.name == entry->name, entry->text, asked.name);
    expect(how == 0 || distance < CODE_NEAR, "caller", (long)distance);
    expect(reached.plain == -1, "an original was wanted", entry->name);
}

static void test_unknown_caller(const struct entry *entry)
{
    thread_self.watch = 0;
    memset(originals_pages, 0, sizeof originals_pages);
    call(entry);
    expect_asked(entry, 's');
}

// All of this program's pages lead to that row.
static void know_pages(void)
{
    uintptr_t first = (uintptr_t)call >> ORIGINALS_PAGE_SHIFT;

    for (uintptr_t page = first - 2; page < first + 8; page++)
        originals_pages[originals_place(page)] = (uint64_t)page << 16 | ROW;
}

static void test_known_caller(const struct entry *entry)
{
    memset(originals_table, 0, sizeof originals_table);
    know_pages();
    call(entry); // the row has no such name yet
    expect_asked(entry, 's');
    originals_table[ROW][entry->name] = (any_function)original;
    call(entry);
    expect_asked(entry, 0);
}

static void test_watched(const struct entry *entry)
{
    thread_self.watch = 1;
    call(entry);
    if (entry->plain) {
        expect(reached.plain == entry->name, entry->text, reached.plain);
        expect(asked.how == 0, "a plain form asks nobody", entry->name);
    } else {
        expect_asked(entry, 'r');
    }
    thread_self.watch = 0;
}

// ---- invoke_spread

static struct {
    int *gtid, *tid, count, calls;
} spread;

// Takes as many as spread.count says.
static void take(int *gtid, int *tid, ...)
{
    va_list list;

    expect(is_aligned(__builtin_frame_address(0)), "stack of a microtask", spread.count);
    expect(gtid == spread.gtid && tid == spread.tid, "thread numbers", spread.count);
    va_start(list, tid);
    for (int i = 0; i < spread.count; i++)
        expect(va_arg(list, void *) == value_of(i), "captured variable", i);
    va_end(list);
    spread.calls++;
}

// The register that the assembly itself saves.
static uintptr_t frame_register(void)
{
    uintptr_t value;

#if defined(__aarch64__)
    __asm__ volatile("mov %0, x29" : "=r"(value));
#else
    __asm__ volatile("mov %%rbp, %0" : "=r"(value));
#endif
    return value;
}

static __attribute__((noinline)) void spread_out(int count, int *gtid, int *tid, void **arguments)
{
    uintptr_t before = frame_register();

    invoke_spread(take, gtid, tid, count, arguments);
    expect(frame_register() == before, "frame register", count);
}

static void test_spread(int count)
{
    void *arguments[MOST];
    int gtid = 1, tid = 2;

    for (int i = 0; i < count; i++)
        arguments[i] = value_of(i);
    spread.gtid = &gtid;
    spread.tid = &tid;
    spread.count = count;
    spread.calls = 0;
    spread_out(count, &gtid, &tid, arguments);
    expect(spread.calls == 1, "calls of a microtask", count);
}

// ---- __kmpc_fork_call

static struct {
    int forks, originals, count;
    bool forward;
    void *place;
} fork_seen;

static void check_variables(int count, void *const *registers, void *const *stack)
{
    for (int i = 0; i < count; i++) {
        bool in = i < KMP_FORK_REGISTERS;
        expect((in ? registers[i] : stack[i - KMP_FORK_REGISTERS]) == value_of(i), "kmp_fork", i);
    }
}

static void original_fork(void *place, int count, kmp_microtask *function, ...)
{
    va_list list;

    expect(place == fork_seen.place && count == fork_seen.count && function == take,
           "the original's fixed arguments", count);
    expect(is_aligned(__builtin_frame_address(0)), "stack of the original fork", count);
    va_start(list, function);
    for (int i = 0; i < count; i++)
        expect(va_arg(list, void *) == value_of(i), "the original's captured variable", i);
    va_end(list);
    fork_seen.originals++;
}

any_function kmp_fork(void *place, int count, kmp_microtask *function, void *const *registers,
                      void *const *stack)
{
    expect(place == fork_seen.place && count == fork_seen.count && function == take,
           "kmp_fork's fixed arguments", count);
    expect(is_aligned(__builtin_frame_address(0)), "stack of kmp_fork", count);
    check_variables(count, registers, stack);
    answer('f', 0, NULL);
    fork_seen.forks++;
    return fork_seen.forward ? (any_function)original_fork : NULL;
}

#define TEN(i)                                                                       \
    value_of(i), value_of(i + 1), value_of(i + 2), value_of(i + 3), value_of(i + 4), \
        value_of(i + 5), value_of(i + 6), value_of(i + 7), value_of(i + 8), value_of(i + 9)

static void fork_with(int count)
{
    void *place = &fork_seen.place;

    switch (count) {
    case 0:
        __kmpc_fork_call(place, 0, take);
        break;
    case 1:
        __kmpc_fork_call(place, 1, take, value_of(0));
        break;
    case 4:
        __kmpc_fork_call(place, 4, take, value_of(0), value_of(1), value_of(2), value_of(3));
        break;
    case 6:
        __kmpc_fork_call(place, 6, take, value_of(0), value_of(1), value_of(2), value_of(3),
                         value_of(4), value_of(5));
        break;
    case 10:
        __kmpc_fork_call(place, 10, take, TEN(0));
        break;
    default:
        __kmpc_fork_call(place, 70, take, TEN(0), TEN(10), TEN(20), TEN(30), TEN(40), TEN(50),
                         TEN(60));
    }
}

static void test_fork(int count, bool forward)
{
    memset(&fork_seen, 0, sizeof fork_seen);
    fork_seen.place = &fork_seen.place;
    fork_seen.count = count;
    fork_seen.forward = forward;
    fork_with(count);
    expect(fork_seen.forks == 1 && fork_seen.originals == forward, "forks", count);
}

int main(void)
{
    static const int counts[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 70, MOST};
    static const int forks[] = {0, 1, 4, 6, 10, 70};
    size_t names = sizeof entries / sizeof *entries;

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        test_spread(counts[i]);
    for (size_t i = 0; i < 2 * sizeof forks / sizeof *forks; i++)
        test_fork(forks[i / 2], i % 2);
    for (size_t i = 0; i < names; i++) {
        test_unknown_caller(&entries[i]);
        test_known_caller(&entries[i]);
        test_watched(&entries[i]);
    }
    printf("%zu names, %d faults\n", names, faults);
    return faults != 0;
}

// SPDX-License-Identifier: MIT
// Hazard: C++ in small regions: exceptions that are in flight at a barrier, handlers that wait,
// destructors and their order, statics that are made inside. Arguments: cases, "late".
#include "tests/victims/omp_lazy.h"

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

[[gnu::noinline]] void throw_from(int depth, int value)
{
    std::string ballast(static_cast<size_t>(depth) + 20, 'x');

    if (depth == 0)
        throw std::out_of_range(std::to_string(value));
    throw_from(depth - 1, value + static_cast<int>(ballast.size()) % 2);
}

[[gnu::noinline]] long throw_and_catch(int call, int me)
{
    try {
        throw_from(3, call + me);
    } catch (const std::logic_error &error) {
        return std::stol(error.what());
    }
    return -1;
}

void run_exceptions(int from)
{
    long parts[MOST] = {};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += call >= from ? throw_and_catch(call, me) : 1;
#pragma omp barrier
        parts[me] += call >= from ? throw_and_catch(me, call) : 1;
    }
    lazy_print("exceptions", lazy_sum(parts));
}

// Without a barrier; the last thread throws nothing.
void run_plain(int from)
{
    long parts[MOST] = {};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from && me != omp_get_num_threads() - 1)
            parts[me] += throw_and_catch(call, me);
    }
    lazy_print("plain", lazy_sum(parts));
}

// The exception that is being handled is each thread's own, before and after the barrier.
[[gnu::noinline]] long wait_in_handler(int call, int me)
{
    long sum = 0;

    try {
        try {
            throw_from(2, 100 * call + me);
        } catch (...) {
            std::exception_ptr before = std::current_exception();
#pragma omp barrier
            sum += before == std::current_exception();
            throw;
        }
    } catch (const std::exception &error) {
        sum += std::stol(error.what());
    }
    return sum + (std::current_exception() == nullptr);
}

void run_handlers(int from)
{
    long parts[MOST] = {};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from)
            parts[me] += wait_in_handler(call, me);
    }
    lazy_print("handlers", lazy_sum(parts));
}

// A destructor that waits while an exception passes, in odd threads; at a normal end, in even ones.
struct waiter {
    long *flying;

    ~waiter()
    {
#pragma omp barrier
        *flying += 1 + std::uncaught_exceptions();
#pragma omp barrier
        *flying += 10 * std::uncaught_exceptions();
    }
};

[[gnu::noinline]] void wait_while_unwinding(long *flying, int call, int me)
{
    try {
        waiter here{flying};
        if (me % 2)
            throw_from(1, call);
    } catch (const std::out_of_range &) {
        *flying += 100 + std::uncaught_exceptions();
    }
}

void run_unwinding(int from)
{
    long parts[MOST] = {};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from)
            wait_while_unwinding(&parts[me], call, me);
    }
    lazy_print("unwinding", lazy_sum(parts));
}

struct noted {
    std::string &text;
    char sign;

    ~noted()
    {
        text += sign;
    }
};

void run_destructors(int from)
{
    std::vector<std::string> texts(MOST);
    long sum = 0;

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        std::string &text = texts[static_cast<size_t>(omp_get_thread_num())];
        noted first{text, 'a'};
        auto second = std::make_unique<noted>(noted{text, 'b'});
        if (call >= from) {
#pragma omp barrier
            noted third{text, 'c'};
            text += 'd';
        }
    }
    for (const std::string &text : texts)
        for (char sign : text)
            sum = (sum * 31 + sign) % 1000003;
    printf("destructors %.12s\n", texts[1].c_str());
    lazy_print("destructors", sum);
}

// Made by whoever comes first, while the others wait.
[[gnu::noinline]] long use_static(int number)
{
    static const std::vector<long> values(100, number);

    return values[99];
}

void run_statics(int from)
{
    long parts[MOST] = {};

    static_cast<void>(from);
    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        parts[me] += call == LATE || call == CALLS - 1 ? use_static(7) : 1;
    }
    lazy_print("statics", lazy_sum(parts));
}

const lazy_case cases[] = {
    {"exceptions", run_exceptions, false},   {"plain", run_plain, false},
    {"handlers", run_handlers, false},       {"unwinding", run_unwinding, false},
    {"destructors", run_destructors, false}, {"statics", run_statics, false},
};

} // namespace

LAZY_MAIN(cases)

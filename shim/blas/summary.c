// SPDX-License-Identifier: MIT
// The summary of level-1 calls at exit: a row for each routine, and in JSON one for each provider.
#include "shim/blas/counters.h"
#include "shim/blas/provider.h"
#include "shim/blas/routine.h"
#include "shim/core/clock.h"
#include "shim/core/log.h"
#include "shim/core/text.h"

enum { FIGURES = 6 };

static void tell_row(const char *name, const uint64_t figures[FIGURES])
{
    static const size_t widths[FIGURES] = {12, 14, 12, 12, 12, 12};
    struct text row = {.used = 0};
    text_add(&row, "  ");
    text_add(&row, name);
    while (row.used < 10)
        text_add(&row, " ");
    for (int i = 0; i < FIGURES; i++)
        text_add_number_cell(&row, widths[i], figures[i]);
    log_message(row.at);
}

static void add_outcome(struct log_line *line, const struct counted *by, const char *const keys[3])
{
    if (!by->calls)
        return;
    log_number(line, keys[0], by->calls);
    log_number(line, keys[1], clock_nanoseconds_of(by->ticks));
    log_number(line, keys[2], by->bytes);
}

// For programs that read the log: exact times, and the forwarded calls by their reason.
static void add_details(struct log_line *line, const struct counters *c, uint64_t forwarded_ticks)
{
    static const char *const large[3] = {"large", "large_ns", "large_bytes"};
    static const char *const strided[3] = {"strided", "strided_ns", "strided_bytes"};
    uint64_t bytes = 0;
    for (int i = 0; i < COUNTED_OUTCOMES; i++)
        bytes += c->by[i].bytes;
    log_number(line, "kernel_ns", clock_nanoseconds_of(c->by[COUNTED_KERNEL].ticks));
    log_number(line, "forwarded_ns", clock_nanoseconds_of(forwarded_ticks));
    log_number(line, "bytes", bytes);
    log_number(line, "kernel_bytes", c->by[COUNTED_KERNEL].bytes);
    log_number(line, "kernel_median_bytes", counters_median(c, COUNTED_BY_KERNEL));
    log_number(line, "forwarded_median_bytes", counters_median(c, COUNTED_FORWARDED));
    add_outcome(line, &c->by[COUNTED_STRIDED], strided);
    add_outcome(line, &c->by[COUNTED_LARGE], large);
    if (c->by[COUNTED_LARGE].calls) {
        log_number(line, "team", (uint64_t)c->team);
        log_number(line, "spinning", c->spinning);
    }
}

static void tell_json(const char *name, const uint64_t figures[FIGURES], const struct counters *c,
                      uint64_t forwarded_ticks)
{
    static const char *const keys[FIGURES] = {"calls",     "median_bytes", "kernel",
                                              "forwarded", "kernel_us",    "forwarded_us"};
    struct log_line line;
    log_begin(&line, "summary", "routine", name);
    for (int i = 0; i < FIGURES; i++)
        log_number(&line, keys[i], figures[i]);
    add_details(&line, c, forwarded_ticks);
    log_end(&line, NULL, NULL);
}

static void tell_routine(const struct counters *c, const char *name)
{
    uint64_t kernel = c->by[COUNTED_KERNEL].calls, forwarded = 0, forwarded_ticks = 0;
    for (int i = 0; i < COUNTED_KERNEL; i++) {
        forwarded += c->by[i].calls;
        forwarded_ticks += c->by[i].ticks;
    }
    const uint64_t figures[FIGURES] = {kernel + forwarded,
                                       counters_median(c, COUNTED_FORWARDED | COUNTED_BY_KERNEL),
                                       kernel,
                                       forwarded,
                                       clock_nanoseconds_of(c->by[COUNTED_KERNEL].ticks) / 1000,
                                       clock_nanoseconds_of(forwarded_ticks) / 1000};
    if (log_is_json())
        tell_json(name, figures, c, forwarded_ticks);
    else
        tell_row(name, figures);
}

static void tell_provider(const struct provider *p)
{
    const struct provider_counters *c = &provider_counters[provider_index(p)];
    struct log_line line;
    if (!(c->calls[0] + c->calls[1]))
        return;
    log_begin(&line, "provider_summary", "path", p->path);
    log_string(&line, "provider", provider_kind_name(p->kind));
    log_number(&line, "kernel", c->calls[1]);
    log_number(&line, "forwarded", c->calls[0]);
    log_number(&line, "kernel_ns", clock_nanoseconds_of(c->ticks[1]));
    log_number(&line, "forwarded_ns", clock_nanoseconds_of(c->ticks[0]));
    log_end(&line, NULL, NULL);
}

static bool has_calls(const struct counters *c)
{
    for (int i = 0; i < COUNTED_OUTCOMES; i++)
        if (c->by[i].calls)
            return true;
    return false;
}

static void tell_routines(void)
{
    bool any = false;
    for (int i = 0; i < ROUTINE_COUNT; i++) {
        if (!has_calls(&counters[i]))
            continue;
        if (!any && !log_is_json())
            log_message("level-1         calls  median bytes      kernel   forwarded   kernel us"
                        "  forward us");
        any = true;
        tell_routine(&counters[i], routine_facts[i].name);
    }
}

__attribute__((destructor)) static void tell_summary(void)
{
    if (log_level() == LOG_OFF)
        return;
    tell_routines();
    for (size_t i = 0; log_is_json() && i < PROVIDERS; i++)
        if (provider_at(i))
            tell_provider(provider_at(i));
}

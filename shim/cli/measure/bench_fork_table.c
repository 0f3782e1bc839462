// SPDX-License-Identifier: MIT
// The table of `teamtrim bench-fork`: what was measured on, a row a team, how to read it.
#include <stdio.h>
#include <string.h>

#include "shim/cli/measure/bench_fork.h"
#include "shim/cli/terminal.h"

static void begin(enum terminal_style style)
{
    fputs(terminal_begin(stdout, style), stdout);
}

static void end(void)
{
    fputs(terminal_end(stdout), stdout);
}

static int label_width(const struct bench_fork *bench)
{
    size_t width = strlen("runtime");
    for (size_t i = 0; i < bench->runtime_count; i++) {
        size_t length = strlen(bench->runtimes[i].installed.label);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_host(const struct host *host)
{
    printf("machine   %s, %d CPU%s allowed, ", host->cpu, host->allowed,
           host->allowed == 1 ? "" : "s");
    if (host->quota > 0)
        printf("quota of %.4g CPU%s\n", host->quota, host->quota == 1 ? "" : "s");
    else
        puts("no quota");
    printf("kernel    %s\n", host->kernel);
    if (host->load >= 0)
        printf("load      %.2f in the last minute; ", host->load);
    if (host->others >= 0)
        printf("others use %.0f %% of the CPUs now\n", 100 * host->others);
    else
        puts("what others use is unknown");
}

static void print_runtimes(const struct bench_fork *bench, int width)
{
    for (size_t i = 0; i < bench->runtime_count; i++) {
        const struct bench_runtime *runtime = &bench->runtimes[i];
        printf("%-9s %-*s  %s%s%s%s\n", i == 0 ? "runtimes" : "", width, runtime->installed.label,
               runtime->file, *runtime->version ? " (" : "", runtime->version,
               *runtime->version ? ")" : "");
    }
}

static void print_caution(const struct host *host)
{
    if (host->others < host_others_much)
        return;
    begin(TERMINAL_WARNING);
    printf("caution   others are at work: a team waits for its last member, so these figures are\n"
           "          larger than the machine's own. Repeat when it is idle.\n");
    end();
}

static void print_row(const struct bench_fork *bench, const struct bench_row *row, int width)
{
    const struct fork_cost *cost = &row->cost;
    printf("%-*s  %7d%c  %-8s", width, row->runtime->installed.label, cost->team,
           bench_fork_is_crowded(bench, cost->team) ? '*' : ' ', bench_fork_waiting(cost));
    if (*row->why) {
        begin(TERMINAL_BAD);
        printf("  not measured: %s", row->why);
        end();
        putchar('\n');
        return;
    }
    double above = team_sizes_break_even(
        cost->median, cost->team, team_sizes_capacity(bench->host.allowed, bench->host.quota));
    printf("  %9.0f  %9.0f  %9.0f  %9.0f  ", cost->lower, cost->median, cost->upper, cost->begun);
    if (above > 0)
        printf("%10.0f\n", above);
    else
        printf("%10s\n", "-");
}

static void print_rows(const struct bench_fork *bench, int width)
{
    begin(TERMINAL_HEADING);
    printf("%-*s  threads   waiting   %9s  %9s  %9s  %9s  %10s", width, "runtime", "lower",
           "median", "upper", "begun", "pays above");
    end();
    putchar('\n');
    for (size_t i = 0; i < bench->row_count; i++) {
        if (i > 0 && bench->rows[i].runtime != bench->rows[i - 1].runtime)
            putchar('\n');
        print_row(bench, &bench->rows[i], width);
    }
}

static void print_reading(const struct bench_fork *bench)
{
    const struct host *host = &bench->host;
    bool crowded = false;
    for (size_t i = 0; i < bench->row_count; i++)
        crowded = crowded || bench_fork_is_crowded(bench, bench->rows[i].cost.team);
    begin(TERMINAL_FAINT);
    puts("\nns of an empty parallel region, fork and join: quartiles of single regions. begun: "
         "until\n"
         "the last thread has begun its body. pays above: a loop that takes less on one thread\n"
         "loses by this team, even if it divides perfectly; '-': by one thread nothing is gained.");
    if (crowded && host->quota > 0 && host->quota < host->allowed)
        printf("*  more threads than the quota of %.4g CPU%s\n", host->quota,
               host->quota == 1 ? "" : "s");
    else if (crowded)
        printf("*  more threads than CPUs (%d)\n", host->allowed);
    end();
}

void bench_fork_print_table(const struct bench_fork *bench)
{
    int width = label_width(bench);
    print_host(&bench->host);
    print_runtimes(bench, width);
    print_caution(&bench->host);
    putchar('\n');
    print_rows(bench, width);
    print_reading(bench);
}

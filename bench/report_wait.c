// SPDX-License-Identifier: MIT
// Waiting: spin barriers and turns with plain sched_yield, with pauses alone, and with [wait] yield
// = backoff; and OpenBLAS's threads between small calls.
//
// Runs take turns, one of each in a round, starting with another one each time; ratios are medians
// of the rounds' own. The plain run is there twice, to tell noise.
#include <math.h>
#include <string.h>

#include "bench/report.h"
#include "bench/stats.h"
#include "policy/backoff.h"
#include "tests/provider.h"

enum mode { YIELD, AGAIN, NONE, BACKOFF, MODES };
enum { ROUNDS_MAX = 15, TIME = 0, CPU = 1, MEDIAN = 2, P90 = 3, LONGEST = 4 };

static const double barrier_ratio = 1.15, cpu_ratio = 0.1;
// Beyond the longest sleep: the system's timer slack, and what it takes to wake a thread here.
static const double latency_ns = BACKOFF_SLEEP_MOST + 50e3 + 100e3;

struct runs {
    struct bench *bench;
    int rounds, targets, met;
    bool used[MODES];
    struct figures run[ROUNDS_MAX][MODES];
};

static double value(const struct runs *runs, int round, enum mode mode, int column)
{
    return runs->run[round][mode].row[0].values[column];
}

static double median(const struct runs *runs, enum mode mode, int column)
{
    double values[ROUNDS_MAX];

    for (int i = 0; i < runs->rounds; i++)
        values[i] = value(runs, i, mode, column);
    return stats_median(values, (size_t)runs->rounds);
}

static double median_ratio(const struct runs *runs, enum mode above, enum mode below, int column)
{
    double values[ROUNDS_MAX];

    for (int i = 0; i < runs->rounds; i++)
        values[i] = value(runs, i, above, column) / value(runs, i, below, column);
    return stats_median(values, (size_t)runs->rounds);
}

// How far two plain runs of a round are from each other.
static double noise(const struct runs *runs, int column)
{
    double values[ROUNDS_MAX];

    for (int i = 0; i < runs->rounds; i++)
        values[i] = fabs(value(runs, i, AGAIN, column) / value(runs, i, YIELD, column) - 1);
    return stats_median(values, (size_t)runs->rounds);
}

static int run_once(struct runs *runs, const char *const *command, enum mode mode,
                    const char *provider, struct figures *figures)
{
    char preload[640];
    const char *environment[] = {
        "OPENBLAS_NUM_THREADS=2", provider ? provider : "OMP_NUM_THREADS=2",
        mode == BACKOFF ? preload : NULL, "TEAMTRIM_WAIT_YIELD=backoff", NULL};

    snprintf(preload, sizeof preload, "LD_PRELOAD=%s/../libteamtrim.so", runs->bench->folder);
    figures->rows = 0;
    return figures_run(runs->bench, command, environment, figures);
}

// `command` is for sched_yield, with its second word replaced for pauses alone.
static int measure(struct runs *runs, const char *const *command, const char *provider)
{
    const char *words[8] = {NULL};
    int status = 0;

    for (int round = 0; round < runs->rounds; round++)
        for (int turn = 0; turn < MODES; turn++) {
            enum mode mode = (enum mode)((turn + round) % MODES);
            for (int i = 0; command[i]; i++)
                words[i] = mode == NONE && i == 2 ? "pause" : command[i];
            if (runs->used[mode])
                status |= run_once(runs, words, mode, provider, &runs->run[round][mode]);
        }
    return status;
}

static void print_time(double ns)
{
    char text[32];

    printf(" %s |", pairs_format(ns, text));
}

static void check(struct runs *runs, double got, double limit, double noise_of_it)
{
    report_print_met(got, limit, noise_of_it);
    runs->targets++;
    runs->met += got <= limit + noise_of_it;
}

static void write_row(const struct runs *runs, const char *name, int threads, long work)
{
    static const char *const names[MODES] = {"sched_yield", "again", "none", "backoff"};
    struct json *json = &runs->bench->json;
    char key[32];

    json_open_object(json, NULL);
    json_add_text(json, "name", name);
    json_add_number(json, "threads", threads);
    json_add_number(json, "work_ns", (double)work);
    for (int mode = 0; mode < MODES; mode++) {
        if (!runs->used[mode])
            continue;
        snprintf(key, sizeof key, "%s_ns", names[mode]);
        json_add_number(json, key, median(runs, (enum mode)mode, TIME));
        snprintf(key, sizeof key, "%s_cpu_ns", names[mode]);
        json_add_number(json, key, median(runs, (enum mode)mode, CPU));
    }
    json_close_object(json);
}

static int report_row(struct runs *runs, const char *part, int threads, long work)
{
    char texts[3][16], title[64], text[32];
    const char *const command[] = {"wait", part, "yield", texts[0], texts[1], texts[2], NULL};
    bool quick = runs->bench->options.quick;

    snprintf(texts[0], sizeof texts[0], "%d", threads);
    snprintf(texts[1], sizeof texts[1], "%ld", work);
    snprintf(texts[2], sizeof texts[2], "%d", quick ? 60 : 150);
    snprintf(title, sizeof title, "%s, %d threads, %s of work", part, threads,
             pairs_format((double)work, text));
    bench_show("wait", title);
    if (measure(runs, command, NULL) != 0)
        return -1;
    bench_show(NULL, NULL);
    double ratio = median_ratio(runs, BACKOFF, YIELD, TIME), spread = noise(runs, TIME);
    printf("| %s, %d | %s |", part, threads, text);
    for (int mode = YIELD; mode < MODES; mode++)
        if (mode != AGAIN)
            print_time(median(runs, (enum mode)mode, TIME));
    printf(" %.2f ± %.2f |", ratio, spread);
    check(runs, ratio, barrier_ratio, spread);
    print_time(median(runs, YIELD, CPU));
    print_time(median(runs, BACKOFF, CPU));
    putchar('\n');
    write_row(runs, part, threads, work);
    return 0;
}

static int report_loops_of_waits(struct runs *runs)
{
    static const int all[] = {2, 4, 14, 0};
    static const long works[] = {0, 1000, 20000};
    bool quick = runs->bench->options.quick;
    int status = 0;

    printf("| waits in | work | sched_yield | pauses alone | backoff | ratio | at most %.4g | CPU "
           "time: sched_yield | backoff |\n|---|--:|--:|--:|--:|--:|---|--:|--:|\n",
           barrier_ratio);
    for (const int *threads = all; *threads; threads++)
        for (size_t i = 0; i < sizeof works / sizeof *works; i += quick ? 2 : 1)
            status |= report_row(runs, "barrier", *threads, works[i]);
    for (size_t i = 1; i < sizeof works / sizeof *works; i++)
        status |= report_row(runs, "turns", 2, works[i]);
    printf("\nTime of a crossing, or of passing the turn on; the turns are on one CPU.\n\n");
    return status;
}

static void print_calls(const struct runs *runs, enum mode mode, const char *name, int calls)
{
    printf("| %s |", name);
    print_time(calls * median(runs, mode, CPU));
    for (int column = MEDIAN; column <= LONGEST; column++)
        print_time(median(runs, mode, column));
    putchar('\n');
}

static int report_openblas(struct runs *runs)
{
    enum { CALLS = 50 };
    const char *provider = provider_variable(PROVIDER_OPENBLAS_PTHREAD);
    static const char *const command[] = {"wait", "daxpy", "50", "20", NULL};

    if (!provider)
        return printf("openblas-pthread is not installed: skipped.\n\n") < 0;
    runs->used[NONE] = false;
    bench_show("wait", "OpenBLAS");
    if (measure(runs, command, provider) != 0)
        return -1;
    bench_show(NULL, NULL);
    printf("### openblas-pthread, 2 threads: %d daxpy of 200,000, one in 20 ms\n\n"
           "| | CPU time | a call, median | 90 %% | longest |\n|---|--:|--:|--:|--:|\n",
           CALLS);
    print_calls(runs, YIELD, "sched_yield", CALLS);
    print_calls(runs, BACKOFF, "backoff", CALLS);
    double ratio = median_ratio(runs, BACKOFF, YIELD, CPU);
    double later = median(runs, BACKOFF, MEDIAN) - median(runs, YIELD, MEDIAN);
    printf("\n| target | value | at most | met |\n|---|--:|--:|---|\n| CPU time, backoff / "
           "sched_yield | %.3f | %.3g |",
           ratio, cpu_ratio);
    check(runs, ratio, cpu_ratio, 0);
    printf("\n| a call takes longer, us | %.0f | %.0f |", later / 1e3, latency_ns / 1e3);
    check(runs, later, latency_ns, 0);
    printf("\n\n");
    write_row(runs, "daxpy", 2, 0);
    return 0;
}

int report_wait(struct bench *bench)
{
    static struct runs runs;
    int status;

    runs.bench = bench;
    runs.rounds = bench->options.quick ? 3 : 9;
    memset(runs.used, true, sizeof runs.used);
    printf("## Waiting\n\n");
    json_open_array(&bench->json, "wait");
    status = report_loops_of_waits(&runs);
    status |= report_openblas(&runs);
    json_close_array(&bench->json);
    printf("Targets met, or missed within noise: %d of %d.\n\n", runs.met, runs.targets);
    return status;
}

// SPDX-License-Identifier: MIT
// The driver of the benchmarks: runs the measuring programs beside it and reports what they found.
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "kernels/kernels.h"

void bench_show(const char *part, const char *what)
{
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, part ? "\r\033[K%s: %s" : "\r\033[K", part, what);
    fflush(stderr);
}

const char *bench_core(int isa)
{
    switch (isa) {
    case ISA_AVX512:
        return "SkylakeX";
    case ISA_AVX2:
        return "Haswell";
    }
    return "";
}

// The measuring programs lie beside this one, the library above.
static void find_folder(struct bench *bench)
{
    ssize_t length = readlink("/proc/self/exe", bench->folder, sizeof bench->folder - 1);

    bench->folder[length > 0 ? length : 0] = '\0';
    *(strrchr(bench->folder, '/') ? strrchr(bench->folder, '/') : bench->folder) = '\0';
}

static int open_json(struct bench *bench)
{
    char path[600];

    snprintf(path, sizeof path, "%s/results.json", bench->folder);
    if (bench->options.json_path)
        snprintf(path, sizeof path, "%s", bench->options.json_path);
    bench->json.file = fopen(path, "w");
    if (!bench->json.file)
        fprintf(stderr, "bench: %s: %s\n", path, strerror(errno));
    return bench->json.file ? 0 : 1;
}

static void print_command(struct bench *bench, char **argv)
{
    char command[1024] = "";
    size_t used = 0;

    for (int i = 0; argv[i] && used < sizeof command; i++)
        used += (size_t)snprintf(command + used, sizeof command - used, i ? " %s" : "%s", argv[i]);
    printf("# Benchmarks\n\n`%s`\n\n", command);
    json_add_text(&bench->json, "command", command);
}

static int run_parts(struct bench *bench)
{
    int status = 0;

    if (bench->options.kernels)
        status |= report_kernels(bench);
    if (bench->options.calls)
        status |= report_calls(bench);
    if (bench->options.regret)
        status |= report_regret(bench);
    if (bench->options.regions)
        status |= report_regions(bench);
    if (bench->options.loops)
        status |= report_loops(bench);
    if (bench->options.lazy)
        status |= report_lazy(bench);
    if (bench->options.wait)
        status |= report_wait(bench);
    return status ? 1 : 0;
}

int main(int argc, char **argv)
{
    static struct bench bench;
    bool end = false;
    int status = options_parse(argc, argv, &bench.options, &end);

    if (end)
        return status;
    setvbuf(stdout, NULL, _IOLBF, 0); // tables come as they are ready
    snprintf(bench.cpu, sizeof bench.cpu, "%d", bench.options.cpu);
    find_folder(&bench);
    if (open_json(&bench) != 0)
        return 1;
    json_open_object(&bench.json, NULL);
    print_command(&bench, argv);
    machine_describe(&bench);
    status = run_parts(&bench);
    json_close_object(&bench.json);
    fclose(bench.json.file);
    return status;
}

// SPDX-License-Identifier: MIT
// Loads a BLAS library in a child and asks it: kind, version, kernels, width of integers, threads.
#include "shim/cli/blas_library.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/cli/child.h"
#include "shim/cli/cli.h"

static const double most_seconds = 5;

typedef void any_function(void);
typedef int count_function(void);
typedef const char *text_function(void);

// POSIX lets dlsym's result be a function, ISO C does not.
static any_function *find(void *library, const char *const *names)
{
    for (; *names; names++) {
        void *found = dlsym(library, *names);
        if (found)
            return (any_function *)(uintptr_t)found;
    }
    return NULL;
}

#define FIND(library, ...) find(library, (const char *const[]){__VA_ARGS__, NULL})

int blas_library_count_threads(void *library)
{
    count_function *count = (count_function *)FIND(
        library, "openblas_get_num_threads", "openblas_get_num_threads64_",
        "openblas_get_num_threads_64", "scipy_openblas_get_num_threads",
        "scipy_openblas_get_num_threads64_", "MKL_Get_Max_Threads", "bli_thread_get_num_threads");
    int threads = count ? count() : 0;
    return threads > 0 ? threads : 0;
}

static void tell_threads(void *library)
{
    int threads = blas_library_count_threads(library);
    if (threads > 0)
        printf("threads %d\n", threads);
}

static void ask_openblas(void *library)
{
    static const char *const kinds[] = {"openblas-serial", "openblas-pthread", "openblas-openmp"};
    text_function *config = (text_function *)FIND(
        library, "openblas_get_config", "openblas_get_config64_", "openblas_get_config_64",
        "scipy_openblas_get_config", "scipy_openblas_get_config64_");
    text_function *core = (text_function *)FIND(
        library, "openblas_get_corename", "openblas_get_corename64_", "openblas_get_corename_64",
        "scipy_openblas_get_corename", "scipy_openblas_get_corename64_");
    count_function *parallel = (count_function *)FIND(
        library, "openblas_get_parallel", "openblas_get_parallel64_", "openblas_get_parallel_64",
        "scipy_openblas_get_parallel", "scipy_openblas_get_parallel64_");
    const char *text = config ? config() : "", *version = strstr(text, "OpenBLAS ");
    int kind = parallel ? parallel() : 0;
    printf("kind %s\n", kinds[kind == 1 || kind == 2 ? kind : 0]);
    if (version)
        printf("version %.*s\n", (int)strcspn(version + 9, " "), version + 9);
    if (core)
        printf("core %s\n", core());
    tell_threads(library);
}

static void ask_blis(void *library)
{
    text_function *version = (text_function *)FIND(library, "bli_info_get_version_str");
    count_function *arch = (count_function *)FIND(library, "bli_arch_query_id");
    const char *(*name)(int) = (const char *(*)(int))FIND(library, "bli_arch_string");
    any_function *init = FIND(library, "bli_init"); // BLIS_ARCH_TYPE is not read before
    puts("kind blis");
    if (init)
        init();
    if (version)
        printf("version %s\n", version());
    if (arch && name)
        printf("core %s\n", name(arch()));
}

static void ask_mkl(void *library)
{
    void (*version)(char *, int) = (void (*)(char *, int))FIND(library, "MKL_Get_Version_String");
    char text[200] = "";
    puts("kind mkl");
    if (version) {
        version(text, sizeof text - 1);
        const char *number = strstr(text, "Version ");
        if (number)
            printf("version %.*s\n", (int)strcspn(number + 8, " "), number + 8);
    }
    tell_threads(library);
}

// isamax of {1, 2} by a count that is 2 to a 32-bit integer and negative to a 64-bit one.
static void ask_width(void *library)
{
    int (*isamax)(const int64_t *, const float *, const int64_t *) =
        (int (*)(const int64_t *, const float *, const int64_t *))FIND(
            library, "isamax_", "isamax_64_", "isamax64_", "scipy_isamax_", "scipy_isamax_64_");
    const float x[2] = {1, 2};
    const int64_t one = 1, n = INT64_MIN + 2;
    if (isamax)
        printf("width %d\n", isamax(&n, x, &one) == 2 ? 32 : 64);
}

static bool is_blas(void *library)
{
    return FIND(library, "ddot_", "ddot_64_", "ddot64_", "scipy_ddot_", "scipy_ddot_64_");
}

static void ask(void *library, const char *path)
{
    char real[4096];
    if (FIND(library, "openblas_get_config", "openblas_get_config64_", "openblas_get_config_64",
             "scipy_openblas_get_config", "scipy_openblas_get_config64_"))
        ask_openblas(library);
    else if (dlsym(library, "MKL_Get_Max_Threads"))
        ask_mkl(library);
    else if (dlsym(library, "bli_info_get_version_str") ||
             (realpath(path, real) && strstr(real, "blis")))
        ask_blis(library);
    else
        puts("kind reference");
    ask_width(library);
}

int cli_ask_blas(int argc, char **argv)
{
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library || !is_blas(library))
        return CLI_FINDING;
    ask(library, argv[1]);
    return CLI_DONE;
}

// A line "KEY VALUE" of the child's.
static void read_line(char *line, struct blas_library *told)
{
    char *value = strchr(line, ' ');
    if (!value)
        return;
    *value++ = '\0';
    if (strcmp(line, "kind") == 0)
        snprintf(told->kind, sizeof told->kind, "%s", value);
    else if (strcmp(line, "version") == 0)
        snprintf(told->version, sizeof told->version, "%s", value);
    else if (strcmp(line, "core") == 0)
        snprintf(told->core, sizeof told->core, "%s", value);
    else if (strcmp(line, "width") == 0)
        told->width = atoi(value);
    else if (strcmp(line, "threads") == 0)
        told->threads = atoi(value);
}

bool blas_library_ask(const char *path, const char *const *environment, struct blas_library *told)
{
    struct child_result result;
    char *rest = NULL;
    *told = (struct blas_library){0};
    child_run((const char *const[]){"ask-blas", path, NULL}, environment, most_seconds, false,
              &result);
    for (char *line = strtok_r(result.output, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        read_line(line, told);
    bool known = result.status == CLI_DONE && *told->kind;
    child_free(&result);
    return known;
}

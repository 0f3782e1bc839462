// SPDX-License-Identifier: MIT
// A program linked to BLAS that times its calls, with the library preloaded or not:
// ... about | calls NAMES | teams NAMES, NAMES like ddot_,cblas_ddot.
//
// `calls` times, in ns a call, a name as the loader binds it for this program (the preloaded
// library's function, if there is one), the provider's own function, and our kernel without
// anything around it. `teams` times the first alone. All go through pointers, as in code compiled
// with -fno-plt: a jump through the PLT would add the same to each.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "bench/child.h"
#include "bench/sample.h"

enum { LINKED, ORIGINAL, KERNEL, SUBJECTS };

static const char *const titles[SUBJECTS] = {"linked", "original", "kernel"};

static any_function find(void *where, const char *name)
{
    return (any_function)(uintptr_t)dlsym(where, name);
}

// The library itself, past what is preloaded.
static void *provider(void)
{
    return dlopen("libblas.so.3", RTLD_LAZY | RTLD_NOLOAD);
}

// Who answers: its file, and its own words if it has any.
static int print_about(void)
{
    void *library = provider();
    char *(*config)(void) = (char *(*)(void))find(library, "openblas_get_config");
    Dl_info info;

    if (!library || !dladdr(dlsym(library, "ddot_"), &info))
        return 1;
    printf("%s\t%s", info.dli_fname, config ? config() : "");
    return 0;
}

static void measure_cell(const struct child *child, const char *name, int64_t n, int subject_count)
{
    static struct samples samples;
    bool by_value;
    const struct row *row = row_find(name, &by_value);
    row_loop *loop = by_value ? row->by_value : row->by_reference;
    any_function kernel = row_kernel(row, kernels_of(kernels_isa_best()));
    struct subject subjects[SUBJECTS] = {{loop, find(RTLD_DEFAULT, name), 0},
                                         {loop, find(provider(), name), 0},
                                         {row->kernel, kernel, 0}};
    struct job job;

    job_make(&job, n, row->size, row->parts);
    sample_subjects(&job, subjects, subject_count, child->rounds, child->sample_ns, &samples);
    printf("%s\t%lld", name, (long long)n);
    for (int i = 0; i < subject_count; i++)
        printf("\t%.3f", sample_median(&samples, i));
    putchar('\n');
    job_free(&job);
}

static int measure(const struct child *child, char *names, int subject_count)
{
    bool by_value;

    printf("name\tn");
    for (int i = 0; i < subject_count; i++)
        printf("\t%s", titles[i]);
    putchar('\n');
    for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
        if (!row_find(name, &by_value))
            return 2;
        for (int i = 0; i < child->size_count; i++)
            measure_cell(child, name, child->sizes[i], subject_count);
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct child child = child_start(argc, argv);
    const char *what = argc > CHILD_ARGUMENTS ? argv[CHILD_ARGUMENTS] : "";

    if (strcmp(what, "about") == 0)
        return print_about();
    if (argc != CHILD_ARGUMENTS + 2)
        return 2;
    return measure(&child, argv[CHILD_ARGUMENTS + 1],
                   strcmp(what, "calls") == 0 ? SUBJECTS : LINKED + 1);
}

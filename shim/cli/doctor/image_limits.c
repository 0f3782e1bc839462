// SPDX-License-Identifier: MIT
// What of a process cannot be intercepted, or is left alone.
#include "shim/cli/doctor/image_report.h"
#include "shim/cli/doctor/page.h"

#include <stdio.h>
#include <string.h>

// ---- static and hidden code

enum { FEW = 3 }; // one or two such names may be the program's own business

static bool is_worth_telling(const struct interposed_set *set, enum interposed_kind kind)
{
    static const char *const forks[] = {"GOMP_parallel", "__kmpc_fork_call"};
    for (size_t i = 0; kind == INTERPOSED_OPENMP && i < sizeof forks / sizeof *forks; i++)
        if (interposed_has(set, interposed_find(forks[i])))
            return true;
    return interposed_count(set, kind) >= FEW;
}

static void report_hidden_kind(const struct object *object, enum interposed_kind kind)
{
    char names[64];
    const char *first;
    if (!is_worth_telling(&object->hidden, kind))
        return;
    object_describe_names(&object->hidden, kind, names, sizeof names);
    first = interposed_name(interposed_next(&object->hidden, kind, 0));
    page_row(PAGE_PROBLEM, object->label, "has %s of its own (%s, ...)", names, first);
    page_explain(
        "%s linked into it statically: calls of it are bound already, and cannot be intercepted",
        kind == INTERPOSED_BLAS ? "a BLAS" : "an OpenMP runtime");
    page_remedy("link it to the shared library (%s)",
                kind == INTERPOSED_BLAS ? "-lblas, -lopenblas" : "-fopenmp without -static");
}

// The program's own definitions, exported or not, are in front of all that is preloaded.
static void report_hidden(const struct image *image)
{
    for (size_t i = 0; i < image->count; i++) {
        const struct object *object = image->objects[i].object;
        if (i > 0 && object->kind != OBJECT_OTHER)
            continue;
        struct object own = *object;
        for (size_t word = 0; i == 0 && word < INTERPOSED_WORDS; word++)
            own.hidden.words[word] |= own.exports.words[word];
        report_hidden_kind(&own, INTERPOSED_BLAS);
        report_hidden_kind(&own, INTERPOSED_OPENMP);
    }
}

// ---- the rest

static void report_sanitizer(const struct image *image)
{
    for (size_t i = 0; i < image->count; i++)
        if (image->objects[i].object->sanitizer) {
            page_row(PAGE_NOTE, "sanitizer", "%s", image->objects[i].object->label);
            page_explain("with a sanitizer in the process no region runs as a lazy team");
            return;
        }
}

// What glibc keeps free for it by default (glibc.rtld.optional_static_tls).
enum { STATIC_DATA_SPARE = 512 };

static void report_static_data(const struct image *image)
{
    unsigned long long total = 0;
    unsigned count = 0;
    for (size_t i = 0; i < image->count; i++) {
        const struct object *object = image->objects[i].object;
        if (!image->objects[i].late || !object->threads_data_static || !object->threads_data)
            continue;
        total += object->threads_data;
        count++;
    }
    if (count == 0)
        return;
    page_row(
        total > STATIC_DATA_SPARE ? PAGE_NOTE : PAGE_FACT, "static TLS",
        "%llu bytes, by %u object%s opened late; the library, preloaded, needs none of that room",
        total, count, count == 1 ? "" : "s");
    if (total > STATIC_DATA_SPARE) {
        page_explain("more than glibc keeps free: dlopen may fail with 'cannot allocate memory in "
                     "static TLS block'");
        page_remedy("export GLIBC_TUNABLES=glibc.rtld.optional_static_tls=%llu", 2 * total);
    }
}

void image_report_limits(const struct image *image)
{
    report_hidden(image);
    report_sanitizer(image);
    report_static_data(image);
}

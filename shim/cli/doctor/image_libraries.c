// SPDX-License-Identifier: MIT
// The OpenMP runtimes and BLAS libraries of a process, and where they are in each other's way.
#include "shim/cli/doctor/blas_check.h"
#include "shim/cli/doctor/image_report.h"
#include "shim/cli/doctor/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- runtimes

static const char *kind_name(enum object_kind kind)
{
    static const char *const names[] = {"", "libgomp", "libomp", "libiomp5", "", ""};
    return names[kind];
}

static void explain_runtimes(bool differ)
{
    if (differ) {
        page_explain("each has threads of its own, which spin while the other's work; programs "
                     "that call one inside the other's regions can hang");
        page_remedy("let all objects use one: build them with one compiler, take packages from one "
                    "source (conda-forge links all to one), or preload libomp as libgomp.so.1, "
                    "whose names it has");
    } else {
        page_explain("each copy has threads of its own, which spin while the other's work, and "
                     "settings of its own: omp_set_num_threads() reaches one");
        page_remedy("packages that share one runtime; until then 'teamtrim run --wait passive'");
    }
}

void image_report_runtimes(const struct image *image)
{
    unsigned count = 0, kinds = 0;
    for (size_t i = 0; i < image->count; i++) {
        const struct object *object = image->objects[i].object;
        if (i == 0 || !object_is_runtime(object))
            continue;
        page_row(PAGE_FACT, object->name, "%s%s: %s", kind_name(object->kind),
                 image->objects[i].late ? ", opened late" : "", object->path);
        count++;
        kinds |= 1u << object->kind;
    }
    if (count < 2)
        return;
    page_row(PAGE_PROBLEM, "runtimes", "%u OpenMP runtimes in one process", count);
    explain_runtimes((kinds & (kinds - 1)) != 0);
}

// ---- BLAS

struct found {
    size_t number; // of the object
    struct blas_library told;
    bool answered;
};

static const char *describe_use(const struct image *image, size_t number)
{
    return image->objects[number].late ? ", opened late" : "";
}

static void report_library(const struct image *image, const struct found *found,
                           const struct image_view *view, const struct threads *threads)
{
    const struct object *object = image->objects[found->number].object;
    const char *use = describe_use(image, found->number);
    if (found->answered)
        blas_check_report(object->name, &found->told, use, image->environment, threads);
    else if (view->no_asking)
        page_row(PAGE_FACT, object->name, "%s%s; not asked: %s",
                 *object->blas ? object->blas : "a BLAS", use, view->no_asking);
    else
        page_row(PAGE_FACT, object->name, "%s%s; it does not tell more",
                 *object->blas ? object->blas : "a BLAS", use);
    if (object->symbolic) {
        page_row(PAGE_NOTE, object->name, "is linked with -Bsymbolic");
        page_explain("calls within it stay there; those of other objects come to us");
    }
    if (!image_uses(image, found->number)) {
        page_row(PAGE_NOTE, object->name, "is loaded, but no object imports from it or needs it");
        page_explain("who calls it has asked for addresses (dlsym: ctypes, cffi, Julia), and such "
                     "calls cannot be intercepted");
    }
}

static bool exports_same(const struct object *a, const struct object *b)
{
    for (size_t i = 0; i < INTERPOSED_WORDS; i++)
        if (a->exports.words[i] & b->exports.words[i])
            return true;
    return false;
}

static void report_pair(const struct image *image, const struct found *a, const struct found *b)
{
    const struct object *first = image->objects[a->number].object;
    const struct object *second = image->objects[b->number].object;
    if (!a->answered || !b->answered || a->told.width == b->told.width || !a->told.width ||
        !b->told.width || !exports_same(first, second))
        return;
    page_row(PAGE_PROBLEM, "integer width",
             "%s has %d-bit integers, %s %d-bit ones, and both have the same names", first->name,
             a->told.width, second->name, b->told.width);
    page_explain("a call that reaches the wrong one reads counts that are not there");
    page_remedy("link everything to one of them, or to a build whose names tell (ddot_64_)");
}

// Files of one version are parts of one library: Debian's libblas.so.3 lies beside libopenblas.
static bool is_other(const struct found *a, const struct found *b)
{
    return a->answered && b->answered &&
           (strcmp(a->told.kind, b->told.kind) != 0 ||
            strcmp(a->told.version, b->told.version) != 0);
}

static void report_several(const struct image *image, const struct found *found, size_t count)
{
    bool several = false;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            report_pair(image, &found[j], &found[i]);
            several = several || is_other(&found[j], &found[i]);
        }
    if (!several)
        return;
    page_row(PAGE_NOTE, "BLAS", "several in one process");
    page_explain("each has threads of its own; the library knows them apart, and treats each call "
                 "by the one it belongs to");
}

void image_report_blas(const struct image *image, const struct image_view *view,
                       const struct threads *threads)
{
    struct found *found = calloc(image->count + 1, sizeof *found);
    size_t count = 0;
    if (!found)
        abort();
    for (size_t i = 1; i < image->count; i++) {
        if (image->objects[i].object->kind != OBJECT_BLAS)
            continue;
        struct found *next = &found[count++];
        next->number = i;
        next->answered = !view->no_asking && blas_check_ask(image->objects[i].object->path,
                                                            image->environment, &next->told);
        report_library(image, next, view, threads);
    }
    report_several(image, found, count);
    free(found);
}

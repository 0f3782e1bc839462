// SPDX-License-Identifier: MIT
// A process: which objects' calls would come to us, and from whom they would be taken.
#include "shim/cli/doctor/image_report.h"

#include "shim/cli/doctor/page.h"
#include "shim/cli/doctor/threads.h"
#include "shim/cli/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 25, TEXT = 512 };

// ---- imports

static void append(char *text, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, TEXT - used, "%s", more);
}

static void describe_source(const struct image *image, int provider, bool first, int names,
                            enum interposed_kind kind, char text[TEXT])
{
    char part[TEXT];
    const char *word = kind == INTERPOSED_BLAS ? "BLAS" : "OpenMP";
    const char *source = provider < 0    ? "nothing that is loaded"
                         : provider == 0 ? "the program itself"
                                         : image->objects[provider].object->name;
    snprintf(part, sizeof part, "%s%d %s name%s from %s", first ? "" : ", ", names, word,
             names == 1 ? "" : "s", source);
    append(text, part);
}

// The imported names of a kind, by who would serve them. True if all could come to us.
static bool describe_imports(const struct image *image, size_t from, enum interposed_kind kind,
                             char text[TEXT])
{
    const struct interposed_set *imports = &image->objects[from].object->imports;
    int *served = calloc(image->count + 1, sizeof *served);
    bool first = *text == '\0';
    if (!served)
        abort();
    for (int name = interposed_next(imports, kind, 0); name >= 0;
         name = interposed_next(imports, kind, name + 1))
        served[image_find_provider(image, from, name) + 1]++;
    for (size_t i = 0; i <= image->count; i++) {
        if (served[i] > 0)
            describe_source(image, (int)i - 1, first, served[i], kind, text);
        first = first && served[i] == 0;
    }
    bool ours = served[1] == 0; // the program is searched before what is preloaded
    free(served);
    return ours;
}

// A BLAS's and a runtime's own regions are never touched.
static bool lists_openmp(const struct object *object)
{
    return object->kind == OBJECT_OTHER;
}

static bool report_object(const struct image *image, size_t from)
{
    const struct object *object = image->objects[from].object;
    char text[TEXT] = "";
    if (object->kind == OBJECT_OWN)
        return false;
    bool ours = describe_imports(image, from, INTERPOSED_BLAS, text);
    if (lists_openmp(object))
        ours &= describe_imports(image, from, INTERPOSED_OPENMP, text);
    if (!*text)
        return false;
    page_row(ours ? PAGE_OK : PAGE_PROBLEM, object->label, "%s", text);
    if (!ours) {
        page_explain("what the program defines is found before anything that is preloaded");
        page_remedy("link the program to a shared library");
    }
    return true;
}

static int count_names(const struct object *object)
{
    return interposed_count(&object->imports, INTERPOSED_BLAS) +
           (lists_openmp(object) ? interposed_count(&object->imports, INTERPOSED_OPENMP) : 0);
}

void image_report_imports(const struct image *image)
{
    int shown = 0, more = 0;
    for (size_t i = 0; i < image->count; i++)
        if (shown < ROWS)
            shown += report_object(image, i);
        else
            more += image->objects[i].object->kind != OBJECT_OWN &&
                    count_names(image->objects[i].object) > 0;
    if (more > 0)
        page_row(PAGE_FACT, "...", "and %d more objects that import such names", more);
    if (shown > 0)
        return;
    page_row(PAGE_NOTE, "imports", "no object imports a name that the library intercepts");
}

bool image_uses(const struct image *image, size_t library)
{
    const struct object *object = image->objects[library].object;
    for (size_t i = 0; i < image->count; i++) {
        char **needed = image->objects[i].object->needed;
        for (; i != library && *needed; needed++)
            if (image_find(image, *needed) == (int)library)
                return true;
        const struct interposed_set *imports = &image->objects[i].object->imports;
        for (int name = interposed_next(imports, INTERPOSED_BLAS, 0); i != library && name >= 0;
             name = interposed_next(imports, INTERPOSED_BLAS, name + 1))
            if (interposed_has(&object->exports, name) &&
                image_find_provider(image, i, name) == (int)library)
                return true;
    }
    return false;
}

// ---- the section

static void report_own(const struct image *image, const struct image_view *view)
{
    for (size_t i = 0; i < image->count; i++)
        if (image->objects[i].object->kind == OBJECT_OWN) {
            page_row(PAGE_OK, "teamtrim", "is loaded: %s", image->objects[i].object->path);
            return;
        }
    if (view->running) {
        page_row(PAGE_NOTE, "teamtrim", "is not loaded, and cannot be while it runs");
        page_remedy("start it with 'teamtrim run'");
    }
}

static void report_gone(const struct image *image)
{
    if (!image->gone || !*image->gone)
        return;
    page_row(PAGE_NOTE, "replaced", "%s: gone since it began, so not read", image->gone);
    page_explain("an upgrade, perhaps; what these files call and serve is missing below");
    page_remedy("start the program anew, and look again");
}

static bool has_threads(const struct image *image)
{
    for (size_t i = 0; i < image->count; i++)
        if (object_is_runtime(image->objects[i].object) ||
            image->objects[i].object->kind == OBJECT_BLAS)
            return true;
    return false;
}

void image_report(const struct image *image, const struct image_view *view)
{
    struct threads threads;
    threads_read(&threads, image->environment, view->machine);
    if (image->processes > 1)
        page_head("%s (%u processes)", file_name(image->program), image->processes);
    else
        page_head("%s", file_name(image->program));
    page_row(PAGE_FACT, "program", "%s", image->program);
    report_own(image, view);
    report_gone(image);
    image_report_imports(image);
    image_report_runtimes(image);
    image_report_blas(image, view, &threads);
    image_report_limits(image);
    if (!has_threads(image))
        return;
    threads_report(&threads, image->environment);
    threads_report_variables(image->environment);
}

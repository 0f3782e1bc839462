// SPDX-License-Identifier: MIT
// Reads ELF files into objects.
#include "shim/cli/doctor/object.h"

#include "shim/cli/file.h"
#include "shim/cli/elf.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct object **objects;
static size_t object_count;

static char *copy(const char *text)
{
    char *made = strdup(text);
    if (!made)
        abort();
    return made;
}

// ---- symbols

static bool marks_sanitizer(const char *name)
{
    return strcmp(name, "__asan_init") == 0 || strcmp(name, "__tsan_init") == 0 ||
           strcmp(name, "__msan_init") == 0;
}

static void note_blas(struct object *object, const char *name)
{
    if (strstr(name, "openblas_get_config"))
        object->blas = "openblas";
    else if (strcmp(name, "MKL_Get_Max_Threads") == 0)
        object->blas = "mkl";
    else if (strcmp(name, "bli_info_get_version_str") == 0)
        object->blas = "blis";
}

static void add_dynamic(void *context, const struct elf_symbol *symbol)
{
    struct object *object = context;
    int number = symbol->function ? interposed_find(symbol->name) : -1;
    if (marks_sanitizer(symbol->name))
        object->sanitizer = true;
    if (symbol->defined)
        note_blas(object, symbol->name);
    if (number >= 0)
        interposed_add(!symbol->defined ? &object->imports
                       : symbol->local  ? &object->hidden
                                        : &object->exports,
                       number);
}

static void add_hidden(void *context, const struct elf_symbol *symbol)
{
    struct object *object = context;
    int number = symbol->function && symbol->defined ? interposed_find(symbol->name) : -1;
    if (number >= 0 && !interposed_has(&object->exports, number))
        interposed_add(&object->hidden, number);
}

static bool exports(const struct object *object, const char *name)
{
    return interposed_has(&object->exports, interposed_find(name));
}

// A routine or two of that name can be anybody's.
enum { BLAS_LEAST = 5 };

static enum object_kind find_kind(const struct object *object)
{
    if (strncmp(file_name(object->path), "libteamtrim.", 12) == 0 ||
        strncmp(object->name, "libteamtrim.", 12) == 0)
        return OBJECT_OWN;
    if (exports(object, "__kmpc_fork_call"))
        return strstr(file_name(object->path), "iomp") ? OBJECT_LIBIOMP : OBJECT_LIBOMP;
    if (exports(object, "GOMP_parallel"))
        return OBJECT_LIBGOMP;
    if (interposed_count(&object->exports, INTERPOSED_BLAS) >= BLAS_LEAST)
        return OBJECT_BLAS;
    return OBJECT_OTHER;
}

// ---- the rest

static void read_needed(struct object *object, const struct elf *elf)
{
    size_t count = 0;
    uint64_t tag, value;
    for (uint64_t i = 0; elf_dynamic(elf, i, &tag, &value); i++) {
        if (tag != DT_NEEDED || value >= elf->names_end - elf->names)
            continue;
        char **longer = realloc(object->needed, (count + 2) * sizeof *longer);
        if (!longer)
            abort();
        object->needed = longer;
        longer[count++] = copy(elf_text(elf, elf->names + value, elf->names_end));
        longer[count] = NULL;
    }
    if (!object->needed && !(object->needed = calloc(1, sizeof *object->needed)))
        abort();
}

static const char *find_label(const char *path)
{
    static const char *const folders[] = {"/site-packages/", "/dist-packages/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *found = strstr(path, folders[i]);
        if (found)
            return found + strlen(folders[i]);
    }
    return file_name(path);
}

// Python's version and machine, which all its modules have in their names, tell nothing.
static char *make_label(const char *path)
{
    char *label = copy(find_label(path));
    char *version = strstr(label, ".cpython-");
    if (version)
        strcpy(version, ".so");
    return label;
}

static void read_object(struct object *object, const struct elf *elf)
{
    struct elf_segment data;
    const char *name = elf_name(elf, DT_SONAME);
    uint64_t flags = elf_value(elf, DT_FLAGS), tag, value;
    object->label = make_label(object->path);
    object->name = copy(*name ? name : file_name(object->path));
    object->rpath = copy(elf_name(elf, DT_RPATH));
    object->runpath = copy(elf_name(elf, DT_RUNPATH));
    object->symbolic = flags & DF_SYMBOLIC;
    object->threads_data_static = flags & DF_STATIC_TLS;
    for (uint64_t i = 0; elf_dynamic(elf, i, &tag, &value); i++)
        object->symbolic = object->symbolic || tag == DT_SYMBOLIC;
    object->threads_data = elf_find_segment(elf, PT_TLS, &data) ? data.memory : 0;
    object->blas = "";
    elf_visit_dynamic_symbols(elf, add_dynamic, object);
    object->stripped = !elf_visit_all_symbols(elf, add_hidden, object);
    object->kind = find_kind(object);
    read_needed(object, elf);
}

static struct object *make_object(const char *path)
{
    struct elf elf;
    struct object *object = calloc(1, sizeof *object);
    if (!object)
        abort();
    object->path = copy(path);
    if (elf_open(&elf, path)) {
        read_object(object, &elf);
        elf_close(&elf);
    }
    return object;
}

const struct object *object_get(const char *path)
{
    for (size_t i = 0; i < object_count; i++)
        if (strcmp(objects[i]->path, path) == 0)
            return objects[i]->name ? objects[i] : NULL;
    struct object **longer = realloc(objects, (object_count + 1) * sizeof(*longer));
    if (!longer)
        abort();
    objects = longer;
    objects[object_count] = make_object(path);
    return objects[object_count++]->name ? objects[object_count - 1] : NULL;
}

void object_describe_names(const struct interposed_set *set, enum interposed_kind kind, char *text,
                           size_t size)
{
    int count = interposed_count(set, kind);
    snprintf(text, size, "%d %s name%s", count, kind == INTERPOSED_BLAS ? "BLAS" : "OpenMP",
             count == 1 ? "" : "s");
}

bool object_is_runtime(const struct object *object)
{
    return object->kind == OBJECT_LIBGOMP || object->kind == OBJECT_LIBOMP ||
           object->kind == OBJECT_LIBIOMP;
}

// SPDX-License-Identifier: MIT
// Which object would serve another's calls. Follows the search order of dlsym(3): the program and
// what it needs, breadth first, then what the caller needs.
#include "shim/cli/doctor/image.h"

#include "shim/cli/file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void image_add(struct image *image, const struct object *object)
{
    struct image_object *longer =
        realloc(image->objects, (image->count + 1) * sizeof *image->objects);
    if (!longer)
        abort();
    image->objects = longer;
    image->objects[image->count++] = (struct image_object){.object = object};
}

int image_find(const struct image *image, const char *name)
{
    for (size_t i = 0; i < image->count; i++) {
        const struct object *object = image->objects[i].object;
        if (strcmp(object->name, file_name(name)) == 0 || strcmp(object->path, name) == 0)
            return (int)i;
    }
    for (size_t i = 0; i < image->count; i++)
        if (strcmp(file_name(image->objects[i].object->path), file_name(name)) == 0)
            return (int)i;
    return -1;
}

// The numbers of `from` and all that it needs, breadth first, in `order`, which has room for all
// objects. Returns how many.
static size_t find_scope(const struct image *image, size_t from, size_t *order, bool *found)
{
    size_t count = 0;
    memset(found, 0, image->count * sizeof *found);
    found[from] = true;
    order[count++] = from;
    for (size_t i = 0; i < count; i++) {
        char **needed = image->objects[order[i]].object->needed;
        for (; *needed; needed++) {
            int next = image_find(image, *needed);
            if (next >= 0 && !found[next]) {
                found[next] = true;
                order[count++] = (size_t)next;
            }
        }
    }
    return count;
}

static int find_in_scope(const struct image *image, size_t from, int name)
{
    size_t *order = calloc(image->count, sizeof *order);
    bool *found = calloc(image->count, sizeof *found);
    int provider = -1;
    if (!order || !found)
        abort();
    size_t count = find_scope(image, from, order, found);
    for (size_t i = 0; i < count && provider < 0; i++) {
        const struct object *object = image->objects[order[i]].object;
        if (object->kind != OBJECT_OWN && interposed_has(&object->exports, name))
            provider = (int)order[i];
    }
    free(order);
    free(found);
    return provider;
}

int image_find_provider(const struct image *image, size_t from, int name)
{
    int provider = find_in_scope(image, 0, name);
    if (provider < 0)
        provider = find_in_scope(image, from, name);
    for (size_t i = 0; provider < 0 && i < image->count; i++)
        if (image->objects[i].object->kind != OBJECT_OWN &&
            interposed_has(&image->objects[i].object->exports, name))
            provider = (int)i;
    return provider;
}

// ---- from a snapshot

static bool is_preloaded(const struct image *image, const struct object *object)
{
    const char *list = environment_get(image->environment, "LD_PRELOAD");
    while (list && *list) {
        size_t length = strcspn(list, ": ");
        char entry[PATH_MAX];
        snprintf(entry, sizeof entry, "%.*s", (int)length, list);
        if (*entry && strcmp(file_name(entry), file_name(object->path)) == 0)
            return true;
        list += length + strspn(list + length, ": ");
    }
    return false;
}

static void mark_late(struct image *image)
{
    size_t *order = calloc(image->count, sizeof *order);
    bool *found = calloc(image->count, sizeof *found);
    if (!order || !found)
        abort();
    find_scope(image, 0, order, found);
    for (size_t i = 0; i < image->count; i++) {
        const struct object *object = image->objects[i].object;
        image->objects[i].late =
            !found[i] && !is_preloaded(image, object) && strncmp(object->name, "ld-", 3) != 0;
    }
    free(order);
    free(found);
}

// As /proc says it. Memory that never was a file (memfd, shared segments) is named so, too.
static bool is_gone(const char *path)
{
    static const char end[] = " (deleted)";
    size_t length = strlen(path), tail = sizeof end - 1;
    return length > tail && strcmp(path + length - tail, end) == 0 &&
           strncmp(path, "/memfd:", 7) != 0 && strncmp(path, "/SYSV", 5) != 0 &&
           strncmp(path, "/dev/", 5) != 0;
}

static void add_gone(struct image *image, const char *path)
{
    char *longer;
    const char *name = file_name(path);
    if (asprintf(&longer, "%s%s%.*s", image->gone, *image->gone ? ", " : "",
                 (int)(strrchr(name, ' ') - name), name) < 0)
        abort();
    free(image->gone);
    image->gone = longer;
}

void image_of_snapshot(struct image *image, const struct snapshot *snapshot, const char *root)
{
    char path[PATH_MAX];
    *image = (struct image){.program = strdup(snapshot->program),
                            .environment = &snapshot->environment,
                            .processes = snapshot->processes,
                            .missing = calloc(1, 1),
                            .gone = calloc(1, 1)};
    if (!image->missing || !image->gone)
        abort();
    snprintf(path, sizeof path, "%s%s", root, snapshot->program);
    const struct object *program = object_get(path);
    if (program)
        image_add(image, program);
    for (size_t i = 0; i < snapshot->path_count; i++) {
        snprintf(path, sizeof path, "%s%s", root, snapshot->paths[i]);
        const struct object *object = object_get(path);
        if (object && object != program)
            image_add(image, object);
        else if (!object && is_gone(snapshot->paths[i]))
            add_gone(image, snapshot->paths[i]);
    }
    if (program)
        mark_late(image);
}

void image_free(struct image *image)
{
    free(image->program);
    free(image->objects);
    free(image->missing);
    free(image->gone);
    *image = (struct image){0};
}

bool image_matters(const struct image *image)
{
    for (size_t i = 0; i < image->count; i++) {
        const struct object *object = image->objects[i].object;
        const struct interposed_set *sets[] = {&object->imports, &object->exports, &object->hidden};
        for (size_t j = 0; j < sizeof sets / sizeof *sets; j++)
            if (object->kind != OBJECT_OWN && (interposed_count(sets[j], INTERPOSED_BLAS) > 0 ||
                                               interposed_count(sets[j], INTERPOSED_OPENMP) > 0))
                return true;
    }
    return false;
}

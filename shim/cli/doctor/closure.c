// SPDX-License-Identifier: MIT
// Follows what a program needs, as the dynamic linker would: breadth first, preloaded ones next to
// the program.
#include "shim/cli/doctor/image.h"

#include "shim/cli/doctor/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

struct closure {
    struct image *image;
    struct search search;
    size_t *parents; // who needed each object; the program has itself
};

static void note_missing(struct image *image, const char *name, const struct object *object)
{
    char *longer;
    if (asprintf(&longer, "%s%s, which %s needs\n", image->missing, name, object->label) < 0)
        abort();
    free(image->missing);
    image->missing = longer;
}

static void add(struct closure *closure, const char *path, size_t parent)
{
    const struct object *object = object_get(path);
    size_t *longer =
        realloc(closure->parents, (closure->image->count + 1) * sizeof *closure->parents);
    if (!longer)
        abort();
    closure->parents = longer;
    if (object) {
        closure->parents[closure->image->count] = parent;
        image_add(closure->image, object);
    }
}

// The object, who needed it, and so on; NULL ends them.
static void make_chain(const struct closure *closure, size_t from,
                       const struct object *chain[DEEPEST + 1])
{
    size_t count = 0;
    for (size_t at = from; count < DEEPEST; at = closure->parents[at]) {
        chain[count++] = closure->image->objects[at].object;
        if (at == closure->parents[at])
            break;
    }
    chain[count] = NULL;
}

static void add_needed(struct closure *closure, const char *name, size_t from, bool must)
{
    const struct object *chain[DEEPEST + 1];
    char path[PATH_MAX];
    if (image_find(closure->image, name) >= 0)
        return;
    make_chain(closure, from, chain);
    if (search_find(&closure->search, name, chain, path))
        add(closure, path, from);
    else if (must)
        note_missing(closure->image, name, chain[0]);
}

static void add_preloaded(struct closure *closure, const char *list)
{
    char name[PATH_MAX];
    while (list && *list) {
        size_t length = strcspn(list, ": ");
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        if (*name)
            add_needed(closure, name, 0, false);
        list += length + strspn(list + length, ": ");
    }
}

static void follow(struct closure *closure, const char *path)
{
    struct image *image = closure->image;
    add(closure, path, 0);
    if (image->count == 0)
        return;
    add_preloaded(closure, environment_get(image->environment, "LD_PRELOAD"));
    for (size_t i = 0; i < image->count; i++)
        for (char **needed = image->objects[i].object->needed; *needed; needed++)
            add_needed(closure, *needed, i, true);
}

void image_of_program(struct image *image, const char *path, const struct environment *environment)
{
    struct elf program;
    struct closure closure = {.image = image};
    *image = (struct image){.program = strdup(path),
                            .environment = environment,
                            .processes = 1,
                            .missing = calloc(1, 1)};
    if (!image->program || !image->missing)
        abort();
    if (!elf_open(&program, path))
        return;
    closure.search = (struct search){
        .program = &program, .library_path = environment_get(environment, "LD_LIBRARY_PATH")};
    follow(&closure, path);
    elf_close(&program);
    free(closure.parents);
}

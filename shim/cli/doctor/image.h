// SPDX-License-Identifier: MIT
// The objects of one process: seen in it, or found by following what a program needs.
#ifndef TEAMTRIM_CLI_DOCTOR_IMAGE_H
#define TEAMTRIM_CLI_DOCTOR_IMAGE_H

#include "shim/cli/doctor/environment.h"
#include "shim/cli/doctor/object.h"
#include "shim/cli/doctor/snapshot.h"

#include <stdbool.h>
#include <stddef.h>

struct image_object {
    const struct object *object;
    bool late; // neither needed by the program nor preloaded: opened when it ran
};

struct image {
    char *program;
    struct image_object *objects; // the program first
    size_t count;
    const struct environment *environment; // not owned
    unsigned processes;
    char *missing; // "libfoo.so.1, which libbar.so.2 needs", one a line; "" if all was found
    char *gone;    // files that a process has mapped and that are no longer there: "A, B", or ""
};

// What the dynamic linker would load for the program at `path`.
void image_of_program(struct image *image, const char *path, const struct environment *environment);

// What a process had loaded. `root` stands before its paths: "", or that of its mount namespace.
void image_of_snapshot(struct image *image, const struct snapshot *snapshot, const char *root);

void image_free(struct image *image);

void image_add(struct image *image, const struct object *object);

// Number of the loaded object that a DT_NEEDED entry names, or -1.
int image_find(const struct image *image, const char *name);

// Number of the object whose definition a call from object `from` would reach, without our library;
// -1 if there is none.
int image_find_provider(const struct image *image, size_t from, int name);

// Whether anything here concerns us.
bool image_matters(const struct image *image);

#endif

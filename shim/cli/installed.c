// SPDX-License-Identifier: MIT
// Looks for runtimes and BLAS libraries by their usual names in the usual folders.
#include "shim/cli/installed.h"

#include "shim/cli/file.h"

#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Patterns of folders, after those of LD_LIBRARY_PATH: of Debian, Fedora, SUSE and Arch, of what is
// built by hand, of Conda, of Intel's and AMD's packages.
static const char *const folders[] = {
    "/usr/lib/*-linux-gnu*",
    "/usr/lib/*-linux-gnu*/openblas*",
    "/usr/lib/*-linux-gnu*/openblas64*",
    "/usr/lib/*-linux-gnu*/blis-*",
    "/usr/lib/*-linux-gnu*/blas",
    "/usr/lib/llvm-*/lib",
    "/usr/lib64",
    "/usr/lib64/openblas*",
    "/usr/lib64/llvm*/lib",
    "/usr/lib",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/opt/conda/lib",
    "/opt/intel/oneapi/mkl/latest/lib",
    "/opt/intel/oneapi/compiler/latest/lib",
    "/opt/AMD/aocl/*/lib",
};

static const char *const runtimes[] = {"libgomp.so.1", "libomp.so.5", "libomp.so", "libiomp5.so"};

static const char *const blas[] = {"libopenblas.so.0", "libopenblas64.so.0", "libblas.so.3",
                                   "libblas64.so.3",   "libblis.so.4",       "libmkl_rt.so*"};

static bool is_listed(const struct installed_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++)
        if (file_is_same(list->items[i].path, path))
            return true;
    return false;
}

// What of the path tells two apart: a file's folder, where that is its provider's own.
static void label_blas(struct installed *item)
{
    const char *file = strrchr(item->path, '/'), *folder = file;
    while (folder > item->path && folder[-1] != '/')
        folder--;
    bool own = strncmp(folder, "openblas", 8) == 0 || strncmp(folder, "bl", 2) == 0;
    snprintf(item->label, sizeof item->label, "%s", own ? folder : file + 1);
}

static void label_runtime(struct installed *item)
{
    const char *version = strstr(item->path, "llvm-");
    char real[4096];
    if (!version && realpath(item->path, real))
        version = strstr(real, "llvm-");
    if (item->kind == INSTALLED_GOMP)
        snprintf(item->label, sizeof item->label, "libgomp");
    else if (strstr(item->path, "libiomp5"))
        snprintf(item->label, sizeof item->label, "libiomp5");
    else
        snprintf(item->label, sizeof item->label, "libomp%s%.*s", version ? " " : "",
                 version ? (int)strcspn(version + 5, "/") : 0, version ? version + 5 : "");
}

static void add(struct installed_list *list, enum installed_kind kind, const char *path)
{
    if (is_listed(list, path))
        return;
    struct installed *items = realloc(list->items, (list->count + 1) * sizeof *items);
    char *copy = strdup(path);
    if (items)
        list->items = items;
    if (!items || !copy) {
        free(copy);
        return;
    }
    list->items[list->count] = (struct installed){.kind = kind, .path = copy};
    (kind == INSTALLED_BLAS ? label_blas : label_runtime)(&list->items[list->count++]);
}

static void add_matches(struct installed_list *list, const char *folder, const char *name,
                        enum installed_kind kind)
{
    char pattern[4096];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/%s", folder, name);
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            add(list, kind, found.gl_pathv[i]);
    globfree(&found);
}

// The kind by the file behind all links: Debian and Conda let libgomp.so.1 be a libomp.
static enum installed_kind runtime_kind(const char *name)
{
    return strncmp(name, "libgomp", 7) == 0 ? INSTALLED_GOMP : INSTALLED_LIBOMP;
}

static void add_from(struct installed_list *list, const char *folder, bool wants_blas)
{
    for (size_t i = 0; !wants_blas && i < sizeof runtimes / sizeof *runtimes; i++)
        add_matches(list, folder, runtimes[i], runtime_kind(runtimes[i]));
    for (size_t i = 0; wants_blas && i < sizeof blas / sizeof *blas; i++)
        add_matches(list, folder, blas[i], INSTALLED_BLAS);
}

static void find(struct installed_list *list, bool wants_blas)
{
    char folder[4096];
    *list = (struct installed_list){0};
    for (const char *at = getenv("LD_LIBRARY_PATH"); at && *at;) {
        size_t length = strcspn(at, ":;");
        snprintf(folder, sizeof folder, "%.*s", (int)length, at);
        if (*folder)
            add_from(list, folder, wants_blas);
        at += length + (at[length] != '\0');
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        add_from(list, folders[i], wants_blas);
}

void installed_find_runtimes(struct installed_list *list)
{
    find(list, false);
}

void installed_find_blas(struct installed_list *list)
{
    find(list, true);
}

void installed_free(struct installed_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].path);
    free(list->items);
    *list = (struct installed_list){0};
}

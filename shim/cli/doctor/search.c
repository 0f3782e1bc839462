// SPDX-License-Identifier: MIT
// DT_RPATH, LD_LIBRARY_PATH, DT_RUNPATH, the cache, the system's folders.
#include "shim/cli/doctor/search.h"

#include "shim/cli/doctor/cache.h"
#include "shim/cli/doctor/hwcaps.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

// The loader passes over libraries of another machine.
static bool is_match(const struct search *search, const char *path)
{
    struct elf elf;
    if (!elf_open(&elf, path))
        return false;
    bool match = elf_alike(&elf, search->program);
    elf_close(&elf);
    return match;
}

// ---- lists of folders

static bool try_folder(const struct search *search, const char *folder, const char *name,
                       char path[PATH_MAX])
{
    const char *sub;
    for (int i = 0; (sub = hwcaps_folder(search->program, i)); i++)
        if (snprintf(path, PATH_MAX, "%s/%s%s", folder, sub, name) < PATH_MAX &&
            is_match(search, path))
            return true;
    return false;
}

static const char *libraries_folder(const struct search *search)
{
#if defined __x86_64__
    static const char debian[] = "lib/x86_64-linux-gnu";
#elif defined __aarch64__
    static const char debian[] = "lib/aarch64-linux-gnu";
#else
    static const char debian[] = "lib";
#endif
    static int is_debian = -1;
    char path[64];
    struct elf elf;
    if (is_debian < 0) {
        snprintf(path, sizeof path, "/usr/%s/libc.so.6", debian);
        is_debian = elf_open(&elf, path);
        if (is_debian)
            elf_close(&elf);
    }
    return is_debian ? debian : search->program->wide ? "lib64" : "lib";
}

static const char *platform(const struct search *search)
{
    return search->program->machine == EM_X86_64    ? "x86_64"
           : search->program->machine == EM_AARCH64 ? "aarch64"
                                                    : "";
}

// The folder of a file, without its last slash.
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) : 0;
}

// $ORIGIN or ${ORIGIN} at `text`: how long it is; 0 if it is another word.
static size_t match_token(const char *text, const char *token)
{
    size_t length = strlen(token);
    if (strncmp(text + 1, token, length) == 0)
        return 1 + length;
    if (text[1] == '{' && strncmp(text + 2, token, length) == 0 && text[2 + length] == '}')
        return 3 + length;
    return 0;
}

static size_t expand_token(const struct search *search, const struct object *object,
                           const char *text, char *to, size_t size)
{
    size_t length;
    if ((length = match_token(text, "ORIGIN")))
        snprintf(to, size, "%.*s", folder_length(object->path), object->path);
    else if ((length = match_token(text, "LIB")))
        snprintf(to, size, "%s", libraries_folder(search));
    else if ((length = match_token(text, "PLATFORM")))
        snprintf(to, size, "%s", platform(search));
    return length;
}

// Copies one folder of a list, its tokens replaced. `object` is NULL where there are none.
static void expand(const struct search *search, const struct object *object, const char *from,
                   size_t length, char folder[PATH_MAX])
{
    size_t used = 0;
    folder[0] = '\0';
    for (const char *at = from; at < from + length && used + 1 < PATH_MAX;) {
        size_t token = 0;
        if (*at == '$' && object)
            token = expand_token(search, object, at, folder + used, PATH_MAX - used);
        if (token == 0) {
            folder[used] = *at;
            folder[used + 1] = '\0';
        }
        used += strlen(folder + used);
        at += token ? token : 1;
    }
}

static bool try_list(const struct search *search, const char *list, const char *separators,
                     const struct object *object, const char *name, char path[PATH_MAX])
{
    char folder[PATH_MAX];
    while (list && *list) {
        size_t length = strcspn(list, separators);
        expand(search, object, list, length, folder);
        if (try_folder(search, *folder ? folder : ".", name, path))
            return true;
        list += length + (list[length] != '\0');
    }
    return false;
}

// ---- the order

// DT_RPATH counts for what is needed below, too; DT_RUNPATH makes the loader ignore it.
static bool try_rpaths(const struct search *search, const char *name,
                       const struct object *const *chain, char path[PATH_MAX])
{
    if (*chain && *chain[0]->runpath)
        return false;
    for (; *chain; chain++)
        if (!*chain[0]->runpath && try_list(search, chain[0]->rpath, ":", *chain, name, path))
            return true;
    return false;
}

static bool try_cache(const struct search *search, const char *name, char path[PATH_MAX])
{
    const char *found;
    for (size_t i = 0; (found = cache_find(name, i)); i++)
        if (snprintf(path, PATH_MAX, "%s", found) < PATH_MAX &&
            hwcaps_allow(search->program, path) && is_match(search, path))
            return true;
    return false;
}

static bool try_system(const struct search *search, const char *name, char path[PATH_MAX])
{
    static const char *const roots[] = {"/", "/usr/"};
    static const char *const plain[] = {"/lib64", "/usr/lib64", "/lib", "/usr/lib"};
    char folder[64];
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        snprintf(folder, sizeof folder, "%s%s", roots[i], libraries_folder(search));
        if (try_folder(search, folder, name, path))
            return true;
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (try_folder(search, plain[i], name, path))
            return true;
    return false;
}

bool search_find(const struct search *search, const char *name, const struct object *const *chain,
                 char path[PATH_MAX])
{
    if (strchr(name, '/')) {
        expand(search, *chain, name, strlen(name), path);
        return is_match(search, path);
    }
    return try_rpaths(search, name, chain, path) ||
           try_list(search, search->library_path, ":;", *chain, name, path) ||
           (*chain && try_list(search, chain[0]->runpath, ":", *chain, name, path)) ||
           try_cache(search, name, path) || try_system(search, name, path);
}

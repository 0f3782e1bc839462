// SPDX-License-Identifier: MIT
// The BLAS libraries of this machine in one process, side by side.
#include "bench/peers.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include "tests/provider.h"

// The folder that a provider's LD_LIBRARY_PATH starts with.
static bool find_library(enum provider_id provider, const char *file, char *path, size_t room)
{
    const char *folders = provider_variable(provider);

    if (!folders)
        return false;
    folders = strchr(folders, '=') + 1;
    snprintf(path, room, "%.*s/%s", (int)strcspn(folders, ":"), folders, file);
    return access(path, R_OK) == 0;
}

// OpenBLAS reads OPENBLAS_CORETYPE when it is loaded and a file is loaded once: a second kind needs
// a second file. This one is in memory and is gone with the process.
static bool copy_file(const char *path, char *copy, size_t room)
{
    int from = open(path, O_RDONLY | O_CLOEXEC), to = memfd_create("openblas", MFD_CLOEXEC);
    ssize_t sent;

    do
        sent = sendfile(to, from, NULL, 1 << 30);
    while (sent > 0);
    close(from);
    snprintf(copy, room, "/proc/self/fd/%d", to);
    return sent == 0;
}

// Local: each library must find its own functions.
static int add_peer(struct peer *peer, const char *name, const char *path)
{
    snprintf(peer->name, sizeof peer->name, "%s", name);
    peer->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!peer->handle)
        fprintf(stderr, "%s skipped: %s\n", name, dlerror());
    return peer->handle != NULL;
}

static int add_openblas_of(struct peer *peer, const char *path, const char *core)
{
    char copy[64], name[64];
    int added = 0;

    snprintf(name, sizeof name, "openblas %s", core);
    setenv("OPENBLAS_CORETYPE", core, 1);
    if (copy_file(path, copy, sizeof copy))
        added = add_peer(peer, name, copy);
    else
        fprintf(stderr, "%s skipped: no copy of %s\n", name, path);
    unsetenv("OPENBLAS_CORETYPE");
    return added;
}

static int add_openblas(struct peer *peers, const char *core)
{
    char path[512];
    int count = 0;

    // Not libblas.so.3, which takes its kernels from the first libopenblas.so.0 of the process.
    if (!find_library(PROVIDER_OPENBLAS_OPENMP, "libopenblas.so.0", path, sizeof path)) {
        fprintf(stderr, "openblas skipped: not installed\n");
        return 0;
    }
    if (core)
        count += add_openblas_of(&peers[count], path, core);
    return count + add_peer(&peers[count], "openblas as detected", path);
}

static int add_provider(struct peer *peer, enum provider_id provider)
{
    char path[512];

    if (find_library(provider, "libblas.so.3", path, sizeof path))
        return add_peer(peer, provider_name(provider), path);
    fprintf(stderr, "%s skipped: not installed\n", provider_name(provider));
    return 0;
}

int peers_load(struct peer peers[PEERS_MAX], const char *core)
{
    int count = add_openblas(peers, core);

    count += add_provider(&peers[count], PROVIDER_BLIS_OPENMP);
    return count + add_provider(&peers[count], PROVIDER_REFERENCE);
}

any_function peer_find(const struct peer *peer, const struct row *row)
{
    char name[64];

    row_spell_cblas(row, name, sizeof name);
    return (any_function)(uintptr_t)dlsym(peer->handle, name);
}

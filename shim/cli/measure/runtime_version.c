// SPDX-License-Identifier: MIT
// Asks a runtime for its version: libgomp's by the versions that its file defines, for it has no
// other; libomp's by KMP_VERSION.
#include "shim/cli/measure/runtime_version.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "shim/cli/child.h"
#include "shim/cli/cli.h"

static const char clang_line[] = "LLVM OMP build compiler: ", abi_line[] = "ABI GOMP_";

// glibc has made the addresses absolute, but not on every CPU.
static const char *find_dynamic(const struct link_map *map, ElfW(Sxword) tag)
{
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag) {
            ElfW(Addr) address = entry->d_un.d_ptr;
            return (const char *)(address < map->l_addr ? address + map->l_addr : address);
        }
    return NULL;
}

// Not GOMP_PLUGIN_1.0.
static bool is_newer(const char *version, const char *than)
{
    return strncmp(version, "GOMP_", 5) == 0 && version[5] < 'A' &&
           (!than || strverscmp(version, than) > 0);
}

// https://refspecs.linuxfoundation.org/LSB_5.0.0/LSB-Core-generic/LSB-Core-generic/symversion.html
static void print_newest_abi(void *library)
{
    const struct link_map *map = NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
        return;
    const char *names = find_dynamic(map, DT_STRTAB), *at = find_dynamic(map, DT_VERDEF);
    const char *newest = NULL;
    while (names && at) {
        const ElfW(Verdef) *definition = (const void *)at;
        const ElfW(Verdaux) *name = (const void *)(at + definition->vd_aux);
        if (is_newer(names + name->vda_name, newest))
            newest = names + name->vda_name;
        at = definition->vd_next ? at + definition->vd_next : NULL;
    }
    if (newest)
        printf("ABI %s\n", newest);
}

int cli_ask_runtime(int argc, char **argv)
{
    dup2(STDOUT_FILENO, STDERR_FILENO); // where libomp tells its version
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library)
        return CLI_FINDING;
    if (!dlsym(library, "__kmpc_fork_call")) {
        print_newest_abi(library);
    } else {
        int (*begin)(void) = (int (*)(void))(uintptr_t)dlsym(library, "omp_get_max_threads");
        if (begin)
            begin();
    }
    fflush(stdout);
    _exit(CLI_DONE);
}

void runtime_version_ask(const char *path, char version[RUNTIME_VERSION])
{
    static const double most_seconds = 5;
    struct child_result result;
    child_run((const char *const[]){"ask-runtime", path, NULL},
              (const char *const[]){"KMP_VERSION=1", NULL}, most_seconds, false, &result);
    const char *clang = strstr(result.output, clang_line), *abi = strstr(result.output, abi_line);
    const char *found = clang ? clang + strlen(clang_line) : abi ? abi : "";
    snprintf(version, RUNTIME_VERSION, "%.*s", (int)strcspn(found, "\n"), found);
    child_free(&result);
}

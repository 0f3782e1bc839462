// SPDX-License-Identifier: MIT
// The ELF reader against what is in the file, and against files that lie.
#include "shim/cli/elf.h"
#include "tests/command.h"

#include <criterion/criterion.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(elf, .init = command_make_folder, .fini = command_remove_folder, .timeout = 120);

static const char library_source[] =
    "double ddot_(int *n);\n"
    "static double inner(int *n) { return ddot_(n); }\n"
    "__attribute__((visibility(\"hidden\"))) double daxpy_(int *n) { return inner(n); }\n"
    "double dscal_(int *n) { return daxpy_(n); }\n";

struct seen {
    bool imports, exports, hidden;
};

static void note(void *context, const struct elf_symbol *symbol)
{
    struct seen *seen = context;
    seen->imports |= !symbol->defined && strcmp(symbol->name, "ddot_") == 0;
    seen->exports |= symbol->defined && !symbol->local && strcmp(symbol->name, "dscal_") == 0;
    seen->hidden |= symbol->defined && symbol->local && strcmp(symbol->name, "daxpy_") == 0;
}

static struct seen see(const char *path, bool all)
{
    struct elf elf;
    struct seen seen = {0};
    cr_assert(elf_open(&elf, path), "%s", path);
    if (all)
        cr_assert(elf_visit_all_symbols(&elf, note, &seen));
    else
        elf_visit_dynamic_symbols(&elf, note, &seen);
    elf_close(&elf);
    return seen;
}

static const char *make_library(const char *hash)
{
    return command_compile("cc", "libone.so", library_source,
                           LIST("-shared", "-fPIC", "-Wl,-soname,libone.so.1", "-g0", hash,
                                "-Wl,-rpath,$ORIGIN/deep", "-lm", "-Wl,--no-as-needed"));
}

Test(elf, symbols_are_told_apart)
{
    const char *path = make_library("-Wl,--hash-style=gnu");
    struct seen dynamic = see(path, false), all = see(path, true);
    cr_assert(dynamic.imports && dynamic.exports && !dynamic.hidden);
    cr_assert(all.imports && all.exports && all.hidden);
}

static void lose_section_headers(const char *path)
{
    const char zeros[8] = "";
    int file = open(path, O_WRONLY);
    cr_assert(pwrite(file, zeros, 8, 40) == 8 && pwrite(file, zeros, 2, 60) == 2);
    close(file);
}

Test(elf, symbols_are_found_without_section_headers)
{
    static const char *const hashes[] = {"-Wl,--hash-style=gnu", "-Wl,--hash-style=sysv"};
    for (size_t i = 0; i < 2; i++) {
        const char *path = make_library(hashes[i]);
        lose_section_headers(path);
        struct seen seen = see(path, false);
        cr_assert(seen.imports && seen.exports, "%s", hashes[i]);
    }
}

// Nothing is exported, so the hash table says nothing of the imports.
Test(elf, imports_are_found_without_exports_and_section_headers)
{
    const char *path = command_compile(
        "cc", "program", "double ddot_(int *n);\nint main(void) { return (int)ddot_(0); }\n",
        LIST("-Wl,--hash-style=gnu", "-l:libblas.so.3"));
    lose_section_headers(path);
    cr_assert(see(path, false).imports);
}

Test(elf, names_and_machine)
{
    struct elf elf, other;
    char machine[32];
    cr_assert(elf_open(&elf, make_library("-Wl,--hash-style=both")));
    cr_assert_str_eq(elf_name(&elf, DT_SONAME), "libone.so.1");
    cr_assert_str_eq(elf_name(&elf, DT_RUNPATH), "$ORIGIN/deep");
    cr_assert_null(elf_interpreter(&elf));
    cr_assert(elf_open(&other, command_compile("aarch64-linux-gnu-gcc", "other",
                                               "int main(void) { return 0; }\n", LIST("-O1"))));
    elf_describe_machine(&other, machine, sizeof machine);
    cr_assert_str_eq(machine, "aarch64");
    cr_assert_str_eq(elf_interpreter(&other), "/lib/ld-linux-aarch64.so.1");
    cr_assert_not(elf_alike(&elf, &other));
    elf_close(&elf);
    elf_close(&other);
}

Test(elf, other_files_are_none)
{
    struct elf elf;
    cr_assert_not(elf_open(&elf, "/nonexistent"));
    cr_assert_not(elf_open(&elf, "/"));
    cr_assert_not(elf_open(&elf, "/dev/zero"));
    cr_assert_not(elf_open(&elf, command_write("empty", "")));
    cr_assert_not(elf_open(&elf, command_write("text", "#!/bin/sh\n")));
    cr_assert_not(elf_open(&elf, command_write("short", "\177ELF\002\001\001")));
    cr_assert_eq(mkfifo(command_path("pipe"), 0600), 0);
    cr_assert_not(elf_open(&elf, command_path("pipe")));
}

// ---- damage

static void read_symbol(void *context, const struct elf_symbol *symbol)
{
    *(size_t *)context += strlen(symbol->name);
}

// Everything that the reader can be asked.
static void read_all(const char *path)
{
    struct elf elf;
    struct elf_segment segment;
    uint64_t tag, value;
    size_t sum = 0;
    if (!elf_open(&elf, path))
        return;
    const char *interpreter = elf_interpreter(&elf);
    sum += interpreter ? strlen(interpreter) : 0;
    for (uint64_t i = 0; elf_segment(&elf, i, &segment); i++)
        sum += elf_place(&elf, segment.address);
    for (uint64_t i = 0; elf_dynamic(&elf, i, &tag, &value); i++)
        sum += strlen(elf_name(&elf, tag)) + elf_read(&elf, value, 8);
    elf_visit_dynamic_symbols(&elf, read_symbol, &sum);
    elf_visit_all_symbols(&elf, read_symbol, &sum);
    elf_close(&elf);
}

// A page that ends with the file: what lies behind it is not mapped.
static void damage(const char *path, unsigned seed)
{
    enum { ROUNDS = 1500, MOST = 6 };
    char copy[64];
    int file = open(path, O_RDONLY), changed = memfd_create("elf", 0);
    off_t size = lseek(file, 0, SEEK_END);
    char *bytes = malloc((size_t)size);
    cr_assert(pread(file, bytes, (size_t)size, 0) == size);
    snprintf(copy, sizeof copy, "/proc/self/fd/%d", changed);
    srand(seed);
    for (int round = 0; round < ROUNDS; round++) {
        cr_assert(ftruncate(changed, 0) == 0 && pwrite(changed, bytes, (size_t)size, 0) == size);
        for (int i = rand() % MOST; i >= 0; i--) {
            off_t at = rand() % (rand() % 4 ? 1024 : size); // headers are where it matters
            unsigned char byte = (unsigned char)(rand() % 3 ? rand() : 255);
            cr_assert_eq(pwrite(changed, &byte, 1, at), 1);
        }
        if (rand() % 4 == 0)
            cr_assert_eq(ftruncate(changed, rand() % size), 0);
        read_all(copy);
    }
    free(bytes);
    close(changed);
    close(file);
}

Test(elf, damaged_files_are_harmless)
{
    damage(make_library("-Wl,--hash-style=both"), 1);
    const char *path = make_library("-Wl,--hash-style=both");
    lose_section_headers(path);
    damage(path, 2);
    damage(command_compile("aarch64-linux-gnu-gcc", "other", "int main(void) { return 0; }\n",
                           LIST("-O1")),
           3);
}

// A header for every length, and then nothing.
Test(elf, truncated_files_are_harmless)
{
    const char *path = make_library("-Wl,--hash-style=both");
    struct stat status;
    cr_assert_eq(stat(path, &status), 0);
    for (off_t size = status.st_size; size > 0; size -= size > 600 ? 97 : 1) {
        cr_assert_eq(truncate(path, size), 0);
        read_all(path);
    }
}

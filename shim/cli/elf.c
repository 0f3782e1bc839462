// SPDX-License-Identifier: MIT
// Headers, segments and the dynamic section of ELF files. Symbols: elf_symbols.c.
#include "shim/cli/elf.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t elf_read(const struct elf *elf, uint64_t at, unsigned width)
{
    uint64_t value = 0;
    if (at > elf->size || width > elf->size - at)
        return 0;
    for (unsigned i = 0; i < width; i++)
        value = value << 8 | elf->bytes[elf->big ? at + i : at + width - 1 - i];
    return value;
}

// A field that has another place and width in each class.
static uint64_t read_field(const struct elf *elf, uint64_t at, unsigned narrow, unsigned wide)
{
    return elf->wide ? elf_read(elf, at + wide, 8) : elf_read(elf, at + narrow, 4);
}

const char *elf_text(const struct elf *elf, uint64_t at, uint64_t end)
{
    end = end < elf->size ? end : elf->size;
    if (at >= end || !memchr(elf->bytes + at, '\0', end - at))
        return "";
    return (const char *)elf->bytes + at;
}

// ---- segments

bool elf_segment(const struct elf *elf, uint64_t index, struct elf_segment *segment)
{
    uint64_t first = read_field(elf, 0, 28, 32);
    uint64_t size = elf_read(elf, elf->wide ? 54 : 42, 2);
    uint64_t count = elf_read(elf, elf->wide ? 56 : 44, 2);
    uint64_t least = elf->wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
    if (index >= count || size < least || first > elf->size ||
        (elf->size - first) / size <= index) // a file may claim headers that it has not
        return false;
    uint64_t at = first + index * size;
    *segment = (struct elf_segment){.type = elf_read(elf, at, 4),
                                    .at = read_field(elf, at, 4, 8),
                                    .address = read_field(elf, at, 8, 16),
                                    .size = read_field(elf, at, 16, 32),
                                    .memory = read_field(elf, at, 20, 40)};
    return true;
}

bool elf_find_segment(const struct elf *elf, uint64_t type, struct elf_segment *segment)
{
    for (uint64_t i = 0; elf_segment(elf, i, segment); i++)
        if (segment->type == type)
            return true;
    return false;
}

uint64_t elf_place(const struct elf *elf, uint64_t address)
{
    struct elf_segment segment;
    for (uint64_t i = 0; elf_segment(elf, i, &segment); i++) {
        uint64_t offset = address - segment.address;
        if (segment.type == PT_LOAD && address >= segment.address && offset < segment.size &&
            segment.at <= elf->size && offset < elf->size - segment.at)
            return segment.at + offset;
    }
    return 0;
}

const char *elf_interpreter(const struct elf *elf)
{
    struct elf_segment segment;
    if (!elf_find_segment(elf, PT_INTERP, &segment) || segment.size > elf->size)
        return NULL;
    return elf_text(elf, segment.at, segment.at + segment.size);
}

// ---- the dynamic section

bool elf_dynamic(const struct elf *elf, uint64_t index, uint64_t *tag, uint64_t *value)
{
    unsigned word = elf->wide ? 8 : 4;
    if (index >= (elf->dynamic_end - elf->dynamic) / (2 * word))
        return false;
    uint64_t at = elf->dynamic + index * 2 * word;
    *tag = elf_read(elf, at, word);
    *value = elf_read(elf, at + word, word);
    return *tag != DT_NULL;
}

static bool find_value(const struct elf *elf, uint64_t wanted, uint64_t *value)
{
    uint64_t tag;
    for (uint64_t i = 0; elf_dynamic(elf, i, &tag, value); i++)
        if (tag == wanted)
            return true;
    return false;
}

uint64_t elf_value(const struct elf *elf, uint64_t tag)
{
    uint64_t value;
    return find_value(elf, tag, &value) ? value : 0;
}

const char *elf_name(const struct elf *elf, uint64_t tag)
{
    uint64_t offset;
    if (!find_value(elf, tag, &offset) || offset >= elf->names_end - elf->names)
        return "";
    return elf_text(elf, elf->names + offset, elf->names_end);
}

static void find_dynamic(struct elf *elf)
{
    struct elf_segment segment;
    if (!elf_find_segment(elf, PT_DYNAMIC, &segment) || segment.at > elf->size)
        return;
    uint64_t left = elf->size - segment.at;
    elf->dynamic = segment.at;
    elf->dynamic_end = segment.at + (segment.size < left ? segment.size : left);
    elf->names = elf_place(elf, elf_value(elf, DT_STRTAB));
    uint64_t size = elf_value(elf, DT_STRSZ);
    left = elf->size - elf->names;
    elf->names_end = elf->names + (elf->names == 0 ? 0 : size < left ? size : left);
}

// ---- files

static bool is_elf(const struct elf *elf)
{
    const unsigned char *id = elf->bytes;
    return elf->size >= sizeof(Elf32_Ehdr) && memcmp(id, ELFMAG, SELFMAG) == 0 &&
           (id[EI_CLASS] == ELFCLASS32 || id[EI_CLASS] == ELFCLASS64) &&
           (id[EI_DATA] == ELFDATA2LSB || id[EI_DATA] == ELFDATA2MSB);
}

static bool map_file(struct elf *elf, int file)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
        return false;
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return false;
    *elf = (struct elf){.bytes = bytes, .size = (uint64_t)status.st_size};
    return true;
}

bool elf_open(struct elf *elf, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe must not hold us up
    bool mapped = file >= 0 && map_file(elf, file);
    if (file >= 0)
        close(file);
    if (!mapped)
        return false;
    if (!is_elf(elf)) {
        elf_close(elf);
        return false;
    }
    elf->wide = elf->bytes[EI_CLASS] == ELFCLASS64;
    elf->big = elf->bytes[EI_DATA] == ELFDATA2MSB;
    elf->type = (unsigned)elf_read(elf, 16, 2);
    elf->machine = (unsigned)elf_read(elf, 18, 2);
    find_dynamic(elf);
    return true;
}

void elf_close(struct elf *elf)
{
    munmap((void *)elf->bytes, elf->size);
    *elf = (struct elf){0};
}

bool elf_alike(const struct elf *a, const struct elf *b)
{
    return a->wide == b->wide && a->big == b->big && a->machine == b->machine;
}

void elf_describe_machine(const struct elf *elf, char *text, size_t size)
{
    static const struct {
        unsigned machine;
        const char *narrow, *wide;
    } names[] = {{EM_X86_64, "x32", "x86-64"},     {EM_386, "i386", "i386"},
                 {EM_AARCH64, "ilp32", "aarch64"}, {EM_ARM, "arm", "arm"},
                 {EM_RISCV, "riscv32", "riscv64"}, {EM_PPC64, "ppc64", "ppc64"},
                 {EM_S390, "s390", "s390x"},       {EM_MIPS, "mips", "mips64"},
                 {EM_SPARCV9, "sparc", "sparc64"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].machine == elf->machine) {
            snprintf(text, size, "%s%s", elf->wide ? names[i].wide : names[i].narrow,
                     elf->machine == EM_PPC64 && !elf->big ? "le" : "");
            return;
        }
    snprintf(text, size, "machine %u", elf->machine);
}

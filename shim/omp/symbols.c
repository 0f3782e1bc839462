// SPDX-License-Identifier: MIT
// Reads .symtab of a 64-bit ELF file in place.
#include "shim/omp/symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shim/core/log.h"

struct file {
    const char *bytes;
    size_t size;
};

static bool map(struct file *file, const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    file->bytes = MAP_FAILED;
    if (fstat(fd, &status) == 0 && status.st_size > 0) {
        file->size = (size_t)status.st_size;
        file->bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    close(fd);
    return file->bytes != MAP_FAILED;
}

static const void *part(const struct file *file, uint64_t offset, uint64_t size)
{
    return offset <= file->size && size <= file->size - offset ? file->bytes + offset : NULL;
}

static const ElfW(Shdr) * section(const struct file *file, const ElfW(Ehdr) * header, size_t index)
{
    return index < header->e_shnum
               ? part(file, header->e_shoff + index * sizeof(ElfW(Shdr)), sizeof(ElfW(Shdr)))
               : NULL;
}

static void copy_name(const struct file *file, const ElfW(Shdr) * strings, uint32_t at, char *name,
                      size_t size)
{
    const char *text = strings && at < strings->sh_size
                           ? part(file, strings->sh_offset + at, strings->sh_size - at)
                           : NULL;
    if (text && memchr(text, 0, strings->sh_size - at))
        log_append(name, size, 0, text);
}

static void search(const struct file *file, const ElfW(Ehdr) * header, const ElfW(Shdr) * table,
                   uint64_t offset, char *name, size_t size)
{
    const ElfW(Sym) *symbols = part(file, table->sh_offset, table->sh_size);
    size_t count = symbols ? table->sh_size / sizeof *symbols : 0;
    for (size_t i = 0; i < count; i++) {
        const ElfW(Sym) *s = &symbols[i];
        bool covers = offset >= s->st_value && offset - s->st_value < s->st_size;
        if (ELF64_ST_TYPE(s->st_info) == STT_FUNC && (covers || offset == s->st_value)) {
            copy_name(file, section(file, header, table->sh_link), s->st_name, name, size);
            return;
        }
    }
}

void symbols_find(const char *path, uint64_t offset, char *name, size_t size)
{
    struct file file;
    name[0] = '\0';
    if (!map(&file, path))
        return;
    const ElfW(Ehdr) *header = part(&file, 0, sizeof *header);
    bool elf = header && !memcmp(header->e_ident, ELFMAG, SELFMAG) &&
               header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_shentsize == sizeof(ElfW(Shdr));
    for (size_t i = 0; elf && i < header->e_shnum && !name[0]; i++) {
        const ElfW(Shdr) *table = section(&file, header, i);
        if (table && table->sh_type == SHT_SYMTAB)
            search(&file, header, table, offset, name, size);
    }
    munmap((void *)file.bytes, file.size);
}

void symbols_program_path(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
}

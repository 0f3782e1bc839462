// SPDX-License-Identifier: MIT
// Symbol tables of ELF files. The dynamic one is found without section headers, if need be: files
// that have lost them still run.
#include "shim/cli/elf.h"

#include <elf.h>

struct table {
    uint64_t at, count;        // of symbols
    uint64_t names, names_end; // their strings
};

static uint64_t symbol_size(const struct elf *elf)
{
    return elf->wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
}

static uint64_t clamp(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

static void visit_table(const struct elf *elf, const struct table *table, elf_visit_symbol *visit,
                        void *context)
{
    uint64_t size = symbol_size(elf);
    for (uint64_t i = 1; i < table->count; i++) { // number 0 is nobody
        uint64_t at = table->at + i * size;
        uint64_t info = elf_read(elf, at + (elf->wide ? 4 : 12), 1);
        uint64_t other = elf_read(elf, at + (elf->wide ? 5 : 13), 1);
        uint64_t section = elf_read(elf, at + (elf->wide ? 6 : 14), 2);
        unsigned kind = ELF64_ST_TYPE(info), seen = ELF64_ST_VISIBILITY(other);
        struct elf_symbol symbol = {
            .name = elf_text(elf, table->names + elf_read(elf, at, 4), table->names_end),
            .defined = section != SHN_UNDEF,
            .function = kind == STT_FUNC || kind == STT_GNU_IFUNC || kind == STT_NOTYPE,
            .local = ELF64_ST_BIND(info) == STB_LOCAL || seen == STV_HIDDEN || seen == STV_INTERNAL,
        };
        if (*symbol.name)
            visit(context, &symbol);
    }
}

// ---- by section headers

struct section {
    uint64_t type, at, size, link;
};

static bool read_section(const struct elf *elf, uint64_t index, struct section *section)
{
    uint64_t first = elf->wide ? elf_read(elf, 40, 8) : elf_read(elf, 32, 4);
    uint64_t size = elf_read(elf, elf->wide ? 58 : 46, 2);
    uint64_t least = elf->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    if (first == 0 || size < least || first > elf->size || (elf->size - first) / size <= index)
        return false;
    uint64_t at = first + index * size;
    *section =
        (struct section){.type = elf_read(elf, at + 4, 4),
                         .at = elf_read(elf, at + (elf->wide ? 24 : 16), elf->wide ? 8 : 4),
                         .size = elf_read(elf, at + (elf->wide ? 32 : 20), elf->wide ? 8 : 4),
                         .link = elf_read(elf, at + (elf->wide ? 40 : 24), 4)};
    return true;
}

// More sections than the field can hold: the first one's size is their number.
static uint64_t count_sections(const struct elf *elf)
{
    struct section first;
    uint64_t count = elf_read(elf, elf->wide ? 60 : 48, 2);
    if (count == 0 && read_section(elf, 0, &first))
        return first.size;
    return count;
}

static bool find_by_section(const struct elf *elf, uint64_t type, struct table *table)
{
    struct section section, names;
    uint64_t count = count_sections(elf);
    for (uint64_t i = 0; i < count && read_section(elf, i, &section); i++) {
        if (section.type != type || section.at > elf->size ||
            !read_section(elf, section.link, &names) || names.at > elf->size)
            continue;
        uint64_t size = clamp(section.size, elf->size - section.at);
        *table = (struct table){.at = section.at,
                                .count = size / symbol_size(elf),
                                .names = names.at,
                                .names_end = names.at + clamp(names.size, elf->size - names.at)};
        return true;
    }
    return false;
}

// ---- by the dynamic section, which does not tell how many symbols there are

static uint64_t count_by_hash(const struct elf *elf)
{
    uint64_t at = elf_place(elf, elf_value(elf, DT_HASH));
    return at ? elf_read(elf, at + 4, 4) : 0;
}

// The last chain that a bucket begins ends with an odd word.
static uint64_t count_by_gnu_hash(const struct elf *elf)
{
    uint64_t at = elf_place(elf, elf_value(elf, DT_GNU_HASH)), last = 0;
    if (!at)
        return 0;
    uint64_t buckets = elf_read(elf, at, 4), first = elf_read(elf, at + 4, 4);
    uint64_t filter = elf_read(elf, at + 8, 4) * (elf->wide ? 8 : 4);
    uint64_t bucket = at + 16 + filter, chain = bucket + 4 * buckets;
    for (uint64_t i = 0; i < buckets && bucket + 4 * i < elf->size; i++) {
        uint64_t begin = elf_read(elf, bucket + 4 * i, 4);
        last = begin > last ? begin : last;
    }
    if (last < first || last == 0)
        return first;
    uint64_t word = chain + 4 * (last - first);
    while (word < elf->size && !(elf_read(elf, word, 4) & 1)) {
        word += 4;
        last++;
    }
    return last + 1;
}

static uint64_t count_by_relocations(const struct elf *elf, uint64_t tag, uint64_t size_tag,
                                     bool addend)
{
    uint64_t at = elf_place(elf, elf_value(elf, tag)), count = 0;
    uint64_t word = elf->wide ? 8 : 4, size = word * (addend ? 3 : 2);
    uint64_t end = at ? at + clamp(elf_value(elf, size_tag), elf->size - at) : 0;
    for (; at && at + size <= end; at += size) {
        uint64_t info = elf_read(elf, at + word, (unsigned)word);
        uint64_t symbol = elf->wide ? info >> 32 : info >> 8;
        count = symbol + 1 > count ? symbol + 1 : count;
    }
    return count;
}

static uint64_t largest(const uint64_t *counts, size_t number)
{
    uint64_t most = 0;
    for (size_t i = 0; i < number; i++)
        most = counts[i] > most ? counts[i] : most;
    return most;
}

static bool find_by_dynamic(const struct elf *elf, struct table *table)
{
    uint64_t at = elf_place(elf, elf_value(elf, DT_SYMTAB));
    if (!at || !elf->names)
        return false;
    bool addend = elf_value(elf, DT_PLTREL) == DT_RELA;
    const uint64_t counts[] = {
        count_by_hash(elf),
        count_by_gnu_hash(elf),
        count_by_relocations(elf, DT_RELA, DT_RELASZ, true),
        count_by_relocations(elf, DT_REL, DT_RELSZ, false),
        count_by_relocations(elf, DT_JMPREL, DT_PLTRELSZ, addend),
    };
    *table = (struct table){.at = at,
                            .count = clamp(largest(counts, sizeof counts / sizeof *counts),
                                           (elf->size - at) / symbol_size(elf)),
                            .names = elf->names,
                            .names_end = elf->names_end};
    return true;
}

void elf_visit_dynamic_symbols(const struct elf *elf, elf_visit_symbol *visit, void *context)
{
    struct table table;
    if (find_by_section(elf, SHT_DYNSYM, &table) || find_by_dynamic(elf, &table))
        visit_table(elf, &table, visit, context);
}

bool elf_visit_all_symbols(const struct elf *elf, elf_visit_symbol *visit, void *context)
{
    struct table table;
    if (!find_by_section(elf, SHT_SYMTAB, &table))
        return false;
    visit_table(elf, &table, visit, context);
    return true;
}

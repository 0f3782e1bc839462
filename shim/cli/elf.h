// SPDX-License-Identifier: MIT
// Reads ELF files of any class, byte order and machine. What a file claims is never trusted: reads
// outside it give 0, "" or nothing, so a damaged file is only one that tells less.
#ifndef TEAMTRIM_CLI_ELF_H
#define TEAMTRIM_CLI_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf {
    const unsigned char *bytes;
    uint64_t size;
    bool wide, big; // 64-bit class, big-endian
    unsigned type, machine;
    uint64_t dynamic, dynamic_end; // the dynamic section's place in the file; both 0 without one
    uint64_t names, names_end;     // and that of its strings
};

// False if it cannot be read or is no ELF file.
bool elf_open(struct elf *elf, const char *path);
void elf_close(struct elf *elf);

// An unsigned integer of 1, 2, 4 or 8 bytes; 0 outside the file.
uint64_t elf_read(const struct elf *elf, uint64_t at, unsigned width);

// The string at a place of the file, which ends before `end`; "" if it does not.
const char *elf_text(const struct elf *elf, uint64_t at, uint64_t end);

// Where in the file what is loaded at `address` lies; 0 if nowhere.
uint64_t elf_place(const struct elf *elf, uint64_t address);

// The program header number `index`; false past the last.
struct elf_segment {
    uint64_t type, at, size, address, memory;
};
bool elf_segment(const struct elf *elf, uint64_t index, struct elf_segment *segment);

// The first segment of a type (PT_*).
bool elf_find_segment(const struct elf *elf, uint64_t type, struct elf_segment *segment);

// The dynamic linker that the file asks for; NULL if none.
const char *elf_interpreter(const struct elf *elf);

// Entry number `index` of the dynamic section; false at its end.
bool elf_dynamic(const struct elf *elf, uint64_t index, uint64_t *tag, uint64_t *value);

// The first value of a tag (DT_*), or 0.
uint64_t elf_value(const struct elf *elf, uint64_t tag);

// The first string of a tag; "" if there is none.
const char *elf_name(const struct elf *elf, uint64_t tag);

// Whether the loader would load both into one process: same class, byte order and machine.
bool elf_alike(const struct elf *a, const struct elf *b);

// "x86-64", "aarch64", "i386", ... ; "machine 243" for one without a name here.
void elf_describe_machine(const struct elf *elf, char *text, size_t size);

struct elf_symbol {
    const char *name;
    bool defined, function; // a function, or of no type
    bool local;             // by binding, or hidden
};
typedef void elf_visit_symbol(void *context, const struct elf_symbol *symbol);

// Symbols of the dynamic table: what is imported and exported.
void elf_visit_dynamic_symbols(const struct elf *elf, elf_visit_symbol *visit, void *context);

// Symbols of the full table, which `strip` removes. False if there is none.
bool elf_visit_all_symbols(const struct elf *elf, elf_visit_symbol *visit, void *context);

#endif

// SPDX-License-Identifier: MIT
// From a code address to what is known of it: a fixed, lock-free table. Records are never freed,
// and survive a flush: they are then found by the record that their maker recognises.
#ifndef TEAMTRIM_TABLE_H
#define TEAMTRIM_TABLE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_SLOTS = 8192 }; // at most half of them are used

// A record begins with this.
struct table_record {
    uintptr_t address;
};

struct table {
    struct table_record *_Atomic slots[TABLE_SLOTS];
    atomic_flag making;
};

static inline size_t table_hash(uintptr_t address)
{
    return (size_t)((address * UINT64_C(0x9e3779b97f4a7c15)) >> 40);
}

static inline void *table_find(const struct table *table, const void *address)
{
    for (size_t i = table_hash((uintptr_t)address);; i++) {
        struct table_record *r =
            atomic_load_explicit(&table->slots[i % TABLE_SLOTS], memory_order_acquire);
        if (!r || __builtin_expect(r->address == (uintptr_t)address, 1))
            return r;
    }
}

// The slow path of table_find, inside a guard: the record that `make` returns for the code is
// inserted. Its address is the code's. NULL where it returns NULL, while objects are being
// unloaded, or while another thread is at it. `flush` is what empties the table when objects are
// unloaded.
void *table_make(struct table *table, const void *code,
                 struct table_record *make(const void *code, void *context), void *context,
                 void (*flush)(void));

// A thread that was making a record is not in the child of a fork.
void table_restart_in_child(struct table *table);

void table_flush(struct table *table);

#endif

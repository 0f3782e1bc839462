// SPDX-License-Identifier: MIT
// The writing side of the table. Its records number less than its slots, so a search ends.
#include "shim/omp/table.h"

#include "shim/core/guard.h"
#include "shim/core/module.h"

static void insert(struct table *table, struct table_record *record)
{
    size_t i = table_hash(record->address);
    while (atomic_load_explicit(&table->slots[i % TABLE_SLOTS], memory_order_relaxed))
        i++;
    atomic_store_explicit(&table->slots[i % TABLE_SLOTS], record, memory_order_release);
}

void *table_make(struct table *table, const void *code,
                 struct table_record *make(const void *code, void *context), void *context,
                 void (*flush)(void))
{
    struct guard guard;
    struct table_record *record = NULL;
    unsigned unloads = module_unloads();
    guard_enter(&guard);
    if (!module_unloading() && !atomic_flag_test_and_set(&table->making)) {
        module_on_unload(flush);
        record = table_find(table, code);
        bool missing = !record;
        if (missing)
            record = make(code, context);
        if (missing && record)
            insert(table, record);
        if (module_unloads() != unloads)
            flush(); // it may have been swept before the insertion
        atomic_flag_clear(&table->making);
    }
    guard_leave(&guard);
    return record;
}

void table_restart_in_child(struct table *table)
{
    atomic_flag_clear(&table->making);
}

void table_flush(struct table *table)
{
    for (size_t i = 0; i < TABLE_SLOTS; i++)
        atomic_store_explicit(&table->slots[i], NULL, memory_order_release);
}

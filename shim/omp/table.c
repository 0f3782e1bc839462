// SPDX-License-Identifier: MIT
// The writing side of the table. Its records number less than its slots, so a search ends.
#include "shim/omp/table.h"

void table_insert(struct table *table, struct table_record *record)
{
    size_t i = table_hash(record->address);
    while (atomic_load_explicit(&table->slots[i % TABLE_SLOTS], memory_order_relaxed))
        i++;
    atomic_store_explicit(&table->slots[i % TABLE_SLOTS], record, memory_order_release);
}

void table_flush(struct table *table)
{
    for (size_t i = 0; i < TABLE_SLOTS; i++)
        atomic_store_explicit(&table->slots[i], NULL, memory_order_release);
}

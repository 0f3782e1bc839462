// SPDX-License-Identifier: MIT
// Loaded objects: which one holds an address, what it refers to, how to reach and keep it.
#ifndef TEAMTRIM_MODULE_H
#define TEAMTRIM_MODULE_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct module {
    uintptr_t base;       // load address
    uintptr_t begin, end; // the mapped range
    const ElfW(Dyn) * dynamic;
    const char *path; // "" is the main program; lives as long as the object is loaded
};

// The object that maps `address`; false for code in no object (a just-in-time compiler's).
bool module_find(const void *address, struct module *module);

// The object number `index` (from 0, in load order) that refers to `symbol`, or any object if
// `symbol` is NULL; false past the last.
bool module_find_referrer(const char *symbol, size_t index, struct module *module);

// Whether the object has a relocation against `symbol`, which it may itself define.
bool module_refers(const struct module *module, const char *symbol);

// Whether the object defines `name`. Waits for nobody, allocates nothing.
bool module_defines(const struct module *module, const char *name);

// The version that the object's reference to `symbol` asks for ("GOMP_4.0"); NULL if none.
const char *module_version(const struct module *module, const char *symbol);

// Calls `visit` with each such name, perhaps more than once.
void module_visit_references(const struct module *module, void (*visit)(void *, const char *),
                             void *context);

// Calls `visit` with the name of each object that `module` needs (DT_NEEDED).
void module_visit_needed(const struct module *module, void (*visit)(void *, const char *),
                         void *context);

// Whether the object's code asks for data of threads, of its own or another's.
bool module_refers_to_thread_data(const struct module *module);

// Whether the object, or one that it needs, has data of threads. The system's own do not count.
bool module_has_thread_data(const struct module *module);

// A dlopen handle for a loaded object, NULL if there is none.
void *module_open(const struct module *module);

// Gives such a handle back.
void module_close(void *handle);

// Keeps the object that maps `address` loaded until the process ends. Not while objects are being
// unloaded: it may be one of them, and the dynamic linker would end the process.
void module_pin(const void *address);

// `flush` is called when objects may be unloaded, and again when they have been: what is cached in
// between does not last.
void module_on_unload(void (*flush)(void));

// `prepare` is called before objects may be unloaded, outside any dlclose of its thread. One at
// most.
void module_before_unload(void (*prepare)(void));

// Whether some thread is inside dlclose.
bool module_unloading(void);

// Counts the calls of dlclose that have begun, and those that have ended. None ends while another's
// destructors run.
unsigned module_unloads(void);
unsigned module_unloaded(void);

#endif

// SPDX-License-Identifier: MIT
// Stacks of fibers, and what lies on a new one.
#include "shim/omp/fiber.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_STACK_REGISTER(low, high) 0
#define VALGRIND_STACK_DEREGISTER(number) (void)(number)
#endif

void fiber_begin(void);

// What OMP_STACKSIZE may leave; what is given without it: no less than the runtimes give.
static const size_t LEAST = 1024 * 1024, USUAL = 8 * 1024 * 1024;

// "64", "64K", "8 M", "1g": OpenMP 5.0, 6.7; without a unit, K. 0: not a size.
static size_t parse_size(const char *text)
{
    char *unit;
    unsigned long long value = text ? strtoull(text, &unit, 10) : 0;
    if (!value)
        return 0;
    while (*unit == ' ')
        unit++;
    int shift = 10;
    if (*unit == 'b' || *unit == 'B')
        shift = 0;
    else if (*unit == 'm' || *unit == 'M')
        shift = 20;
    else if (*unit == 'g' || *unit == 'G')
        shift = 30;
    return value > SIZE_MAX >> (shift + 1) ? 0 : (size_t)value << shift;
}

static size_t default_size(void)
{
    pthread_attr_t attributes;
    size_t size = 0;
    if (pthread_getattr_default_np(&attributes) == 0) {
        pthread_attr_getstacksize(&attributes, &size);
        pthread_attr_destroy(&attributes);
    }
    return size;
}

size_t fiber_stack_size(void)
{
    static const char *const variables[] = {"OMP_STACKSIZE", "GOMP_STACKSIZE", "KMP_STACKSIZE"};
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 0;
    for (size_t i = 0; !size && i < sizeof variables / sizeof *variables; i++)
        size = parse_size(getenv(variables[i]));
    if (!size) {
        size = default_size();
        size = size > USUAL ? size : USUAL;
    }
    size = size > LEAST ? size : LEAST;
    return (size + page - 1) & -page;
}

int fiber_map(struct fiber_stack *stack, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *mapped = mmap(NULL, size + page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapped == MAP_FAILED)
        return 0;
    if (mprotect(mapped, page, PROT_NONE) != 0) {
        munmap(mapped, size + page);
        return 0;
    }
    stack->low = mapped + page;
    stack->size = size;
    stack->valgrind = VALGRIND_STACK_REGISTER(mapped + page, mapped + page + size);
    return 1;
}

void fiber_unmap(struct fiber_stack *stack)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (!stack->low)
        return;
    VALGRIND_STACK_DEREGISTER(stack->valgrind);
    munmap((char *)stack->low - page, stack->size + page);
    stack->low = NULL;
}

#if defined(__x86_64__)

// As fiber_switch leaves a stack. At a function's entry rsp is 8 below a multiple of 16.
void *fiber_prepare(const struct fiber_stack *stack, uint32_t control, void (*main)(void *),
                    void *argument)
{
    struct frame {
        uint32_t mxcsr;
        uint16_t x87, unused;
        void *r15, *r14, *r13, *r12;
        void (*rbx)(void *);
        void *rbp;
        void (*address)(void);
        void *padding[2];
    } *frame = (struct frame *)((char *)stack->low + stack->size) - 1;
    *frame = (struct frame){.mxcsr = control & 0xffff,
                            .x87 = (uint16_t)(control >> 16),
                            .r12 = argument,
                            .rbx = main,
                            .address = fiber_begin};
    return frame;
}

#elif defined(__aarch64__)

void *fiber_prepare(const struct fiber_stack *stack, uint32_t control, void (*main)(void *),
                    void *argument)
{
    struct frame {
        void (*x19)(void *);
        void *x20, *x21_to_28[8], *x29;
        void (*x30)(void);
        double d8_to_15[8];
        uint64_t fpcr, fpsr;
    } *frame = (struct frame *)((char *)stack->low + stack->size) - 1;
    *frame = (struct frame){.x19 = main, .x20 = argument, .x30 = fiber_begin, .fpcr = control};
    return frame;
}

#endif

# SPDX-License-Identifier: MIT
# `make help` lists the targets. Honours CC, CFLAGS, LDFLAGS, PREFIX, DESTDIR; V=1 shows commands.

VERSION := 0.1.0
PREFIX  ?= /usr/local
B       := build
ARCH    := $(shell $(CC) -dumpmachine | sed 's/-.*//')
Q       := $(if $(V),,@)

CFLAGS  ?= -O2 -g
WARN    := -Wall -Wextra -Wpedantic
BASE    := -std=c11 -D_GNU_SOURCE -I. -fPIC -fvisibility=hidden -ffp-contract=off -fno-math-errno \
           -ftls-model=initial-exec -DTEAMTRIM_VERSION='"$(VERSION)"'
COMPILE  = $(CC) $(BASE) $(WARN) -MMD -MP $(CFLAGS)
INIH     = $(shell $(CC) -print-file-name=libinih.a)

# An isa_<name>.c is compiled for its level; other CPUs than x86-64 have the scalar one alone.
ISAS_x86_64      := sse2 avx2 avx512
FLAGS_isa_scalar := -O3
FLAGS_isa_sse2   := -O3 -msse2
FLAGS_isa_avx2   := -O3 -mavx2 -mfma -mbmi2
FLAGS_isa_avx512 := -O3 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mbmi2
ISAS             := scalar $(ISAS_$(ARCH))

KERNELS := $(filter-out kernels/isa_%.c,$(wildcard kernels/*.c)) $(ISAS:%=kernels/isa_%.c)
POLICY  := $(wildcard policy/*.c)
CORE    := $(wildcard shim/core/*.c shim/names/*.c)
BLAS    := $(wildcard shim/blas/*.c) shim/blas/entry_$(ARCH).S
CLI     := $(wildcard shim/cli/*.c) shim/names/routines.c
object   = $(patsubst %,$(B)/%.o,$(basename $(1)))

LIBRARY := $(call object,$(KERNELS) $(POLICY) $(CORE) $(BLAS))
COMMAND := $(call object,$(CLI) $(POLICY))

.PHONY: all
all: $(B)/libteamtrim.so $(B)/teamtrim ## build the library and the command

$(B)/libteamtrim.so: $(LIBRARY) $(B)/exports.map
	@echo "  LINK  $@"
	$(Q)$(CC) -shared $(CFLAGS) $(LDFLAGS) -Wl,-z,defs,-z,now,-z,relro -Wl,--exclude-libs,ALL \
	    -Wl,-soname,libteamtrim.so -Wl,--version-script=$(B)/exports.map -o $@ $(LIBRARY) $(INIH)

$(B)/exports.map: shim/exports.map.h $(wildcard shim/blas/*.def shim/blas/*.h)
	@mkdir -p $(@D)
	$(Q)$(CC) -E -P -I. -x c -o $@ $<

$(B)/teamtrim: $(COMMAND)
	@echo "  LINK  $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(INIH)

$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(COMPILE) $(FLAGS_$(basename $(<F))) -c -o $@ $<

$(B)/%.o: %.S Makefile
	@mkdir -p $(@D)
	@echo "  AS    $<"
	$(Q)$(CC) -I. -MMD -MP -c -o $@ $<

-include $(LIBRARY:.o=.d) $(COMMAND:.o=.d)

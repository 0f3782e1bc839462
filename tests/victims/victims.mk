# SPDX-License-Identifier: MIT
# Builds the victims: prog_NAME.c -> $(B)/victims/NAME, lib_NAME.c -> $(B)/victims/libNAME.so.
# Head lines of a source: "// flags: ..." adds compiler flags, "// link: ..." replaces VICTIM_LINK;
# in both, @LIB@ is Debian's library folder and @HERE@ the victims' own. Libraries named fake_* are
# linked first, other libraries next, programs last, so each may link to what comes before.

VICTIM_LIB   ?= /usr/lib/$(shell $(CC) -print-multiarch 2>/dev/null || $(CC) -dumpmachine)
VICTIM_LINK  := -l:libblas.so.3 -lm -ldl -lpthread
VICTIM_DIR   := $(abspath $(B))/victims
VICTIM_FAKES := $(patsubst tests/victims/lib_%.c,$(VICTIM_DIR)/lib%.so,$(wildcard tests/victims/lib_fake_*.c))
VICTIM_LIBS  := $(patsubst tests/victims/lib_%.c,$(VICTIM_DIR)/lib%.so,$(wildcard tests/victims/lib_*.c))
VICTIM_PROGS := $(patsubst tests/victims/prog_%.c,$(VICTIM_DIR)/%,$(wildcard tests/victims/prog_*.c))
VICTIM_DEPS  := $(wildcard tests/victims/*.h) shim/names/symbols.def tests/victims/victims.mk

# Optimisation is fixed: -O1 keeps the calls where the source has them.
victim_head   = $(shell sed -n '1,/^\#/s,^// $(1): ,,p' $(2) | sed 's,@LIB@,$(VICTIM_LIB),g;s,@HERE@,$(VICTIM_DIR),g')
victim_build  = $(CC) -std=c11 -D_GNU_SOURCE -I. -O1 -g -Wall -Wextra $(1) $(call victim_head,flags,$<) $< -o $@ \
                $(or $(call victim_head,link,$<),$(VICTIM_LINK))

.PHONY: victims
victims: $(VICTIM_PROGS) $(VICTIM_LIBS)

$(VICTIM_DIR):
	$(Q)mkdir -p $@

$(VICTIM_LIBS): $(VICTIM_DIR)/lib%.so: tests/victims/lib_%.c $(VICTIM_DEPS) | $(VICTIM_DIR)
	$(call say,VICTIM,$(notdir $@)) $(call victim_build,-shared -fPIC)

$(VICTIM_PROGS): $(VICTIM_DIR)/%: tests/victims/prog_%.c $(VICTIM_DEPS) | $(VICTIM_DIR)
	$(call say,VICTIM,$(notdir $@)) $(call victim_build,)

$(filter-out $(VICTIM_FAKES),$(VICTIM_LIBS)): | $(VICTIM_FAKES)
$(VICTIM_PROGS): | $(VICTIM_LIBS)

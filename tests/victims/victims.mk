# SPDX-License-Identifier: MIT
# Builds the victims: prog_NAME.c -> $(B)/victims/NAME, lib_NAME.c -> $(B)/victims/libNAME.so.
# The head of a source may say, each on a line of its own:
#   // provider: FOLDER/FILE   link to this BLAS below Debian's library folder, and to no other
#   // needs: NAME             link to the victim libNAME.so
#   // link: ...               instead of VICTIM_LINK
#   // flags: ...              for the compiler
# Libraries named fake_* are linked first, other libraries next, programs last.

VICTIM_LIB   ?= /usr/lib/$(or $(shell $(CC) -print-multiarch 2>/dev/null),$(ARCH)-linux-gnu)
VICTIM_LINK  := -l:libblas.so.3 -lm -ldl -lpthread
VICTIM_DIR   := $(abspath $(B))/victims
victim_libs   = $(patsubst tests/victims/lib_%.c,$(VICTIM_DIR)/lib%.so,$(wildcard tests/victims/$(1)))
VICTIM_FAKES := $(call victim_libs,lib_fake_*.c)
VICTIM_LIBS  := $(call victim_libs,lib_*.c)
VICTIM_PROGS := $(patsubst tests/victims/prog_%.c,$(VICTIM_DIR)/%,$(wildcard tests/victims/prog_*.c))
VICTIMS      := $(VICTIM_PROGS) $(VICTIM_LIBS)

# DT_RPATH, for it comes before LD_LIBRARY_PATH. -O1, whatever CFLAGS say: calls stay where they are.
victim_head   = $(shell sed -n '1,/^\#/s,^// $(1): ,,p' $<)
VICTIM_RPATH := -Wl,--disable-new-dtags,-rpath,
victim_own    = $(addprefix $(VICTIM_LIB)/,$(1)) $(addprefix $(VICTIM_RPATH)$(VICTIM_LIB)/,$(dir $(1)))
victim_needs  = $(if $(1),-L$(VICTIM_DIR) $(addprefix -l,$(1)) $(VICTIM_RPATH)$(VICTIM_DIR))
victim_build  = $(COMPILE) -O1 -MF $@.d $(1) $(call victim_head,flags) $< -o $@ \
                $(call victim_own,$(call victim_head,provider)) \
                $(call victim_needs,$(call victim_head,needs)) \
                $(or $(call victim_head,link),$(VICTIM_LINK))

.PHONY: victims
victims: $(VICTIMS)

$(VICTIM_LIBS): $(VICTIM_DIR)/lib%.so: tests/victims/lib_%.c tests/victims/victims.mk
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(call victim_build,-shared -fPIC)

$(VICTIM_PROGS): $(VICTIM_DIR)/%: tests/victims/prog_%.c tests/victims/victims.mk
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(call victim_build)

$(filter-out $(VICTIM_FAKES),$(VICTIM_LIBS)): | $(VICTIM_FAKES)
$(VICTIM_PROGS): | $(VICTIM_LIBS)

-include $(VICTIMS:=.d)

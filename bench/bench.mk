# SPDX-License-Identifier: MIT
# Builds and runs the benchmarks: bench/prog_NAME.c -> $(B)/bench/NAME, the rest -> the driver.
# `make bench BENCH="--quick --only kernels"` passes options on.

BENCH        ?=
BENCH_DIR    := $(B)/bench
BENCH_COMMON := bench/child.c bench/job.c bench/sample.c bench/stats.c bench/rows.c
BENCH_CHILD  := $(call object,$(BENCH_COMMON) $(KERNELS))
BENCH_OWN    := $(wildcard bench/prog_*.c) bench/child.c bench/job.c bench/sample.c bench/peers.c
BENCH_DRIVER := $(call object,$(filter-out $(BENCH_OWN),$(wildcard bench/*.c)) $(KERNELS) \
                tests/process.c tests/provider.c)
BENCH_LINK    = $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

.PHONY: bench benchmarks
bench: all benchmarks ## measure kernels, calls, regret (BENCH="--quick": a minute, not six)
	$(Q)$(BENCH_DIR)/bench $(BENCH)

benchmarks: $(BENCH_DIR)/bench $(BENCH_DIR)/kernels $(BENCH_DIR)/victim

$(BENCH_DIR)/bench: $(BENCH_DRIVER)
	$(call say,LINK,$@)
	$(Q)$(BENCH_LINK) -lm

$(BENCH_DIR)/kernels: $(call object,bench/prog_kernels.c bench/peers.c tests/provider.c) \
                      $(BENCH_CHILD)
	$(call say,LINK,$@)
	$(Q)$(BENCH_LINK) -ldl -lm

# Needed whatever the linker's defaults; which BLAS it is LD_LIBRARY_PATH decides at run time.
$(BENCH_DIR)/victim: $(call object,bench/prog_victim.c) $(BENCH_CHILD)
	$(call say,LINK,$@)
	$(Q)$(BENCH_LINK) -Wl,--no-as-needed -l:libblas.so.3 -ldl -lm

-include $(wildcard $(BENCH_DIR)/*.d)

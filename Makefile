# SPDX-License-Identifier: MIT
# `make help` lists the targets. Honours CC, CFLAGS, LDFLAGS, PREFIX, LIBDIR, DESTDIR; V=1 shows
# commands.

VERSION := 0.1.0
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
PYTHON  ?= /usr/bin/python3
B       := build
ARCH    := $(or $(shell $(CC) -dumpmachine 2>/dev/null | sed 's/-.*//'),$(shell uname -m))
Q       := $(if $(V),,@)
say      = @echo "  $(1)	$(2)"

CFLAGS  ?= -O2 -g
WARN    := -Wall -Wextra -Wpedantic
BASE    := -std=c11 -D_GNU_SOURCE -I. -DTEAMTRIM_VERSION='"$(VERSION)"'
SHARED  := -fPIC -fvisibility=hidden -ftls-model=initial-exec -ffp-contract=off -fno-math-errno
COMPILE  = $(CC) $(BASE) $(WARN) -MMD -MP $(CFLAGS)
INIH     = $(shell $(CC) -print-file-name=libinih.a)

# Where Debian and its like have this machine's libraries; empty elsewhere.
MULTIARCH     := $(shell $(CC) -print-multiarch 2>/dev/null)
FLAGS_preload := $(if $(MULTIARCH),-DTEAMTRIM_MULTIARCH='"$(MULTIARCH)"')

# An isa_<name>.c is compiled for its level; CPUs other than x86-64 have the scalar one alone.
ISAS_x86_64      := sse2 avx2 avx512
ISAS             := scalar $(ISAS_$(ARCH))
FLAGS_isa_scalar := -O2
FLAGS_isa_sse2   := -O3 -msse2
FLAGS_isa_avx2   := -O3 -mavx2 -mfma
FLAGS_isa_avx512 := -O3 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mavx2 -mfma

KERNELS := $(filter-out kernels/isa_%.c,$(wildcard kernels/*.c)) $(ISAS:%=kernels/isa_%.c)
POLICY  := $(wildcard policy/*.c)
NAMES   := $(wildcard shim/names/*.c)
CORE    := $(wildcard shim/core/*.c)
BLAS    := $(wildcard shim/blas/*.c shim/blas/entry_$(ARCH).S)
# Forks need entries in assembly: without them OpenMP is left alone.
OMP     := $(if $(wildcard shim/omp/entry_$(ARCH).S),$(wildcard shim/omp/*.c shim/omp/*_$(ARCH).S))
CLI     := $(wildcard shim/cli/*.c shim/cli/*/*.c)
RANDOMS := tests/random_regions.c tests/random_text.c
TESTS   := $(filter-out $(RANDOMS),$(wildcard tests/*.c))
object   = $(patsubst %,$(B)/%.o,$(basename $(1)))

LIBRARY := $(call object,$(KERNELS) $(POLICY) $(NAMES) $(CORE) $(BLAS) $(OMP))
COMMAND := $(call object,$(CLI) $(KERNELS) $(POLICY) $(NAMES))
# What of the command is tested by itself: arithmetic, texts, readers.
ALONE   := $(addprefix shim/cli/measure/,quartiles.c team_sizes.c cpu_pairs.c block_search.c \
             block_team.c pinned.c waiting.c probe.c \
             threshold.c fits.c cells.c noise.c level1.c caches.c policy_text.c policy_tables.c \
             plot.c output.c) $(wildcard shim/cli/report/json_*.c) \
           shim/cli/child.c shim/cli/replace.c shim/cli/elf.c shim/cli/elf_symbols.c
TESTED  := $(call object,$(TESTS) $(KERNELS) $(POLICY) $(NAMES) $(CORE) shim/blas/routine.c $(ALONE))
.PHONY: all
all: $(B)/libteamtrim.so $(B)/teamtrim ## build the library and the command (the default)

$(B)/libteamtrim.so: $(LIBRARY) $(B)/exports.map
	$(call say,LINK,$@)
	$(Q)$(CC) -shared $(CFLAGS) $(LDFLAGS) -Wl,-z,defs,-z,now,-z,relro -Wl,--exclude-libs,ALL \
	    -Wl,-soname,libteamtrim.so -Wl,--version-script=$(B)/exports.map -o $@ $(LIBRARY) $(INIH)

$(B)/exports.map: shim/exports.map.h $(wildcard shim/names/*.def shim/names/*.h shim/blas/*.h)
	@mkdir -p $(@D)
	$(Q)$(CC) -E -P -I. -x c -o $@ $<

$(B)/teamtrim: $(COMMAND)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(INIH) -ldl -lpthread -lm

$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) $(SHARED) $(FLAGS_$(basename $(<F))) -c -o $@ $<

$(B)/%.o: %.S Makefile
	@mkdir -p $(@D)
	$(call say,AS,$<)
	$(Q)$(CC) -I. -MMD -MP $(CFLAGS) -c -o $@ $<

# ---- what a machine lacks

DEPS_BUILD := gcc libc6-dev libinih-dev
DEPS_DEB   := $(DEPS_BUILD) dpkg-dev
DEPS_DEMO  := $(DEPS_BUILD) libopenblas0-openmp libblas-dev python3-numpy python3-sklearn
DEPS_TEST  := $(DEPS_DEMO) libcriterion-dev libopenblas0-pthread libopenblas64-0-openmp \
              libblis4-openmp libblis-openmp-dev libblas3 libblas64-3 libblas-test liblapack3 \
              python3-scipy python3-pytest clang clang-format libomp-dev g++ gfortran valgrind \
              binutils util-linux strace gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
              qemu-user-static musl dpkg-dev man-db mandoc bash-completion gnuplot-nox \
              r-base-core octave openmpi-bin libopenmpi-dev chromium
DEPS_BENCH := $(DEPS_TEST)

.PHONY: deps deps-build deps-deb deps-demo deps-test deps-bench
deps: deps-test ## install what build, demo, tests and benchmarks need (Debian, Ubuntu)
deps-build deps-deb deps-demo deps-test deps-bench: deps-%:
	$(Q)tools/install-packages.sh $(DEPS_$(shell echo $* | tr a-z A-Z))

# ---- demo, tests, benchmarks. The compiler may have come with the dependencies: a new make sees it.

.PHONY: demo
demo: deps-demo ## show the main job on real programs, before and after
	$(Q)$(MAKE) --no-print-directory all $(B)/examples/convolve $(B)/examples/small_regions
	$(Q)examples/demo.sh $(B) $(PYTHON)

$(B)/examples/%: examples/%.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) $(EXAMPLE_FLAGS) -o $@ $< $(EXAMPLE_LINK) -lm
$(B)/examples/convolve: EXAMPLE_LINK := -lblas
$(B)/examples/small_regions: EXAMPLE_FLAGS := -fopenmp

$(B)/examples/%: examples/%.f90 Makefile
	@mkdir -p $(@D)
	$(call say,GFORTRAN,$<)
	$(Q)$(OMP_GFORTRAN) -Wall -O2 -g -fopenmp -o $@ $< -lblas

$(B)/examples/mpi_%: examples/mpi_%.c Makefile
	@mkdir -p $(@D)
	$(call say,MPICC,$<)
	$(Q)mpicc -std=c11 $(WARN) $(CFLAGS) -fopenmp -o $@ $< -lblas -lm

EXAMPLES := $(addprefix $(B)/,$(basename $(wildcard examples/*.c examples/*.f90)))
.PHONY: examples
examples: $(EXAMPLES) ## build those that are compiled (with gfortran, mpicc and a BLAS)

.PHONY: test
test: deps-test ## install what the tests need and run them all
	$(Q)$(MAKE) --no-print-directory run-tests

.PHONY: run-tests
run-tests: all $(B)/tests/all victims examples $(B)/tests/random_regions
	$(Q)TEAMTRIM_BUILD=$(abspath $(B)) $(B)/tests/all $(TEST_FLAGS)

$(B)/tests/all: $(TESTED)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(INIH) -lcriterion -lm

RANDOM ?= 500
.PHONY: test-random
test-random: all $(B)/tests/all $(B)/tests/random_regions ## more random regions (RANDOM=500 programs)
	$(Q)TEAMTRIM_BUILD=$(abspath $(B)) TEAMTRIM_RANDOM=$(RANDOM) \
	    $(B)/tests/all --filter 'random/*' $(TEST_FLAGS)

$(B)/tests/random_regions: $(call object,$(RANDOMS))
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

# Victims: prog_NAME.c -> $(B)/victims/NAME, lib_NAME.c -> $(B)/victims/libNAME.so.
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

$(VICTIM_LIBS): $(VICTIM_DIR)/lib%.so: tests/victims/lib_%.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(call victim_build,-shared -fPIC)

$(VICTIM_PROGS): $(VICTIM_DIR)/%: tests/victims/prog_%.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(call victim_build)

$(filter-out $(VICTIM_FAKES),$(VICTIM_LIBS)): | $(VICTIM_FAKES)
$(VICTIM_PROGS): | $(VICTIM_LIBS)

-include $(VICTIMS:=.d)

# OpenMP victims: omp_NAME.c -> gomp_NAME (gcc, libgomp), kmp_NAME (clang, its libomp) and
# kmp19_NAME (clang 19, libomp 19); omp_NAME.f90 -> gomp_NAME. The folders as_libgomp14 and
# as_libgomp19 hold a libomp under libgomp's name. The heads of the sources are read as above.

OMP_GCC       ?= gcc
OMP_CLANG     ?= clang
OMP_GXX       ?= g++
OMP_CLANGXX   ?= clang++
OMP_GFORTRAN  ?= gfortran
LLVM19        := $(abspath $(B))/llvm19
LLVM19_LIBS   := $(LLVM19)/usr/lib/llvm-19/lib
LLVM19_NEEDED := clang-19 libclang-cpp19 libllvm19 libclang-common-19-dev libomp-19-dev libomp5-19
# Its own libraries lie in several folders of the unpacked tree.
OMP_CLANG19    = LD_LIBRARY_PATH=$(LLVM19)/$(VICTIM_LIB):$(LLVM19_LIBS) \
                 $(LLVM19)/usr/lib/llvm-19/bin/clang
OMP_LIBOMP14   = $(realpath $(shell $(OMP_CLANG) -print-resource-dir)/../../libomp.so.5)

omp_sources   = $(wildcard tests/victims/omp_*$(1))
omp_variant   = $(patsubst tests/victims/omp_%$(2),$(VICTIM_DIR)/$(1)_%,$(call omp_sources,$(2)))
OMP_ALIASES  := $(VICTIM_DIR)/as_libgomp14/libgomp.so.1 $(VICTIM_DIR)/as_libgomp19/libgomp.so.1
OMP_GOMP     := $(call omp_variant,gomp,.c)
OMP_KMP      := $(call omp_variant,kmp,.c)
OMP_KMP19    := $(call omp_variant,kmp19,.c)
OMP_FORTRAN  := $(call omp_variant,gomp,.f90)
OMP_CPP      := $(foreach variant,gomp kmp kmp19,$(call omp_variant,$(variant),.cpp))
OMP_VICTIMS  := $(OMP_GOMP) $(OMP_KMP) $(OMP_KMP19) $(OMP_FORTRAN) $(OMP_CPP)

# $(1): compiler and its flags. -O1 as above.
omp_build     = $(1) $(BASE) $(WARN) -MMD -MP -MF $@.d -O1 -g -fopenmp \
                $(call victim_head,flags) $< -o $@ \
                $(call victim_own,$(call victim_head,provider)) \
                $(or $(call victim_head,link),-lm -ldl -lpthread)

victims: $(OMP_VICTIMS) $(OMP_ALIASES)

$(OMP_GOMP): $(VICTIM_DIR)/gomp_%: tests/victims/omp_%.c Makefile
	@mkdir -p $(@D)
	$(call say,GCC,$<)
	$(Q)$(call omp_build,$(OMP_GCC))

$(OMP_KMP): $(VICTIM_DIR)/kmp_%: tests/victims/omp_%.c Makefile
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)$(call omp_build,$(OMP_CLANG) -fopenmp-version=51 $(VICTIM_RPATH)$(dir $(OMP_LIBOMP14)))

# Without LLVM 19 the other victims are still worth a run; the tests fail for those that are missing.
$(OMP_KMP19): $(VICTIM_DIR)/kmp19_%: tests/victims/omp_%.c Makefile | $(LLVM19)/unpacked
	@mkdir -p $(@D)
	$(call say,CLANG19,$<)
	$(Q)$(call omp_build,$(OMP_CLANG19) -fopenmp-version=51 $(VICTIM_RPATH)$(LLVM19_LIBS)) || \
	    { rm -f $@; echo "  MISSING	$@: its tests will fail"; }

$(OMP_FORTRAN): $(VICTIM_DIR)/gomp_%: tests/victims/omp_%.f90 Makefile
	@mkdir -p $(@D)
	$(call say,GFORTRAN,$<)
	$(Q)$(OMP_GFORTRAN) -Wall -O1 -g -fopenmp -J$(VICTIM_DIR) $< -o $@

# C++: omp_NAME.cpp, in the three variants of omp_NAME.c.
omp_build_cpp = $(subst -std=c11,-std=c++17,$(call omp_build,$(1)))

$(filter $(VICTIM_DIR)/gomp_%,$(OMP_CPP)): $(VICTIM_DIR)/gomp_%: tests/victims/omp_%.cpp Makefile
	@mkdir -p $(@D)
	$(call say,G++,$<)
	$(Q)$(call omp_build_cpp,$(OMP_GXX))

$(filter $(VICTIM_DIR)/kmp_%,$(OMP_CPP)): $(VICTIM_DIR)/kmp_%: tests/victims/omp_%.cpp Makefile
	@mkdir -p $(@D)
	$(call say,CLANG++,$<)
	$(Q)$(call omp_build_cpp,$(OMP_CLANGXX) -fopenmp-version=51 \
	    $(VICTIM_RPATH)$(dir $(OMP_LIBOMP14)))

$(filter $(VICTIM_DIR)/kmp19_%,$(OMP_CPP)): $(VICTIM_DIR)/kmp19_%: tests/victims/omp_%.cpp \
                                            Makefile | $(LLVM19)/unpacked
	@mkdir -p $(@D)
	$(call say,CLANG++19,$<)
	$(Q)$(call omp_build_cpp,$(OMP_CLANG19)++ -fopenmp-version=51 \
	    $(VICTIM_RPATH)$(LLVM19_LIBS)) || { rm -f $@; echo "  MISSING	$@: its tests will fail"; }

$(LLVM19)/unpacked:
	$(call say,UNPACK,$(LLVM19_NEEDED))
	$(Q)tools/unpack-packages.sh $(LLVM19) $(LLVM19_NEEDED) && touch $@ || \
	    echo "  MISSING	LLVM 19 cannot be had here: the tests that need it will fail"

$(VICTIM_DIR)/as_libgomp14/libgomp.so.1:
	@mkdir -p $(@D)
	$(Q)ln -sf "$(OMP_LIBOMP14)" $@

$(VICTIM_DIR)/as_libgomp19/libgomp.so.1: | $(LLVM19)/unpacked
	@mkdir -p $(@D)
	$(Q)ln -sf $(LLVM19_LIBS)/libomp.so.5 $@

-include $(OMP_VICTIMS:=.d)

# ---- benchmarks: bench/prog_NAME.c -> $(B)/bench/NAME, the rest -> the driver
# prog_regions.c and omp_*.c are compiled for each OpenMP runtime, by the compiler that speaks to it.
# `make bench BENCH="--quick --only kernels"` passes options on.

BENCH        ?=
BENCH_DIR    := $(B)/bench
BENCH_COMMON := bench/child.c bench/job.c bench/sample.c bench/stats.c bench/rows.c
BENCH_CHILD  := $(call object,$(BENCH_COMMON) $(KERNELS))
BENCH_OMP    := bench/prog_regions.c $(wildcard bench/omp_*.c) bench/stats.c
BENCH_OWN    := $(wildcard bench/prog_*.c bench/omp_*.c) bench/child.c bench/job.c bench/sample.c bench/peers.c
BENCH_DRIVER := $(call object,$(filter-out $(BENCH_OWN),$(wildcard bench/*.c)) $(KERNELS) \
                tests/process.c tests/provider.c)
BENCH_LINK    = $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

.PHONY: bench benchmarks
bench: deps-bench ## measure it all (BENCH="--quick": three minutes, not fifteen)
	$(Q)$(MAKE) --no-print-directory all benchmarks
	$(Q)$(BENCH_DIR)/bench $(BENCH)

benchmarks: $(addprefix $(BENCH_DIR)/,bench kernels victim wait regions_gomp regions_kmp predict_row)

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

$(BENCH_DIR)/wait: $(call object,bench/prog_wait.c bench/stats.c shim/core/clock.c)
	$(call say,LINK,$@)
	$(Q)$(BENCH_LINK) -ldl -lpthread -lm

BENCH_COMPILE = $(BASE) $(WARN) $(CFLAGS) -fopenmp -o $@ $(filter %.c,$^) $(LDFLAGS) -lm

$(BENCH_DIR)/regions_gomp: $(BENCH_OMP) $(wildcard bench/omp_*.h) bench/stats.h Makefile
	$(call say,CC,$@)
	$(Q)gcc $(BENCH_COMPILE)

$(BENCH_DIR)/regions_kmp: $(BENCH_OMP) $(wildcard bench/omp_*.h) bench/stats.h Makefile
	$(call say,CC,$@)
	$(Q)clang $(BENCH_COMPILE)

$(BENCH_DIR)/predict_row: bench/predict_row.py Makefile
	@mkdir -p $(@D)
	$(Q)sed '1s,.*,#!$(PYTHON),' $< >$@ && chmod +x $@

-include $(wildcard $(BENCH_DIR)/*.d)

# ---- keeping the house

.PHONY: check
check: all ## check style, dependencies between folders, exports, and the README's commands
	$(Q)tools/check-style.sh
	$(Q)tools/check-folders.sh
	$(Q)tools/check-exports.sh $(B)
	$(Q)tools/check-readme.sh $(B)

# ---- installing. The command finds the library in the lib folder beside its own.

SHARE       := $(PREFIX)/share
DOC         := $(SHARE)/doc/teamtrim
COMPLETIONS := $(SHARE)/bash-completion/completions
SHOWN       := $(filter-out %.sh,$(wildcard examples/*))

# Paths may hold blanks, for which make has no word: each is one only between the shell's quotes.
quote        = '$(subst ','\'',$(1))'
placed       = $(call quote,$(DESTDIR)$(1))
INSTALLED    = $(call placed,$(LIBDIR)/libteamtrim.so) \
               $(foreach file,bin/teamtrim share/bash-completion/completions/teamtrim \
                 share/man/man1/teamtrim.1 share/man/man5/teamtrim.policy.5 \
                 $(addprefix share/doc/teamtrim/,README.md LICENSE $(SHOWN)), \
                 $(call placed,$(PREFIX)/$(file)))

# Before anything is built: a path that is not absolute would be taken below this folder.
space       := $(subst ,, )
is_absolute  = $(filter /%,$(firstword $(subst $(space),_,$(1))))
ifneq ($(filter install uninstall,$(MAKECMDGOALS)),)
$(foreach name,PREFIX LIBDIR,$(if $(call is_absolute,$($(name))),,$(error \
    $(name)='$($(name))' is no absolute path; give one such as $(name)=/usr/local)))
endif

.PHONY: install uninstall
install: all ## install to PREFIX (/usr/local), below DESTDIR
	$(Q)install -D -m 755 -t $(call placed,$(PREFIX)/bin) $(B)/teamtrim
	$(Q)install -D -m 644 -t $(call placed,$(LIBDIR)) $(B)/libteamtrim.so
	$(Q)install -D -m 644 -t $(call placed,$(SHARE)/man/man1) man/teamtrim.1
	$(Q)install -D -m 644 -t $(call placed,$(SHARE)/man/man5) man/teamtrim.policy.5
	$(Q)install -D -m 644 -T completions/teamtrim.bash $(call placed,$(COMPLETIONS)/teamtrim)
	$(Q)install -D -m 644 -t $(call placed,$(DOC)) README.md LICENSE
	$(Q)install -D -m 644 -t $(call placed,$(DOC)/examples) $(SHOWN)
	@printf '  INSTALL\t%s\n' $(call placed,$(PREFIX))
uninstall: ## remove what install put there
	$(Q)rm -f -- $(INSTALLED)
	$(Q)rmdir -- $(call placed,$(DOC)/examples) $(call placed,$(DOC)) 2>/dev/null || true
	@printf '  REMOVE\t%s\n' $(call placed,$(PREFIX))

DEB ?= $(B)/deb
.PHONY: deb
deb: deps-deb ## make a Debian package of it (in build/deb)
	$(Q)$(MAKE) --no-print-directory all
	$(Q)packaging/make-deb.sh $(DEB) $(B) $(VERSION)

.PHONY: clean
clean: ## remove the build folder
	rm -rf $(B)

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 20

-include $(LIBRARY:.o=.d) $(COMMAND:.o=.d) $(TESTED:.o=.d) $(patsubst %.c,$(B)/%.d,$(RANDOMS))

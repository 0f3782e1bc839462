#!/bin/sh
# SPDX-License-Identifier: MIT
# make demo
#
# Runs two programs on real texts, a scikit-learn model, and two OpenMP loops, without and with the
# library; shows their own times, answers and what was decided. Arguments: the build folder, a Python
# with numpy and scikit-learn.
set -eu
build=$1
python=$2
library=$(realpath "$build/libteamtrim.so")
openblas=$(dirname "$(find /usr/lib -path '*openblas-openmp/libblas.so.3' | head -n 1)")
[ "$openblas" != . ] && export LD_LIBRARY_PATH="$openblas${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-4}"
# A team that parks: what a container or a busy machine should be told, and libgomp's quiet mode.
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}"
unset TEAMTRIM_LOG TEAMTRIM_LOG_FILE TEAMTRIM_DISABLE TEAMTRIM_REGION_MODE

once() { "$@" | sed -n 's/^time_us \([0-9.]*\).*/\1/p'; }
with() { LD_PRELOAD=$library once "$@"; }
middle() { sort -n | sed -n 3p; }
answers() { "$@" | grep -v '^time_us'; }

show() {
    name=$1
    shift
    for _ in 1 2 3 4 5; do # in turn, since machines drift
        once "$@" >>"$scratch/without"
        with "$@" >>"$scratch/with"
    done
    without=$(middle <"$scratch/without")
    preloaded=$(middle <"$scratch/with")
    rm "$scratch/without" "$scratch/with"
    answers "$@" >"$scratch/a"
    LD_PRELOAD=$library answers "$@" >"$scratch/b"
    cmp -s "$scratch/a" "$scratch/b" && same=yes || same=NO
    speedup=$(awk "BEGIN { printf \"%.1f\", $without / $preloaded }")
    printf '%-34s %12s %12s %9s  %s\n' "$name" "$without us" "$preloaded us" "${speedup}x" "$same"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo "Teams of $OMP_NUM_THREADS threads on $(env -u OMP_NUM_THREADS nproc) CPUs, OMP_WAIT_POLICY=$OMP_WAIT_POLICY; \
medians of 5 runs each"
printf '%-34s %12s %12s %9s  %s\n' program without with speed-up 'same answers'
show 'numpy: licence_similarity.py' "$python" examples/licence_similarity.py
show 'scikit-learn: predict_row.py' "$python" examples/predict_row.py
show 'C: convolve' "$build/examples/convolve"
show 'OpenMP: small_regions lookup' "$build/examples/small_regions" lookup
show 'the same: positions' "$build/examples/small_regions" positions
echo
echo "What was decided (TEAMTRIM_LOG=decisions):"
LD_PRELOAD=$library TEAMTRIM_LOG=decisions "$python" examples/licence_similarity.py 2>&1 >/dev/null
LD_PRELOAD=$library TEAMTRIM_LOG=decisions "$build/examples/convolve" 2>&1 >/dev/null
LD_PRELOAD=$library TEAMTRIM_LOG=decisions \
    "$build/examples/small_regions" 2>&1 >/dev/null

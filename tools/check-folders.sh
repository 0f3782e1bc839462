#!/bin/sh
# SPDX-License-Identifier: MIT
# Folders depend in one direction. Each row: a folder, then the includes of the project's own files
# that it may have. Prints every other; exit 1 if there is one.
set -u
bad=0
allow() {
    folder=$1
    pattern=$2
    found=$(grep -rnE '^[[:space:]]*#[[:space:]]*(include|define FAMILY_BODY)[[:space:]]+"' \
        "$folder" --include='*.[chS]' --include='*.def' |
        grep -vE "(include|FAMILY_BODY)[[:space:]]+\"($pattern)\"")
    [ -z "$found" ] && return
    echo "$found"
    echo "check-folders: $folder may include $pattern only"
    bad=1
}
allow kernels 'kernels/[^/]*|[^/]*'
allow policy 'policy/[^/]*|[^/]*|ini\.h'
allow shim/names 'shim/names/[^/]*|policy/policy\.h'
allow shim/core 'shim/(names|core)/[^/]*|policy/policy\.h'
allow shim/blas 'shim/(names|core|blas)/[^/]*|policy/policy\.h|kernels/kernels\.h'
allow shim/omp 'shim/(names|core|omp)/[^/]*|policy/policy\.h'
allow shim/cli 'shim/names/[^/]*|shim/cli/.*|[^/]*|policy/policy\.h|kernels/kernels\.h'
for room in shim/cli/*/; do
    [ -d "$room" ] || continue
    allow "${room%/}" "shim/names/[^/]*|shim/cli/[^/]*|$room[^/]*|policy/policy\\.h|kernels/kernels\\.h"
done
exit $bad

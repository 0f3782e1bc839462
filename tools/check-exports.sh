#!/bin/sh
# SPDX-License-Identifier: MIT
# The library exports the interposed names and nothing else. Prints what is missing and what is too
# much; exit 1 if something is. Argument: the build folder.
set -u
wanted=$(mktemp) && got=$(mktemp) || exit 1
trap 'rm -f "$wanted" "$got"' EXIT
tr ' ' '\n' <"$1/exports.map" | sed -n 's/^\([A-Za-z_0-9]*\);$/\1/p' | sort -u >"$wanted"
nm -D --defined-only "$1/libteamtrim.so" | awk '{ print $3 }' | sort -u >"$got"
[ -s "$wanted" ] || echo "check-exports: the list of names is empty"
comm -23 "$wanted" "$got" | sed 's/^/not exported: /'
comm -13 "$wanted" "$got" | sed 's/^/exported, but in no list: /'
versions=$(readelf --version-info "$1/libteamtrim.so" | grep -c '^Version definition')
[ "$versions" = 0 ] || echo "check-exports: the version script has a node"
[ -s "$wanted" ] && cmp -s "$wanted" "$got" && [ "$versions" = 0 ]

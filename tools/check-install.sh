#!/bin/sh
# SPDX-License-Identifier: MIT
# `make install` below a new folder, use, `make uninstall`: what is installed works, and what was
# there before is all that is left. Argument: the build folder.
set -eu
build=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "check-install: $1"
    exit 1
}
run_make() {
    env -u MAKEFLAGS -u MAKELEVEL make -s "$1" B="$build" DESTDIR="$scratch/root" PREFIX="$2" \
        LIBDIR="$2/$3" >"$scratch/made" 2>&1 || fail "make $1: $(cat "$scratch/made")"
}

check() { # PREFIX, library folder
    mkdir -p "$scratch/root$1/share/doc" "$scratch/root$1/bin"
    echo other >"$scratch/root$1/bin/other"
    find "$scratch/root" -type f -o -type d -name '*teamtrim*' | sort >"$scratch/before"
    run_make install "$1" "$2"
    top=$scratch/root$1
    for file in share/man/man1/teamtrim.1 share/man/man5/teamtrim.policy.5 "$2/libteamtrim.so" \
        share/bash-completion/completions/teamtrim share/doc/teamtrim/README.md \
        share/doc/teamtrim/LICENSE share/doc/teamtrim/examples/policy.ini; do
        [ -s "$top/$file" ] || fail "not installed: $1/$file"
    done
    "$top/bin/teamtrim" --version | grep -q '^teamtrim [0-9]' || fail "no version"
    "$top/bin/teamtrim" run -- true || fail "cannot run true"
    [ "$("$top/bin/teamtrim" run -- printenv LD_PRELOAD)" = "$(realpath "$top/$2/libteamtrim.so")" ] ||
        fail "another library is preloaded"
    "$top/bin/teamtrim" check "$top"/share/doc/teamtrim/examples/*.ini >"$scratch/checked" 2>&1 ||
        fail "$(cat "$scratch/checked")"
    run_make uninstall "$1" "$2"
    find "$scratch/root" -type f -o -type d -name '*teamtrim*' | sort >"$scratch/after"
    diff "$scratch/before" "$scratch/after" || fail "uninstall leaves the above"
}

check /usr/local lib
rm -rf "$scratch/root"
check /opt/tools lib64

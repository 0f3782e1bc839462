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
root=$scratch/root
make_here() {
    env -u MAKEFLAGS -u MAKELEVEL make -s B="$build" "$@" >"$scratch/made" 2>&1
}
run_make() {
    make_here "$1" DESTDIR="$root" PREFIX="$2" LIBDIR="$2/$3" ||
        fail "make $1: $(cat "$scratch/made")"
}
list_root() {
    find "$root" -type f -o -type d -name '*teamtrim*' | sort
}

check() { # PREFIX, library folder
    mkdir -p "$root$1/share/doc" "$root$1/bin"
    echo other >"$root$1/bin/other"
    list_root >"$scratch/before"
    run_make install "$1" "$2"
    top=$root$1
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
    list_root >"$scratch/after"
    diff "$scratch/before" "$scratch/after" || fail "uninstall leaves the above"
}

check /usr/local lib
rm -rf "$scratch/root"
check /opt/tools lib64

# A path with blanks and a quote is one path: nothing is written to, or removed from, its pieces.
# The loader could not preload from there; the command says so.
root="$scratch/a root's"
prefix='/opt/my tools'
echo other >"$scratch/a"
mkdir -p "$root$prefix/share/doc"
list_root >"$scratch/before"
run_make install "$prefix" lib
"$root$prefix/bin/teamtrim" --version >"$scratch/made" || fail "not installed below a blank"
for file in lib/libteamtrim.so share/doc/teamtrim/examples/policy.ini \
    share/bash-completion/completions/teamtrim; do
    [ -s "$root$prefix/$file" ] || fail "not installed: $root$prefix/$file"
done
run_make uninstall "$prefix" lib
list_root >"$scratch/after"
diff "$scratch/before" "$scratch/after" || fail "uninstall leaves the above"
[ -f "$scratch/a" ] || fail "uninstall removes pieces of a path"

for target in install uninstall; do
    for wrong in PREFIX=usr PREFIX= LIBDIR=lib; do
        if make_here "$target" DESTDIR="$scratch/none" "$wrong"; then
            fail "make $target takes $wrong"
        fi
        grep -q 'is no absolute path; give one such as' "$scratch/made" ||
            fail "make $target $wrong: $(cat "$scratch/made")"
        [ ! -e "$scratch/none" ] || fail "make $target $wrong writes"
    done
done

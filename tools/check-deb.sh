#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the Debian package and looks at it; installs it below a folder of its own, uses and purges it
# there; and does the same on this machine if that is root's and has no such package. Argument: the
# build folder. Exit 77 where there is no dpkg.
set -eu
build=$1
command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null || exit 77
scratch=$(mktemp -d)
installed=
finish() {
    for second in $(seq 20); do # another dpkg may be at work
        [ -n "$installed" ] || break
        dpkg --purge teamtrim >/dev/null 2>&1 && installed='' || sleep 2
    done
    rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
fail() {
    echo "check-deb: $1"
    exit 1
}

env -u MAKEFLAGS -u MAKELEVEL make -s deb B="$build" DEB="$scratch/deb" >"$scratch/made" 2>&1 ||
    fail "make deb: $(cat "$scratch/made")"
version=$(sed -n 's/^VERSION := //p' Makefile)
package=$scratch/deb/teamtrim_${version}_$(dpkg --print-architecture).deb
[ -f "$package" ] || fail "no $package: $(ls "$scratch/deb")"
multiarch=$(dpkg-architecture -q DEB_HOST_MULTIARCH)

# ---- what it holds
[ "$(dpkg-deb -f "$package" Version)" = "$version" ] || fail "wrong version"
dpkg-deb -f "$package" Depends | grep -q '^libc6 (>= [0-9.]*)' || fail "does not depend on libc6"
dpkg-deb -c "$package" | awk '$2 != "root/root"' | grep . && fail "not root's"
dpkg-deb -c "$package" | awk '{ print $6 }' >"$scratch/held"
while read -r file; do
    grep -qxF "./usr/$file" "$scratch/held" || fail "does not hold /usr/$file"
done <<END
bin/teamtrim
lib/$multiarch/libteamtrim.so
share/man/man1/teamtrim.1.gz
share/man/man5/teamtrim.policy.5.gz
share/bash-completion/completions/teamtrim
share/doc/teamtrim/README.md
share/doc/teamtrim/changelog.gz
share/doc/teamtrim/copyright
share/doc/teamtrim/examples/policy.ini
END
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error,warning "$package" >"$scratch/lintian" 2>&1 ||
        fail "$(cat "$scratch/lintian")"
fi

check_command() { # COMMAND
    [ "$("$1" --version)" = "teamtrim $version" ] || fail "$1 --version"
    "$1" run -- true || fail "$1 run -- true"
    "$1" run -- printenv LD_PRELOAD | grep -q "/usr/lib/$multiarch/libteamtrim.so$" ||
        fail "$1 preloads another library"
}

# ---- below a folder: dpkg without a word about this machine
root=$scratch/root
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/triggers"
touch "$root/var/lib/dpkg/status"
dpkg_there() {
    dpkg --root="$root" --log=/dev/null --force-not-root --force-depends --force-script-chrootless \
        "$@" >"$scratch/dpkg" 2>&1 || fail "dpkg $*: $(cat "$scratch/dpkg")"
}
dpkg_there --install "$package"
check_command "$root/usr/bin/teamtrim"
dpkg_there --purge teamtrim
find "$root" -name '*teamtrim*' | grep . && fail "purge leaves the above"

# ---- on this machine
[ "$(id -u)" = 0 ] || exit 0
dpkg-query -W -f '${db:Status-Status}\n' teamtrim 2>/dev/null | grep -qvx not-installed && exit 0
command -v teamtrim >/dev/null && exit 0 # someone's own

dpkg_here() { # Another dpkg may be at work: that is no fault of the package's.
    for second in $(seq 30); do
        dpkg "$@" >"$scratch/dpkg" 2>&1 && return 0
        grep -q 'lock' "$scratch/dpkg" || fail "dpkg $*: $(cat "$scratch/dpkg")"
        sleep "$((second > 5 ? 2 : 1))"
    done
    return 1
}
installed=yes
dpkg_here --install "$package" || exit 0
hash -r
check_command teamtrim
if [ -e /usr/share/man/man1/teamtrim.1.gz ]; then # images of containers leave man pages away
    man -w teamtrim >/dev/null && man -w 5 teamtrim.policy >/dev/null || fail "man finds no page"
else
    grep -rqs '^path-exclude' /etc/dpkg/dpkg.cfg.d /etc/dpkg/dpkg.cfg || fail "no man page"
fi
env LD_PRELOAD=libteamtrim.so TEAMTRIM_LOG=of true 2>&1 | grep -q 'expected off, summary' ||
    fail "the loader does not find the library by its name"
dpkg -L teamtrim | grep teamtrim >"$scratch/files"
dpkg_here --purge teamtrim || fail "cannot purge: another dpkg is at work"
installed=
while read -r file; do
    [ ! -e "$file" ] || fail "purge leaves $file"
done <"$scratch/files"
dpkg-query -W teamtrim >/dev/null 2>&1 && fail "dpkg still knows the package"
exit 0

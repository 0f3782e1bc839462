#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a Debian package of what `make install` installs, by Debian's own tools and without root.
# Arguments: the folder for it, where older ones of ours go; the build folder; the version.
set -eu
umask 022
folder=$1 build=$2 version=$3
multiarch=$(dpkg-architecture -q DEB_HOST_MULTIARCH)
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(
    dpkg-parsechangelog -l packaging/debian/changelog -S Timestamp)}"

written=$(dpkg-parsechangelog -l packaging/debian/changelog -S Version)
if [ "$written" != "$version" ]; then
    echo "packaging/debian/changelog begins with $written; expected $version, as in the Makefile" >&2
    exit 1
fi
mkdir -p "$folder"
work=$(mktemp -d "$folder/work.XXXXXX") # the folder may have a debian of its own
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
debian=$work/debian stage=$work/stage
rm -f "$folder"/teamtrim_*.deb
mkdir -p "$stage/DEBIAN"
cp -r packaging/debian "$debian"
env -u MAKEFLAGS make -s install B="$build" PREFIX=/usr LIBDIR="/usr/lib/$multiarch" \
    DESTDIR="$(realpath "$stage")" >/dev/null

doc=$stage/usr/share/doc/teamtrim
library=usr/lib/$multiarch/libteamtrim.so
rm "$doc/LICENSE" # it is in the file copyright
cp packaging/debian/copyright "$doc/copyright"
cp packaging/debian/changelog "$doc/changelog"
install -D -m 644 packaging/debian/lintian-overrides "$stage/usr/share/lintian/overrides/teamtrim"
chmod 644 "$doc/copyright" "$doc/changelog"
gzip -9n "$doc/changelog" "$stage"/usr/share/man/man*/*
strip --strip-unneeded -R .comment -R .note "$stage/usr/bin/teamtrim" "$stage/$library"
# The library lies where the loader looks, so that LD_PRELOAD=libteamtrim.so does.
echo 'activate-noawait ldconfig' >"$stage/DEBIAN/triggers"
(cd "$work" && dpkg-shlibdeps -Tdebian/substvars stage/usr/bin/teamtrim "stage/$library" &&
    dpkg-gencontrol -Tdebian/substvars -Pstage)
(cd "$stage" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
dpkg-deb --root-owner-group -Zxz --build "$stage" "$folder" >/dev/null
ls "$folder"/teamtrim_*.deb

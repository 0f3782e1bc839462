#!/bin/sh
# SPDX-License-Identifier: MIT
# Unpacks Debian packages below FOLDER without installing them, for versions that would displace
# installed ones: unpack-packages.sh FOLDER PACKAGE...
set -eu
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
rm -f ./*.deb
# A list of packages may be missing or too old: then fetch it, which takes root.
apt-get download -q "$@" >/dev/null 2>&1 || {
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -q >/dev/null
    apt-get download -q "$@"
}
for package in ./*.deb; do
    dpkg -x "$package" .
done
rm -f ./*.deb

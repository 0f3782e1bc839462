#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs those of the named Debian packages that are missing; silent when all are there.
set -eu
if ! command -v apt-get >/dev/null; then
    echo "teamtrim: no apt-get here; what is needed, by its Debian names: $*" >&2
    exit 0
fi
missing=
for package; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
        missing="$missing $package"
done
[ -n "$missing" ] || exit 0
sudo=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
        echo "teamtrim: as root, run: apt-get install$missing" >&2
        exit 1
    }
    sudo=sudo
fi
echo "teamtrim: installing$missing"
$sudo apt-get update -q
# shellcheck disable=SC2086
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing

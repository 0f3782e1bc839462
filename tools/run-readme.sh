#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the commands of a README's ```sh blocks as a reader would: in a copy of the tree with the
# build, a `program`, a `program.py` and a `policy.ini`, a home of its own, and DESTDIR below it.
# Within a block `export`, `cd` and the like hold for the commands that follow. Each must end with 0
# within a time; doctor, calibrate and bench-fork with 0 or 1, since what they find depends on the
# machine. What must not be run stands in a ```text block, or below in `reason_to_skip`. Prints a
# line for each; exit 1 if one fails or none was run. Arguments: the build folder, the README
# (README.md), the seconds for a command (60).
set -u
tree=$PWD
build=$(realpath "$1")
readme=$(realpath "${2:-README.md}")
seconds=${3:-60}
place=$(realpath "$(mktemp -d)")
trap 'rm -rf "$place"' EXIT

reason_to_skip() {
    case $1 in
    *make\ demo*) echo "a test of the examples does" ;;
    *make\ test* | *make\ bench*) echo "it would run for minutes, and this from within itself" ;;
    *make\ deps* | *apt\ * | *apt-get\ * | *dpkg\ -*) echo "it changes what is installed" ;;
    *make\ clean*) echo "it would take the build away" ;;
    *git\ clone* | *curl\ * | *wget\ *) echo "it needs the network" ;;
    *docker\ * | *podman\ * | *systemd-run\ *) echo "it needs a service of the machine" ;;
    *DYLD_INSERT_LIBRARIES*) echo "it is for macOS" ;;
    esac
}

prepare() {
    local variable
    tar -C "$tree" --exclude=./.git --exclude='./build*' -cf - . | tar -C "$place" -xf -
    ln -s "$build" "$place/build"
    mkdir "$place"/{bin,home,pages,tmp}
    ln -s "$tree/man" "$place/pages/man1"
    ln -s "$tree/man" "$place/pages/man5"
    ln -s "$build/examples/small_regions" "$place/program"
    cp "$tree/examples/policy.ini" "$place/policy.ini"
    cat >"$place/program.py" <<'END'
import numpy as np

x = np.arange(20000.0)
print(sum(float(np.dot(x, x)) for _ in range(100)))
END
    printf '#!/bin/sh\nexec "$@"\n' >"$place/bin/sudo" # DESTDIR is ours to write
    chmod +x "$place/bin/sudo"
    for variable in $(compgen -e | grep -E '^(LD_PRELOAD|MAKE.*|(OMP|GOMP|KMP|OPENBLAS|BLIS|MKL|TEAMTRIM)_.*)$'); do
        unset "$variable"
    done
    export HOME=$place/home XDG_CONFIG_HOME=$place/home/.config TMPDIR=$place/tmp
    export DESTDIR=$place/root DEB=$place/deb PATH=$place/bin:$build:/usr/bin:$PATH
    export MANPATH=$place/pages PAGER=cat MANPAGER=cat PYTHONDONTWRITEBYTECODE=1 NO_COLOR=1
    # Open MPI wants to be told by root.
    [[ $(id -u) != 0 ]] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
}

is_complete() {
    local complaint
    [[ $1 != *\\ ]] && complaint=$(bash -n -c "$1" 2>&1) && [[ $complaint != *here-document* ]]
}

changes_the_shell() { # and nothing else
    [[ $1 =~ ^(export|cd|unset|set|umask|ulimit|source|\.)[[:space:]] || $1 =~ ^[A-Za-z_]+=[^[:space:]]*$ ]]
}

is_good() { # STATUS COMMAND
    [[ $1 == 0 || ($1 == 1 && $2 =~ teamtrim\ (doctor|calibrate|bench-fork)) ]]
}

# What it has left running ends with it. `state` is what the commands before it have done to the shell.
run_command() { # LINE COMMAND
    local status why start=$SECONDS pid
    why=$(reason_to_skip "$2")
    if [[ -n $why ]]; then
        echo "skip  $readme_name:$1: $2 ($why)"
        return
    fi
    (cd "$place" && exec setsid timeout -k 5 "$seconds" bash -c "$state$2") \
        </dev/null >"$place/tmp/output" 2>&1 &
    pid=$!
    wait $pid
    status=$?
    kill -KILL -- -$pid 2>/dev/null
    count=$((count + 1))
    if is_good $status "$2"; then
        echo "ok    $readme_name:$1: $2 ($((SECONDS - start)) s)"
        return
    fi
    [[ $status != 124 && $status != 137 ]] || why=" after $seconds s"
    echo "FAIL  $readme_name:$1: $2: status $status$why"
    tail -n 20 "$place/tmp/output" | sed 's/^/      /'
    bad=1
}

readme_name=${readme##*/} bad=0 count=0
prepare
inside=no number=0 first=0 command='' state=''
while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    if [[ $line == '```'* ]]; then
        if [[ $inside == yes && -n $command ]]; then
            echo "FAIL  $readme_name:$first: no end: $command"
            bad=1
        fi
        [[ $inside == no && $line =~ ^\`\`\`(sh|bash|shell)$ ]] && inside=yes || inside=$(
            [[ $inside == no ]] && echo other || echo no)
        command='' state=''
        continue
    fi
    [[ $inside == yes ]] || continue
    [[ -n $command ]] || first=$number line=${line#'$ '}
    [[ -n $command || $line =~ [^[:space:]] ]] || continue
    [[ -n $command || ! $line =~ ^[[:space:]]*# ]] || continue
    command=$command${command:+$'\n'}$line
    is_complete "$command" || continue
    run_command "$first" "$command"
    changes_the_shell "$command" && state=$state$command$'\n'
    command=''
done <"$readme"
if ((count == 0)); then
    echo "FAIL  $readme_name: no command was run"
    bad=1
fi
exit $bad

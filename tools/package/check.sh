#!/bin/sh
# check.sh PACKAGE SUITE...: tries a package as a person would, in a bare system of each suite.
#
#   sudo tools/package/check.sh dist/nonogram-helper_1.0.0_amd64.deb bookworm trixie
#
# PACKAGE is a .deb, or the .tar.zst of the frozen program. The systems are Debian's smallest ones
# (debootstrap), made anew in SYSTEMS (/var/tmp/nonogram-systems) and left there. A .deb is installed
# with the one command that a user types, used (use.sh), used on a screen (Xvfb), opened by double
# click, and removed; then nothing but the player's data may be left. Of an archive, the
# command line has to work at once; the window may name libraries of the system, which are installed.
set -eu
LC_ALL=C # for the ranges of letters
export LC_ALL

# wrong SENTENCE: ends, since the arguments cannot be used.
wrong() {
    echo "check.sh: $1" >&2
    echo "Usage: check.sh PACKAGE SUITE..., such as dist/nonogram-helper_1.0.0_amd64.deb bookworm" >&2
    exit 2
}

[ $# -gt 0 ] || wrong 'which package is to be tried, and in which suites of Debian?'
[ -f "$1" ] || wrong "there is no file $1"
case $1 in
*.deb) copy=package.deb ;;
*.tar.zst) copy=package.tar.zst ;;
*) wrong "$1 is no .deb or .tar.zst file" ;;
esac
package=$(realpath -- "$1")
shift
[ $# -gt 0 ] || wrong 'in which suites of Debian is the package to be tried?'
# A suite is the name of a folder that is deleted.
for suite; do
    case $suite in
    '' | cache | [!a-z]* | *[!a-z0-9-]*) wrong "'$suite' is no suite of Debian" ;;
    esac
done
here=$(cd "$(dirname "$0")" && pwd)
systems=${SYSTEMS:-/var/tmp/nonogram-systems}
mirror=${MIRROR:-http://deb.debian.org/debian}

for program in debootstrap unshare; do
    command -v $program >/dev/null || {
        echo "The program $program is missing: apt-get install debootstrap util-linux" >&2
        exit 1
    }
done
[ "$(id -u)" -eq 0 ] || {
    echo "Only root can make a system: sudo $0 $package $*" >&2
    exit 1
}

for suite; do
    system=$systems/$suite
    echo "== $(basename "$package") in a bare $suite"
    rm -rf --one-file-system "$system"
    mkdir -p "$systems/cache"
    debootstrap --variant=minbase --cache-dir="$systems/cache" "$suite" "$system" "$mirror" \
        >"$systems/$suite.log" 2>&1 || {
        tail -n 3 "$systems/$suite.log" >&2
        exit 1
    }
    for file in /etc/resolv.conf /etc/hosts; do  # a bare system may have none
        [ ! -e "$file" ] || cp "$file" "$system/etc/"
    done
    mkdir -p "$system/check"
    cp "$package" "$system/check/$copy"
    cp "$here/use.sh" "$here/check_inside.sh" "$system/check/"
    # What is mounted and started there ends with the namespaces.
    # shellcheck disable=SC2016 # the inner shell has arguments of its own
    unshare --mount --pid --fork --kill-child sh -euc '
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        mount -t tmpfs tmpfs "$1/tmp"
        exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
            sh /check/check_inside.sh "$2"' sh "$system" "$copy"
done
echo "All is well."

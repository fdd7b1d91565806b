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
package=$(realpath "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
systems=${SYSTEMS:-/var/tmp/nonogram-systems}
mirror=${MIRROR:-http://deb.debian.org/debian}

for program in debootstrap unshare zstd; do
    command -v $program >/dev/null || {
        echo "The program $program is missing: apt-get install debootstrap util-linux zstd" >&2
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
    cp /etc/resolv.conf /etc/hosts "$system/etc/"
    mkdir -p "$system/check"
    cp "$package" "$here/use.sh" "$here/check_inside.sh" "$system/check/"
    # What is mounted and started there ends with the namespaces.
    unshare --mount --pid --fork --kill-child sh -c "
        mount -t proc proc '$system/proc'
        mount --rbind /dev '$system/dev'
        mount -t tmpfs tmpfs '$system/tmp'
        exec chroot '$system' env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
            sh /check/check_inside.sh '$(basename "$package")'"
done
echo "All is well."

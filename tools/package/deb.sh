#!/bin/sh
# deb.sh [FOLDER]: builds a Debian package with the frozen program into FOLDER (dist).
#
# One package serves all Debian releases that are not older than the one it is built on, since it has
# its own Python; libraries of the system are not in it, but named as what it depends on.
set -eu
cd "$(dirname "$0")/../.."
. tools/package/common.sh

need dpkg-shlibdeps dpkg-dev
freeze
[ -f "$FROZEN/notices/NOTICES.txt" ] || {
    echo "$FROZEN/notices/NOTICES.txt is missing: without NONOGRAM_FROZEN=keep it is made anew" >&2
    exit 1
}
architecture=$(dpkg --print-architecture)
root=$BUILD/deb
program=/usr/lib/nonogram-helper
rm -rf "$root"
mkdir -p "$root$program" "$root/usr/bin" "$root/usr/share/doc/nonogram-helper" "$root/DEBIAN"
cp -R "$FROZEN/nonogram" "$FROZEN/nonogram-helper" "$FROZEN/_internal" "$root$program"
cp -R share/* "$root/usr/share"
# Debian's zsh looks there.
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
ln -s "../lib/nonogram-helper/nonogram" "../lib/nonogram-helper/nonogram-helper" "$root/usr/bin"
gzip -9n "$root"/usr/share/man/man1/*.1
gzip -9nc CHANGELOG.md >"$root/usr/share/doc/nonogram-helper/changelog.gz"
cp tools/package/debian/copyright "$root/usr/share/doc/nonogram-helper/copyright"
cp -R "$FROZEN/notices" "$root/usr/share/doc/nonogram-helper"

# What the system has is the system's; Python alone differs between releases.
for library in "$root$program"/_internal/*.so*; do
    name=$(basename "$library")
    case $name in libpython*) continue ;; esac
    dpkg -S "*/$name" 2>/dev/null | grep -q "^lib[^:]*:$architecture: /.*lib" && rm "$library"
done

# What these need is no matter: they are loaded only where it is there (GTK's look, printers).
optional='libqgtk3\.so\|libcupsprintersupport\.so'
mkdir -p "$BUILD/debian"
printf 'Source: nonogram-helper\n\nPackage: nonogram-helper\nArchitecture: any\n' \
    >"$BUILD/debian/control"
find "$root$program" -type f \( -name '*.so*' -o -path '*/nonogram*' -perm -u+x \) |
    grep -v "$optional" >"$BUILD/binaries"
depends=$(cd "$BUILD" && sed 's,^build/package/,,' binaries | xargs dpkg-shlibdeps --ignore-missing-info -O \
    $(find deb -type d \( -name lib -o -name '*.libs' -o -name _internal \) -printf '-l%p ') 2>shlibdeps.log |
    sed -n 's/^shlibs:Depends=//p') || { grep -i error "$BUILD/shlibdeps.log" >&2; exit 1; }

cat >"$root/DEBIAN/control" <<CONTROL
Package: nonogram-helper
Version: $VERSION
Architecture: $architecture
Maintainer: The Nonogram Helper authors <nonogram-helper@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends, hicolor-icon-theme, shared-mime-info
Suggests: fonts-noto-cjk, xdg-utils
Section: games
Priority: optional
Description: solve, draw, print and scan nonograms
 Nonograms (Hanjie, Griddlers, Picross) are picture puzzles: the numbers beside
 each row and column are the lengths of its runs of shaded cells. This program
 solves them by hand, with hints that explain themselves, and by machine; it
 draws, generates and prints them, and reads them from photos and with a camera.
 .
 The program has its own Python and Qt.
CONTROL
(cd "$root" && find usr -type f -printf '%P\0' | sed -z 's,^,usr/,' | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod -R u=rwX,go=rX "$root"
mkdir -p "$OUT"
name=nonogram-helper_${VERSION}_$architecture.deb
echo "Packing $OUT/$name ..." >&2
dpkg-deb --root-owner-group -Zxz -z4 --build "$root" "$OUT/$name.$PART" >/dev/null
mv "$OUT/$name.$PART" "$OUT/$name"
echo "$OUT/$name"

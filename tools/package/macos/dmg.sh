#!/bin/sh
# dmg.sh BUNDLE VERSION [FOLDER]: signs a bundle (.app) and puts it into a disk image in FOLDER (dist).
#
# On macOS only, with the tools that it has. Without a certificate the signature is an ad-hoc one:
# the program runs, but its first start has to be allowed in System Settings > Privacy & Security.
# NONOGRAM_SIGN="Developer ID Application: ..." signs with a certificate instead, with the hardened
# runtime, for which the image can be notarised (docs/maintainers/packaging.md says how).
#
# Not run yet but with substitutes of Apple's programs: see "Windows and macOS" in docs/maintainers/packaging.md.
set -eu

bundle=${1:?dmg.sh BUNDLE VERSION [FOLDER]: which bundle?}
version=${2:?dmg.sh BUNDLE VERSION [FOLDER]: which version?}
out=${3:-dist}
here=$(cd "$(dirname "$0")" && pwd)

for program in codesign hdiutil ditto; do
    command -v "$program" >/dev/null || {
        echo "dmg.sh: $program is missing; this script runs on macOS" >&2
        exit 1
    }
done
[ -d "$bundle/Contents/MacOS" ] || {
    echo "dmg.sh: $bundle is not a bundle; pyinstaller tools/package/nonogram.spec makes it" >&2
    exit 1
}

# A change after the signature damages it, so files that Finder leaves go first.
find "$bundle" -name .DS_Store -exec rm -f {} +
if [ -n "${NONOGRAM_SIGN:-}" ]; then
    codesign --force --deep --options runtime --timestamp \
        --entitlements "$here/entitlements.plist" --sign "$NONOGRAM_SIGN" "$bundle"
else
    codesign --force --deep --sign - "$bundle"
fi
codesign --verify --deep --strict "$bundle"

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
ditto "$bundle" "$stage/$(basename "$bundle")"
ln -s /Applications "$stage/Applications"
mkdir -p "$out"
image=$out/nonogram-helper-$version-macos-$(uname -m).dmg
hdiutil create -quiet -ov -volname "Nonogram Helper $version" -fs HFS+ -format UDZO \
    -srcfolder "$stage" "$image"
hdiutil verify -quiet "$image"
echo "$image"

#!/bin/sh
# appimage.sh [FOLDER]: puts the frozen program into an AppImage in FOLDER (dist).
#
# It needs appimagetool (https://appimage.github.io/appimagetool/). Without it the folder that it
# would pack is made and used, and a sentence says where it is.
set -eu
cd "$(dirname "$0")/../.."
. tools/package/common.sh

ID=io.github.nonogram_helper.NonogramHelper
freeze
folder=$BUILD/NonogramHelper.AppDir
rm -rf "$folder"
mkdir -p "$folder/usr/lib"
cp -R "$FROZEN" "$folder/usr/lib/nonogram-helper"
mv "$folder/usr/lib/nonogram-helper/share" "$folder/usr/share"
cp "$folder/usr/share/applications/$ID.desktop" "$folder/usr/share/icons/hicolor/256x256/apps/$ID.png" \
    "$folder"
ln -s "$ID.png" "$folder/.DirIcon"
# With a command as its first word the image is the command line, else the window.
cat >"$folder/AppRun" <<'RUN'
#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/usr/lib/nonogram-helper/nonogram" "$@"
RUN
chmod +x "$folder/AppRun"
"$folder/AppRun" --version >&2
command -v appimagetool >/dev/null || {
    echo "appimagetool is missing: it packs $folder, which is complete" >&2
    exit 1
}
mkdir -p "$OUT"
name=Nonogram_Helper-$VERSION-$(uname -m).AppImage
appimagetool "$folder" "$OUT/$name.$PART" >&2
mv "$OUT/$name.$PART" "$OUT/$name"
echo "$OUT/$name"

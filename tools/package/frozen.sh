#!/bin/sh
# frozen.sh [FOLDER]: builds the frozen program, and packs it into FOLDER (dist) as .tar.zst.
#
# The environment for the build is made anew in build/package. docs/maintainers/packaging.md says what the
# program needs of the system on which it runs.
set -eu
cd "$(dirname "$0")/../.."
. tools/package/common.sh

need zstd zstd
freeze
cat >"$FROZEN/README.txt" <<'README'
Nonogram Helper solves, draws, prints and scans nonograms.

Start `nonogram-helper` in this folder for the window. `./nonogram --help` lists the commands.

What it needs of the system: `zstd` to unpack the archive, and for the window the libraries that a
desktop has. Where one is missing, the program names it.

To have the program in the menu and in the file manager, run in this folder:

    mkdir -p ~/.local/share ~/.local/bin
    cp -R share/applications share/icons share/mime share/thumbnailers ~/.local/share
    ln -s "$PWD/nonogram" "$PWD/nonogram-helper" ~/.local/bin
    update-mime-database ~/.local/share/mime
    update-desktop-database ~/.local/share/applications

The menu finds the programs by these links, in a folder of PATH. If ~/.local/bin was made just now,
log in again. To remove the program, delete the links, the files that were copied, and this folder.

The folder `notices` has the licences of the works of others that are in the program.
README
name=nonogram-helper-$VERSION-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
mkdir -p "$OUT"
echo "Packing $OUT/$name.tar.zst ..." >&2
tar --create --use-compress-program='zstd -15 -T0 --quiet' --file "$OUT/$name.$PART" --sort=name \
    --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    --directory "$(dirname "$FROZEN")" --transform "s,^nonogram-helper,$name," nonogram-helper
mv "$OUT/$name.$PART" "$OUT/$name.tar.zst"
echo "$OUT/$name.tar.zst"

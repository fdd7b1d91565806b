#!/bin/sh
# frozen.sh [FOLDER]: builds the frozen program, and packs it into FOLDER (dist) as .tar.zst.
#
# The environment for the build is made anew in build/package. docs/packaging.md says what the
# program needs of the system on which it runs.
set -eu
cd "$(dirname "$0")/../.."
. tools/package/common.sh

need zstd zstd
freeze
name=nonogram-helper-$VERSION-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
mkdir -p "$OUT"
echo "Packing $OUT/$name.tar.zst ..." >&2
tar --create --use-compress-program='zstd -15 -T0 --quiet' --file "$OUT/$name.$PART" --sort=name \
    --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    --directory "$(dirname "$FROZEN")" --transform "s,^nonogram-helper,$name," nonogram-helper
mv "$OUT/$name.$PART" "$OUT/$name.tar.zst"
echo "$OUT/$name.tar.zst"

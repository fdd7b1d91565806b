#!/bin/sh
# flatpak.sh [FOLDER]: builds the Flatpak into FOLDER (dist), as one file to install.
#
# It needs flatpak, flatpak-builder, the runtime and the base that the manifest names, and req2flatpak
# (pip install req2flatpak), which asks the package index where the wheels of constraints.txt are.
set -eu
cd "$(dirname "$0")/../../.."
. tools/package/common.sh

ID=io.github.nonogram_helper.NonogramHelper
here=tools/package/flatpak
need flatpak-builder flatpak-builder
command -v req2flatpak >/dev/null || {
    echo "The program req2flatpak is missing: pip install req2flatpak" >&2
    exit 1
}

# The Python of the runtime, for which wheels are chosen.
python=${FLATPAK_PYTHON:-312-x86_64}

# listed FILE: asks where the wheels of the packages in $BUILD/FILE.txt are.
listed() {
    req2flatpak --requirements-file "$BUILD/$1.txt" --target-platforms "$python" \
        --outfile "$here/$1.json"
}

mkdir -p "$BUILD" "$OUT"
grep -iE '^(babel|pybind11)==' constraints.txt >"$BUILD/python3-build.txt"
echo 'setuptools==80.9.0' >>"$BUILD/python3-build.txt"
listed python3-build
# What pip would install with the program, without PySide6, which is in the base.
"$PYTHON" -m pip --disable-pip-version-check install --quiet --dry-run --ignore-installed \
    --constraint constraints.txt --report - . |
    "$PYTHON" -c '
import json, sys
for each in json.load(sys.stdin)["install"]:
    found = each["metadata"]
    if not found["name"].lower().startswith(("nonogram", "pyside6", "shiboken6")):
        print(found["name"], found["version"], sep="==")
' >"$BUILD/python3-dependencies.txt"
listed python3-dependencies
flatpak-builder --force-clean --repo="$BUILD/flatpak-repository" "$BUILD/flatpak" "$here/$ID.yml"
flatpak build-bundle "$BUILD/flatpak-repository" "$OUT/$ID-$VERSION.flatpak" "$ID"
echo "$OUT/$ID-$VERSION.flatpak"

# Sourced by the scripts that make packages, in the root of the repository.

BUILD=build/package
FROZEN=$BUILD/frozen/nonogram-helper
OUT=${1:-dist}
PYTHON=${PYTHON:-python3}
VERSION=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date +%s)}

# One run at a time: all build in the same folder. Without flock (macOS) nobody looks after that.
# The lock is held by the open file, so it ends with this script, however it ends.
mkdir -p build
if command -v flock >/dev/null; then
    exec 9>build/package.lock
    flock --nonblock 9 || {
        echo "another run packs here: wait until it has ended" >&2
        exit 1
    }
fi

# What is packed has PART as the end of its name until it is complete.
PART=$$.part
trap 'rm -f "$OUT"/*."$PART"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# need PROGRAM PACKAGE: ends with a sentence where a program is missing.
need() {
    command -v "$1" >/dev/null || {
        echo "The program $1 is missing: apt-get install $2" >&2
        exit 1
    }
}

# installed WORDS...: pip in the environment for the build, with the versions of constraints.txt.
installed() {
    "$BUILD/venv/bin/pip" --disable-pip-version-check install --quiet --constraint constraints.txt "$@"
}

# freeze: builds the frozen program in $FROZEN, and uses it. NONOGRAM_FROZEN=keep takes the one that
# is there, for two packages of one build, if it is complete.
freeze() {
    if [ "${NONOGRAM_FROZEN:-}" = keep ] && [ -e "$BUILD/complete" ] && [ -e "$FROZEN/nonogram" ]; then
        return
    fi
    rm -f "$BUILD/complete"
    need objdump binutils
    echo "Installing the program from its wheel into $BUILD/venv ..." >&2
    rm -rf "$BUILD"
    mkdir -p "$BUILD"
    "$PYTHON" -m venv "$BUILD/venv"
    NONOGRAM_CORE=required installed --no-cache-dir --no-deps .
    installed --only-binary=:all: nonogram-helper --requirement tools/package/requirements.txt
    echo "Freezing the program ..." >&2
    "$BUILD/venv/bin/pyinstaller" --noconfirm --log-level ERROR --workpath "$BUILD/work" \
        --distpath "$BUILD/frozen" tools/package/nonogram.spec >&2
    # Symbols of what was not stripped; OpenBLAS is damaged by it, and the others have none.
    strip --strip-unneeded "$FROZEN"/_internal/libpython* "$FROZEN"/_internal/constraint/*.so
    cp -R share CHANGELOG.md LICENSE "$FROZEN"
    "$BUILD/venv/bin/python" tools/package/notices.py "$FROZEN"
    tools/package/use.sh "$FROZEN" >&2 9>&- # what it starts must not hold the lock
    touch "$BUILD/complete"
}

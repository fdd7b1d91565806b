#!/bin/sh
# use.sh FOLDER: uses the programs `nonogram` and `nonogram-helper` in FOLDER as a person would.
#
# It ends at the first step that goes wrong, with a sentence and what the program has said. It needs
# sh and what every system has; the window is opened on the screen of DISPLAY, else without one. On
# a screen, xdotool looks for the window and its title, where it is installed; else its library.
set -eu
programs=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export NONOGRAM_HOME="$work/data" XDG_DATA_HOME="$work/share" XDG_CONFIG_HOME="$work/config"
export XDG_CACHE_HOME="$work/cache" NONOGRAM_LANGUAGE=en PYTHONDONTWRITEBYTECODE=1

fail() {
    echo "use.sh: $*" >&2
    cat said >&2
    exit 1
}

# step NAME WORDS COMMAND...: runs the command, which must say the words and end with 0.
step() {
    name=$1 words=$2
    shift 2
    "$@" >said 2>&1 || fail "$name failed, with exit code $?"
    grep -qF -- "$words" said || fail "$name did not say '$words'"
    echo "$name: ok"
}

cat >heart.non <<'PUZZLE'
title "heart"
width 5
height 5

rows
1,1
5
5
3
1

columns
2
4
4
4
2
PUZZLE

step version 'nonogram ' "$programs/nonogram" --version
step help 'Usage: nonogram' "$programs/nonogram" --help
step solve 'exactly one solution' "$programs/nonogram" solve heart.non
if "$programs/nonogram" engines | grep -q '^constraint'; then # it has no wheel for every system
    step 'solve by another method' 'exactly one solution' \
        "$programs/nonogram" solve --engine constraint heart.non
fi
step hint 'complete line' "$programs/nonogram" hint heart.non
step rate 'beginner' "$programs/nonogram" rate heart.non
step 'print a PDF file' 'page.pdf' "$programs/nonogram" print heart.non -o page.pdf
step 'print a picture' 'page.png' "$programs/nonogram" print heart.non -o page.png
step scan '5x5, one solution' "$programs/nonogram" scan page.png
step 'scan a PDF file' '5x5, one solution' "$programs/nonogram" scan page.pdf
step 'scan to a file' 'read.non' "$programs/nonogram" scan page.png -o read.non
grep -q '^1,1$' read.non || fail 'the puzzle that was read has other numbers'
step generate 'new.non' "$programs/nonogram" generate --size 8x8 --seed 1 -o new.non
step 'study in child processes' 'python' "$programs/nonogram" study --engine native,python --repeats 1 -o study heart.non

# The window: it is there, and ends when it is asked to.
[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
"$programs/nonogram-helper" heart.non >said 2>&1 &
window=$!
if [ -n "${DISPLAY:-}" ] && command -v xdotool >/dev/null; then
    timeout 60 xdotool search --sync --onlyvisible --name heart >/dev/null ||
        fail 'no window appears'
else
    tries=0
    until [ -n "$(find "$work/data" -name library.sqlite3 2>/dev/null)" ]; do
        tries=$((tries + 1))
        [ $tries -lt 60 ] || fail 'no window appears'
        sleep 1
    done
fi
kill -0 "$window" 2>/dev/null || fail 'the window has ended'
kill -TERM "$window"
code=0
wait "$window" || code=$?
[ "$code" -eq 143 ] || [ "${OS:-}" = Windows_NT ] || fail "the window ended with the exit code $code"
log=$(find "$work/data" -name log.txt)
[ -z "$log" ] || ! grep -E 'ERROR|CRITICAL' "$log" >said || fail 'the log has errors'
echo 'window: ok'

#!/bin/sh
# check_inside.sh PACKAGE: the part of check.sh that runs in the bare system, as root.
set -eu
cd /check
package=$1
export DEBIAN_FRONTEND=noninteractive

fail() {
    echo "check.sh: $*" >&2
    exit 1
}

# quiet COMMAND...: shows what a command says only if it fails.
quiet() {
    "$@" >/check/said 2>&1 || {
        tail -n 20 /check/said >&2
        fail "$* failed"
    }
}

# as_player COMMAND: runs a shell command as a user who is not root.
as_player() {
    su player -c "cd; $1"
}

# on_screen COMMAND: the same, on an X server.
on_screen() {
    as_player "xvfb-run -a -s '-screen 0 1280x800x24' sh -c '$1'"
}

quiet apt-get update
useradd --create-home --shell /bin/sh player
for program in cc c++ gcc python3; do
    command -v $program >/dev/null && fail "this system is not bare: it has $program"
done

case $package in
*.deb)
    quiet apt-get install -y "./$package"
    programs=/usr/bin
    ;;
*)
    quiet apt-get install -y --no-install-recommends zstd
    as_player "tar --extract --zstd --file /check/$package"
    programs=$(ls -d /home/player/nonogram-helper-*)
    as_player "$programs/nonogram --version"
    printf 'width 2\nheight 1\n\nrows\n2\n\ncolumns\n1\n1\n' >/check/two.non
    as_player "$programs/nonogram solve /check/two.non" | grep -q 'exactly one solution' ||
        fail 'the command line does not solve without further packages'
    echo 'solve, with nothing installed: ok'
    needed=$(as_player "DISPLAY=:0 $programs/nonogram-helper" 2>&1 |
        sed -n 's/.*`apt-get install \([^`]*\)`.*/\1/p')
    [ -n "$needed" ] || fail 'the window does not say what it needs'
    echo "the window asks for: $needed"
    quiet apt-get install -y --no-install-recommends $needed
    ;;
esac
command -v python3 >/dev/null && fail 'Python was installed with it'
as_player "sh /check/use.sh $programs"

quiet apt-get install -y --no-install-recommends xvfb xauth xdotool libglib2.0-bin dbus \
    desktop-file-utils shared-mime-info
echo 'On a screen:'
on_screen "sh /check/use.sh $programs" | tail -n 1

[ $programs = /usr/bin ] || exit 0
cp /usr/lib/nonogram-helper/_internal/nonogram_helper/puzzles/packs/first-steps/01-heart.non /home/player/
chown player /home/player/01-heart.non
type=$(as_player 'gio info -a standard::content-type 01-heart.non' |
    sed -n 's/.*standard::content-type: //p')
echo "a .non file is: $type"
as_player "gio mime $type" | grep -q 'NonogramHelper.desktop' || fail 'nobody opens .non files'
on_screen 'dbus-run-session -- sh -c "gio open 01-heart.non &
    timeout 60 xdotool search --sync --onlyvisible --name Heart getwindowname"' ||
    fail 'a double click opens no window'
echo 'double click on a .non file: ok'

dpkg-query --listfiles nonogram-helper >/check/installed
quiet apt-get purge -y nonogram-helper
while read -r path; do
    [ -d "$path" ] || [ ! -e "$path" ] || fail "$path is left"
done </check/installed
left=$(find / -xdev \( -path /check -o -path /proc -o -path /home/player -o -path /var/log \
    -o -path /var/cache/apt \) -prune -o -iname '*nonogram*' -print)
[ -z "$left" ] || fail "there is left: $left"
grep -rqi nonogram /usr/share/mime /usr/share/applications && fail 'the MIME database has it still'
[ -e /home/player/.local/share/nonogram-helper/library.sqlite3 ] || fail 'the data are gone'
echo 'removed; what the player keeps is there: ok'

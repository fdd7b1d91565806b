#!/bin/sh
# system_libs.sh VENV: installs the system libraries that a Qt window needs.
#
# If apt works without a password, it installs the missing ones, once; otherwise it lists them.
# It always succeeds: the command line works without a window.
set -u
. "$(dirname "$0")/apt.sh"
venv=$1

[ "$(uname -s)" = Linux ] || exit 0
set -- "$venv"/lib/python3*/site-packages/PySide6/Qt
qt=$1
[ -d "$qt" ] || exit 0

libraries=$(ldd "$qt/plugins/platforms/libqxcb.so" "$qt/lib/libQt6Widgets.so.6" \
    "$qt/lib/libQt6PrintSupport.so.6" \
    ${WAYLAND_DISPLAY:+"$qt/plugins/platforms/libqwayland.so"} 2>/dev/null |
    awk '/not found/ && !/libQt6|libicu/ { print $1 }' | sort -u)

# Debian's rule: lower case, the version appended, after a hyphen if the name ends in a digit.
packages=$(for library in $libraries; do
    case $library in
    libglib-2.0* | libgthread-2.0*) echo libglib2.0-0 ;;
    *) echo "$library" | tr '[:upper:]' '[:lower:]' |
        sed -e 's/\([0-9]\)\.so\.\([0-9]*\).*/\1-\2/' -e 's/\.so\.\([0-9]*\).*/\1/' ;;
    esac
done | sort -u)

packages=$(echo $packages)
[ -n "$packages" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "A window needs some system libraries that are missing here:" $libraries >&2
    exit 0
fi

# Packages that could not be installed are not tried again at every start.
tried="$venv/.apt-tried"
if [ "$(cat "$tried" 2>/dev/null)" != "$packages" ]; then
    apt_install $packages && exit 0
    echo "$packages" >"$tried"
fi
echo "A window needs some system packages that are missing here: sudo apt-get install $packages" >&2

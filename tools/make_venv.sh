#!/bin/sh
# make_venv.sh PYTHON FOLDER: makes a virtual environment, or keeps an existing one that works.
set -eu
. "$(dirname "$0")/apt.sh"
python=$1
folder=$2

fail() {
    echo "$*" >&2
    exit 1
}

command -v "$python" >/dev/null ||
    fail "There is no program $python; install Python 3.11 or newer (apt-get install python3)."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed, and $python is $("$python" -V 2>&1);" \
        "name another one: PYTHON=python3.12 make run"

# Debian has the modules for virtual environments in a separate package.
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    apt_install python3-venv || true
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        fail "$python cannot make virtual environments: apt-get install python3-venv"
fi

# Without these the native core is not built, and the solver in plain Python is used.
can_compile() {
    command -v c++ >/dev/null && "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))'
}
if ! can_compile; then
    apt_install g++ python3-dev || true
    can_compile || echo "The fast solver core cannot be built without a C++ compiler and Python's" \
        "headers (apt-get install g++ python3-dev); the slower one in Python is used." >&2
fi

# .made exists: the environment was copied from another folder, and its paths point there.
if [ -e "$folder/.made" ] || ! "$folder/bin/python" -m pip --version >/dev/null 2>&1; then
    rm -rf "$folder"
    "$python" -m venv "$folder" || fail "$python could not make a virtual environment in $folder."
fi
rm -f "$folder/.run-ready" "$folder/.test-ready"

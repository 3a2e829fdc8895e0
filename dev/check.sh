#!/usr/bin/env bash
# Every check that needs no test run. Each prints one line, `ok NAME` or `FAIL NAME`, and what it found when it fails.
# `dev/check.sh NAME...` runs only these. Exits 1 where one failed.
# shellcheck disable=SC2317 # the functions are called by name
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

failed=0

check() {
    local name=$1 what=$2 output
    shift 2
    [[ $wanted == *" $name "* || $wanted == "  " ]] || return 0
    if [ "$name" = units ] && ! command -v systemd-analyze >/dev/null; then
        printf 'skip  %-10s %s: systemd-analyze is not installed\n' "$name" "$what"
        return 0
    fi
    if output=$("$@" 2>&1); then
        printf 'ok    %-10s %s\n' "$name" "$what"
    else
        printf 'FAIL  %-10s %s\n' "$name" "$what"
        printf '%s\n' "$output" | sed 's/^/        /'
        failed=1
    fi
}

readonly wanted=" $* "

scripts() { shellcheck --external-sources --source-path=SCRIPTDIR dev/*.sh .ci/run; }

dockerfile() { local tools && tools=$(dev/check-tools.sh) && "$tools/hadolint" --config .hadolint.yaml Dockerfile; }

# By the real parser, with every profile; it also says which keys it does not know.
compose() {
    local tools && tools=$(dev/check-tools.sh) || return 1
    "$tools/docker-compose" --file compose.yaml config --quiet &&
        "$tools/docker-compose" --file compose.yaml --profile demo config --quiet
}

units() {
    local folder output status=0
    folder=$(mktemp -d)
    # The units name executables that are not installed here: let them be something that exists.
    for unit in packaging/systemd/*.service; do
        sed 's|^ExecStart=[^ ]*|ExecStart=/bin/true|' "$unit" >"$folder/$(basename "$unit")"
    done
    # The template by an instance, so that its names are filled in.
    sed -f packaging/systemd/tutti-room@.sed "$folder/tutti-room.service" >"$folder/tutti-room@lounge.service"
    output=$(systemd-analyze verify "$folder"/*.service 2>&1 | grep -F "$folder") && status=1
    rm -rf "$folder"
    printf '%s\n' "$output"
    return "$status"
}

# swift-format holds the code to its 120 columns and leaves comments alone.
columns() {
    ! LC_ALL=C.UTF-8 grep -rnE --include='*.swift' --include='CLinux.*' --exclude-dir=Generated '^.{121,}$' \
        Sources Tests Benchmarks | grep -E '^[^:]*:[0-9]+: *//'
}

check format "Swift sources are formatted" dev/format.sh --lint
check columns "comments keep to 120 columns" columns
check generated "generated code is what Protos/ makes" dev/check-generated.sh
check imports "modules import what dev/imports.txt allows" dev/check-imports.sh
check paths "no path of one machine only" dev/check-paths.sh
check features "the tests that features.md names exist" dev/check-features.sh
check scripts "shell scripts pass shellcheck" scripts
check units "systemd understands the units" units
check dockerfile "Dockerfile passes hadolint" dockerfile
check compose "compose.yaml is understood by Docker Compose" compose
exit "$failed"

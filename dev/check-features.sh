#!/usr/bin/env bash
# Checks that every test that Documentation/features.md names exists: `Suite/test` or `Suite`, in Tests/. Prints each one
# that does not; exits 1 where there is one.
# shellcheck disable=SC2016 # awk's dollars and Markdown's backticks
set -euo pipefail
cd "$(dirname "$0")/.."

known=$(mktemp)
trap 'rm -f "$known"' EXIT
# A suite has the tests of its file from its own line on, up to the next suite.
find Tests -name '*.swift' -print0 | xargs -0 awk '
    FNR == 1 { suite = "" }
    match($0, /struct [A-Za-z0-9]+Tests/) { suite = substr($0, RSTART + 7, RLENGTH - 7); print suite }
    match($0, /func [A-Za-z0-9]+/) { if (suite != "") print suite "/" substr($0, RSTART + 5, RLENGTH - 5) }
' | sort -u >"$known"
missing=$(grep -oE '`[A-Za-z0-9]+Tests(/[A-Za-z0-9]+)?`' Documentation/features.md | tr -d '`' | sort -u | grep -vxFf "$known" || true)
printf '%s' "$missing"
[ -z "$missing" ]

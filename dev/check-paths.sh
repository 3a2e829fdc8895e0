#!/usr/bin/env bash
# Checks that no file of the repository names a place that exists on one machine only: an absolute path outside the
# folders that every Debian has, or somebody's home. Prints each finding; exits 1 where there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

# First folders of Debian, and those that examples and tests invent.
readonly known='bin|boot|dev|etc|home/(you|user|music)|lib|lib64|mnt|music|next|nonexistent|nowhere|path|proc|root|run|sbin|srv|sys|there|tmp|usr|var'

files=$(mktemp)
trap 'rm -f "$files"' EXIT
git -c safe.directory="$PWD" ls-files -z -- ':!*.pb-c.*' ':!Protos' ':!LICENSE' >"$files"

# An absolute path: at a line's start or after something that no path goes on with, two folders deep at least.
findings=$(xargs -0 -a "$files" grep -nIoP "(?<!\+ \")(?<![\\w/.:~\$}*)\\]>+-])/[a-z][\\w.-]+/[\\w.-]+" -- |
    grep -vP "^[^:]+:\d+:/($known)/") || true
printf '%s' "$findings"
[ -z "$findings" ]

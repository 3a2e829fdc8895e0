#!/usr/bin/env bash
# Formats our Swift sources in place; with --lint only says what is not formatted. Generated sources are left alone.
set -euo pipefail
cd "$(dirname "$0")/.."

command=(format --in-place)
[ "${1:-}" != --lint ] || command=(lint --strict)
find Package.swift Sources Tests -name '*.swift' -not -path '*/Generated/*' -print0 |
    xargs -0 swift format "${command[@]}" --parallel

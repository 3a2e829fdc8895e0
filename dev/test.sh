#!/usr/bin/env bash
# Builds and runs every test. Arguments go to `swift test` (and then one run does all): dev/test.sh --filter QueueTests
#
# The end-to-end tests run the release executables of .build/release (TUTTI_BIN names another folder). They measure, so
# they run after the others and not beside them.
set -euo pipefail
cd "$(dirname "$0")/.."
export TUTTI_BIN="${TUTTI_BIN:-$PWD/.build/release}"

run() { swift test --disable-xctest --skip-build "$@"; }

swift build --build-tests
if [ $# -gt 0 ]; then
    run "$@"
    exit
fi
status=0
run --skip EndToEndTests || status=$?
run --filter EndToEndTests || status=$?
exit "$status"

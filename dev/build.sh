#!/usr/bin/env bash
# Builds the release executables (with a static Swift runtime) and the virtual sound card into .build/release.
set -euo pipefail
cd "$(dirname "$0")/.."

for product in tutti-coordinator tutti-room tutti tutti-skew VirtualCard; do
    swift build --configuration release --static-swift-stdlib --product "$product"
done

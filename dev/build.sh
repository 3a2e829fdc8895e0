#!/usr/bin/env bash
# Builds the release executables (with a static Swift runtime) and the virtual sound card into .build/release.
set -euo pipefail
cd "$(dirname "$0")/.."

# Where the linker looks first: the archive instead of the shared library (Package.swift says why).
archive=$(gcc -print-file-name=libstdc++.a)
mkdir -p .build/static
[ ! -f "$archive" ] || ln -sf "$archive" .build/static/libstdc++.a

for product in tutti-coordinator tutti-room tutti tutti-skew VirtualCard; do
    swift build --configuration release --static-swift-stdlib --product "$product"
done

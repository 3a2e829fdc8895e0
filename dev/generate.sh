#!/bin/sh
# Makes the C and Swift code of Protos/: Sources/CProtos (protoc-c) and Sources/WireFormat/Generated (generate_wire.py).
# usage: dev/generate.sh [ROOT]   (ROOT: where to write; default: this repository)
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
root=${1:-$here}

for tool in protoc protoc-c python3; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "generate.sh: cannot make the code of Protos/: $tool is missing; install protobuf-compiler, protobuf-c-compiler and python3" >&2
        exit 1
    fi
done

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
mkdir -p "$temporary/c" "$temporary/swift" "$temporary/messages/tutti/v1"

cd "$here/Protos"
# protoc-c sees no services: their C is not used, and a method named as a C keyword (register) does not compile.
for proto in tutti/v1/*.proto; do
    sed '/^service /,/^}/d' "$proto" >"$temporary/messages/$proto"
done
(cd "$temporary/messages" && protoc-c -I . --c_out="$temporary/c" tutti/v1/*.proto)
protoc -I . --include_source_info --descriptor_set_out="$temporary/set" tutti/v1/*.proto
python3 "$here/dev/generate_wire.py" "$temporary/set" "$temporary/swift"

sources="$root/Sources/CProtos/tutti/v1"
headers="$root/Sources/CProtos/include/tutti/v1"
swift="$root/Sources/WireFormat/Generated"
rm -rf "$sources" "$headers" "$swift"
mkdir -p "$sources" "$headers" "$swift"
cp "$temporary"/c/tutti/v1/*.pb-c.c "$sources/"
cp "$temporary"/c/tutti/v1/*.pb-c.h "$headers/"
cp "$temporary"/swift/*.swift "$swift/"

# The umbrella header names every generated header.
{
    echo "// Made from Protos/ by dev/generate.sh. Do not edit."
    echo "#pragma once"
    for header in "$headers"/*.pb-c.h; do
        echo "#include \"tutti/v1/$(basename "$header")\""
    done
} >"$root/Sources/CProtos/include/CProtos.h"

#!/bin/sh
# Says whether the code made from Protos/ is what is checked in: 0 yes, 1 no.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

"$here/dev/generate.sh" "$temporary"
for folder in Sources/CProtos/tutti Sources/CProtos/include/tutti Sources/CProtos/include/CProtos.h Sources/WireFormat/Generated; do
    if ! difference=$(diff -rq "$temporary/$folder" "$here/$folder"); then
        echo "$difference" | sed "s|$temporary/||g; s|$here/||g" >&2
        echo "check-generated.sh: $folder is not what Protos/ makes; run dev/generate.sh and commit the result" >&2
        exit 1
    fi
done
echo "check-generated.sh: the code made from Protos/ is current"

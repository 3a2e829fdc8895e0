#!/usr/bin/env bash
# Checks that the modules import only what dev/imports.txt allows, and that the room's executable, where it has been
# built, needs none of the libraries that only the coordinator may have. Prints each finding; exits 1 where there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly table=dev/imports.txt
# What a module that has Glibc for its mathematics would most likely be tempted to call.
readonly system_call='\b(clock_[a-z]+|gettimeofday|getenv|fopen|usleep|nanosleep|pthread_[a-z_]+|poll|getpid|random|printf|malloc)\('
findings=0

finding() {
    printf '%s\n' "$1"
    findings=$((findings + 1))
}

declare -A allowed=()
while read -r module imports; do
    case $module in '' | '#'*) continue ;; esac
    allowed[$module]=" $imports "
done <"$table"

# "FILE:LINE:MODULE" of every import in a folder. `import struct A.B` and `import A.B` are imports of A.
imports_of() {
    grep -rnE --include='*.swift' '^[[:space:]]*((@[A-Za-z_]+(\([A-Za-z]*\))?|public|package|internal|private|fileprivate)[[:space:]]+)*import[[:space:]]' "$1" |
        sed -E 's/^([^:]+:[0-9]+):.*[[:space:]]*import[[:space:]]+((struct|class|enum|protocol|typealias|func|let|var)[[:space:]]+)?([A-Za-z0-9_]+).*/\1:\4/' || true
}

for folder in Sources/*/; do
    module=$(basename "$folder")
    find "$folder" -name '*.swift' -print -quit | grep -q . || continue
    if [ -z "${allowed[$module]+row}" ]; then
        finding "$folder: the module has no row in $table; give it one"
        continue
    fi
    while IFS=: read -r file line imported; do
        [ -n "$imported" ] || continue
        [[ ${allowed[$module]} == *" $imported "* || ${allowed[$module]} == *" $imported:math "* ]] ||
            finding "$file:$line: $module may not import $imported ($table)"
    done < <(imports_of "$folder")
    [[ ${allowed[$module]} != *" Glibc:math "* ]] || while IFS=: read -r file line _; do
        finding "$file:$line: $module may use Glibc for mathematics only ($table)"
    done < <(grep -rnE --include='*.swift' "$system_call" "$folder")
done

# The table for people names every module.
for module in "${!allowed[@]}"; do
    grep -qE "^\| (.* )?\`$module\`" Documentation/architecture.md ||
        finding "Documentation/architecture.md: its table of modules has no $module"
done

room=.build/release/tutti-room
if [ -x "$room" ]; then
    for library in libmpg123 libcurl libsqlite3 libsoxr libsonic libtag libuchardet libexpat libgdk libpango libcairo \
        libFoundation libswift; do
        if ldd "$room" | grep -q "^[[:space:]]*$library"; then
            finding "$room: it loads $library, which a room must not need"
        fi
    done
else
    printf 'note: %s is not built, so the libraries it loads were not looked at (make build)\n' "$room" >&2
fi
[ "$findings" -eq 0 ]

#!/usr/bin/env bash
# Finds the functions that a room runs and writes their names to dev/tutti-room.order, in whose order the linker lays them out.
# Worth repeating when the room has changed much, or with a new Swift; an old list does no harm. Needs valgrind, takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || {
    echo "order-room.sh: valgrind is missing: install it (Debian: valgrind)" >&2
    exit 1
}
# shellcheck source=dev/house.sh
. dev/house.sh
house_begin
TUTTI_SYMBOLS=1 swift build --configuration release --static-swift-stdlib --product tutti-room
strip --strip-debug -o "$house/tutti-room" "$house_bin/tutti-room"
# valgrind does not read the debug information of newer compilers.
strip --strip-debug -o "$house/card.so" "$house_card"
house_card=$house/card.so
house_cards kitchen=40
house_coordinator --log-level notice
cli add Samples >/dev/null
cli mode loop >/dev/null
cli play >/dev/null
ALSA_CONFIG_PATH=$house/asound.conf valgrind --tool=callgrind --demangle=no --callgrind-out-file="$house/calls" \
    "$house/tutti-room" --coordinator "127.0.0.1:$house_port" --device kitchen --name Kitchen --state "$house/room" \
    >"$house/room.log" 2>&1 &
room=$!
house_processes+=("$room")
sleep 40
for command in pause play next "seek 0:10" "seek +5" prev "room Kitchen volume 40" "room Kitchen mute" \
    "room Kitchen unmute" "room Kitchen delay 10" "mode shuffle" stop play; do
    # shellcheck disable=SC2086
    cli $command >/dev/null || true
    sleep 3
done
kill -TERM "$room"
wait "$room" || true
# Names are told once, with a number that stands for them afterwards: `fn=(12) name`, `ob=(3) file`.
awk '
    function name(line) { sub(/^[a-z]+=/, "", line); return line }
    /^ob=/ { text = name($0); number = substr(text, 1, index(text, ")")); rest = substr(text, length(number) + 2)
             if (rest != "") object[number] = rest; ours = object[number] ~ /\/tutti-room$/ }
    /^cob=/ { text = name($0); number = substr(text, 1, index(text, ")")); rest = substr(text, length(number) + 2)
              if (rest != "") object[number] = rest }
    /^c?fn=/ { text = name($0); number = substr(text, 1, index(text, ")")); rest = substr(text, length(number) + 2)
               if (rest != "") { sub(/\x27[0-9]+$/, "", rest); function_name[number] = rest }
               if (/^fn=/ && ours) print function_name[number] }
' "$house/calls" | grep -vE '^(0x|\()' | LC_ALL=C sort -u >dev/tutti-room.order
printf '%s functions in dev/tutti-room.order\n' "$(wc -l <dev/tutti-room.order)"

# shellcheck shell=bash
# A house to try things in, for the scripts that source this: a coordinator and rooms of their own on this machine, on
# free ports, with states, logs and recordings in a temporary folder, all gone when the script ends (KEEP=1: the folder
# stays). Everything that reaches a room is real but the sound cards.
#
# TUTTI_BIN: the folder of the executables. TUTTI_CARD: the virtual sound card's library. Both: of .build/release.

house_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
house_bin=${TUTTI_BIN:-$house_root/.build/release}
house_card=${TUTTI_CARD:-$house_bin/libVirtualCard.so}
house=
house_port=
house_processes=()
house_rooms=0

house_fail() {
    printf '%s: %s\n' "$(basename "$0")" "$1" >&2
    exit 1
}

# Makes the folder `$house`, and sees to it that nothing outlives the script.
house_begin() {
    local file
    for file in tutti-coordinator tutti-room tutti tutti-skew; do
        [ -x "$house_bin/$file" ] || house_fail "$house_bin/$file is missing: run \`make build\` first"
    done
    [ -e "$house_card" ] || house_fail "$house_card is missing: run \`make build\` first"
    house=$(mktemp -d "${TMPDIR:-/tmp}/tutti-house.XXXXXX")
    trap house_end EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
}

house_end() {
    local status=$?
    trap - EXIT INT TERM HUP
    house_stop
    if [ "${KEEP:-}" = 1 ]; then
        printf 'Kept: %s\n' "$house"
    else
        rm -rf "$house"
    fi
    exit "$status"
}

# Stops every process and waits for its end: SIGTERM, after three seconds SIGKILL.
house_stop() {
    local process tries
    [ ${#house_processes[@]} -eq 0 ] || kill -TERM "${house_processes[@]}" 2>/dev/null || true
    for process in "${house_processes[@]}"; do
        for ((tries = 0; tries < 60; tries++)); do
            kill -0 "$process" 2>/dev/null || break
            sleep 0.05
        done
        kill -KILL "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
    house_processes=()
}

# house_cards NAME=PPM...: describes virtual sound cards to ALSA, beside the real ones.
house_cards() {
    local card
    {
        printf '</usr/share/alsa/alsa.conf>\npcm_type.tutticard { lib "%s" }\n' "$house_card"
        for card in "$@"; do
            printf 'pcm.%s { type tutticard output "%s" ppm %s }\n' "${card%=*}" "$house/${card%=*}" "${card#*=}"
        done
    } >"$house/asound.conf"
}

# cli ARGUMENT...: the CLI, talking to this house's coordinator.
cli() { "$house_bin/tutti" --coordinator "127.0.0.1:$house_port" "$@"; }

# Starts the coordinator on ports that nobody else has, and waits until it answers. Arguments go to it.
house_coordinator() {
    local attempt tries process
    for ((attempt = 0; attempt < 10; attempt++)); do
        house_port=$((20000 + RANDOM % 1200 * 10))
        "$house_bin/tutti-coordinator" --port "$house_port" --state "$house/coordinator" "$@" \
            2>"$house/coordinator.log" &
        process=$!
        for ((tries = 0; tries < 100; tries++)); do
            kill -0 "$process" 2>/dev/null || break
            if cli status >/dev/null 2>&1; then
                house_processes+=("$process")
                return
            fi
            sleep 0.05
        done
        kill -KILL "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
    house_fail "the coordinator does not start: $(tail -n 1 "$house/coordinator.log")"
}

# Fails where a process has ended by itself.
house_check() {
    local process log
    for process in "${house_processes[@]}"; do
        kill -0 "$process" 2>/dev/null && continue
        printf 'The last lines of the logs:\n' >&2
        for log in "$house"/*.log; do printf '%s: %s\n' "$(basename "$log" .log)" "$(tail -n 1 "$log")" >&2; done
        house_fail "a process ended by itself; KEEP=1 keeps all logs"
    done
}

# house_room NAME DEVICE: starts a room.
house_room() {
    ALSA_CONFIG_PATH="$house/asound.conf" "$house_bin/tutti-room" --coordinator "127.0.0.1:$house_port" \
        --id "$1" --name "$1" --device "$2" --state "$house/room-$1" 2>"$house/$1.log" &
    house_processes+=("$!")
    house_rooms=$((house_rooms + 1))
}

# Waits until all rooms that were started are connected.
house_wait_for_rooms() {
    local tries connected=0
    for ((tries = 0; tries < 100; tries++)); do
        # None yet is an answer too, and no failure.
        connected=$(cli --json rooms | { grep -oE '"connected": ?true' || true; } | wc -l)
        [ "$connected" -lt "$house_rooms" ] || return 0
        sleep 0.1
    done
    house_fail "after 10 s only $connected of $house_rooms rooms are connected; the last lines of their logs: \
$(tail -q -n 1 "$house"/*.log)"
}

# json_value KEY <<<JSON: the last number or simple string of that name, or nothing.
json_value() { sed -nE "s/.*\"$1\": ?\"?(-?[0-9.]+|[^\"]*)\"?[],}].*/\1/p"; }

# house_measure SKIP CARD CARD...: prints for each pair of cards how far apart they sounded, leaving out the first SKIP
# seconds, and in a sentence what that means. Everything has to be stopped before.
house_measure() {
    local skip=$1 first other json worst=0 p50 p99 max
    shift
    printf '\nHow far apart the rooms sounded, from what left their cards (the first seconds left out):\n'
    while [ $# -gt 1 ]; do
        first=$1
        shift
        for other in "$@"; do
            json=$("$house_bin/tutti-skew" --json --skip "$skip" "$house/$first" "$house/$other") ||
                house_fail "the rooms' recordings cannot be compared"
            p50=$(json_value p50_us <<<"$json") p99=$(json_value p99_us <<<"$json") max=$(json_value max_us <<<"$json")
            printf '  %-18s p50 %8.2f us   p99 %8.2f us   max %8.2f us   (%s windows of 0.2 s)\n' \
                "$first / $other" "$p50" "$p99" "$max" "$(json_value windows <<<"$json")"
            worst=$(awk -v a="$worst" -v b="$p99" 'BEGIN { print(a > b ? a : b) }')
        done
    done
    awk -v us="$worst" 'BEGIN {
        printf "In 99 of 100 moments no two rooms were more than %.2f us apart: in that time sound travels %.2f mm.\n",
            us, us * 0.343
    }'
}

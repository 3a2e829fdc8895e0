#!/usr/bin/env bash
# Measures the release executables on this machine: how far apart two rooms sound whose virtual cards are off by +40 and
# -35 ppm, what coordinator and rooms cost meanwhile, and how much memory they took at their peak.
#
# BENCH_SECONDS=60. KEEP=1 keeps recordings and logs. Figures of a busy machine are figures of a busy machine.
set -euo pipefail
# shellcheck source=dev/house.sh
source "$(dirname "$0")/house.sh"

readonly seconds=${BENCH_SECONDS:-60}
readonly settle=10
readonly rooms=(plus minus)

# Processor time of a process so far, in clock ticks.
ticks() { sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }

house_begin
house_cards plus=40 minus=-35
house_coordinator --log-level notice
for room in "${rooms[@]}"; do house_room "$room" "$room"; done
house_wait_for_rooms
cli add "$house_root/Samples" >/dev/null
cli mode loop >/dev/null
cli play >/dev/null

names=(coordinator "${rooms[@]/#/room }")
printf 'Two rooms, cards +40 and -35 ppm, loopback, %d s after %d s to settle, %d cores, load %s\n' \
    "$seconds" "$settle" "$(nproc)" "$(cut -d' ' -f1 /proc/loadavg)"
sleep "$settle"
before=()
for process in "${house_processes[@]}"; do before+=("$(ticks "$process")"); done
sleep "$seconds"
for index in "${!house_processes[@]}"; do
    process=${house_processes[index]}
    awk -v name="${names[index]}" -v used=$(($(ticks "$process") - before[index])) -v hz="$(getconf CLK_TCK)" \
        -v seconds="$seconds" -v peak="$(awk '/^VmHWM/ { print $2 }' "/proc/$process/status")" \
        'BEGIN { printf "%-12s %5.2f %% of a core, peak %.1f MB\n", name, 100 * used / hz / seconds, peak / 1024 }'
done
house_check
cli stop >/dev/null
house_stop
house_measure "$settle" "${rooms[@]}"

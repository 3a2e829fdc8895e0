#!/usr/bin/env bash
# Plays the sample album in three rooms at once, on virtual sound cards whose crystals disagree as real ones do, shows
# what is played, and then measures from the cards' recordings how far apart the rooms were.
#
# DEVICE=default (any ALSA device) plays along on a real card. SECONDS_TO_PLAY=20. KEEP=1 keeps recordings and logs.
# Exits 0 where all that was asked for played.
set -euo pipefail
# shellcheck source=dev/house.sh
source "$(dirname "$0")/house.sh"

readonly seconds=${SECONDS_TO_PLAY:-20}
readonly device=${DEVICE:-}
readonly rooms=(kitchen lounge bath)
readonly cards=(kitchen=40 lounge=-35 bath=80)

started=$(date +%s)
house_begin
house_cards "${cards[@]}"
printf 'A coordinator and three rooms; their cards'\'' crystals are off by +40, -35 and +80 ppm.\n'
house_coordinator --log-level notice
for room in "${rooms[@]}"; do house_room "$room" "$room"; done
[ -z "$device" ] || house_room real "$device"

# One line: what is heard, with a bar as long as the terminal allows.
now_line() {
    local json position duration title artist width filled bar
    json=$(cli --json now)
    position=$(json_value position_ms <<<"$json")
    duration=$(json_value duration_ms <<<"$json")
    title=$(json_value title <<<"$json")
    artist=$(json_value artist <<<"$json")
    position=${position%.*} duration=${duration%.*}
    : "${position:=0}" "${duration:=0}"
    [ "$duration" -gt 0 ] || duration=1
    width=24
    filled=$((position * width / duration))
    [ "$filled" -le "$width" ] || filled=$width
    printf -v bar '%*s' "$filled" ''
    bar=${bar// /#}
    printf '%d:%02d [%-*s] %d:%02d  %s - %s\n' \
        $((position / 60000)) $((position / 1000 % 60)) "$width" "$bar" \
        $((duration / 60000)) $((duration / 1000 % 60)) "$artist" "$title"
}

# Now-playing and the rooms, drawn over the last picture; no line wraps.
picture() {
    local columns
    columns=$(stty size 2>/dev/null </dev/tty | cut -d' ' -f2) || columns=
    [ "${columns:-0}" -gt 0 ] || columns=80
    { now_line; printf '\n'; cli rooms; } | while IFS= read -r line; do printf '%s\033[K\n' "${line:0:columns}"; done
}

show_on_terminal() {
    local drawn='' lines end=$((SECONDS + seconds))
    while [ "$SECONDS" -lt "$end" ]; do
        drawn=$(picture)
        printf '%s\033[J\n' "$drawn"
        lines=$(wc -l <<<"$drawn")
        sleep 0.4
        [ "$SECONDS" -ge "$end" ] || printf '\033[%dA\r' "$lines"
    done
}

show_plainly() {
    local end=$((SECONDS + seconds)) pause
    while [ "$SECONDS" -lt "$end" ]; do
        now_line
        pause=$((end - SECONDS))
        sleep $((pause < 5 ? pause : 5))
    done
    cli rooms
}

house_wait_for_rooms
status=0
if [ -n "$device" ]; then
    sleep 1
    # What went wrong with the real card, if anything: the last that its room said of it.
    if problem=$(grep -oE '(playing on|cannot open the sound device) .*' "$house/real.log" | tail -n 1 | grep '^cannot'); then
        printf 'demo.sh: %s. The virtual cards play without it.\n' "$problem" >&2
        status=1
    fi
fi
cli add "$house_root/Samples" >/dev/null
cli mode loop >/dev/null
# The cards record from when their rooms open them; what comes before the music, and its first seconds, is not measured.
skip=$(($(date +%s) - started + 4))
cli play >/dev/null
if [ -t 1 ]; then show_on_terminal; else show_plainly; fi
house_check
cli stop >/dev/null
house_stop
house_measure "$skip" "${rooms[@]}"
exit "$status"

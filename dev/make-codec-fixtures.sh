#!/bin/sh
# Makes the audio files of Tests/CodecTests/Fixtures, which are checked in: sines of our own, encoded by lame and ffmpeg
# (Debian: lame, ffmpeg). Tests know their content: left 441 Hz, right 441 Hz a quarter period ahead, amplitude 0.5.
set -eu
cd "$(dirname "$0")/../Tests/CodecTests/Fixtures"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# wav NAME RATE CHANNELS FIRST-FRAME FRAMES [HERTZ]
wav() {
    python3 - "$work/$1.wav" "$2" "$3" "$4" "$5" "${6:-441}" <<'PYTHON'
import math, struct, sys, wave
path, rate, channels, first, frames, hertz = sys.argv[1], *map(int, sys.argv[2:])
with wave.open(path, "wb") as out:
    out.setnchannels(channels)
    out.setsampwidth(2)
    out.setframerate(rate)
    for frame in range(first, first + frames):
        phase = 2 * math.pi * hertz * frame / rate
        values = [0.5 * math.sin(phase), 0.5 * math.cos(phase)][:channels]
        out.writeframes(b"".join(struct.pack("<h", round(32767 * value)) for value in values))
PYTHON
}

# mp3 OUTPUT INPUT OPTIONS: quietly, without a version-dependent extra.
mp3() {
    output=$1
    input=$2
    shift 2
    lame --quiet "$@" "$work/$input.wav" "$output"
}

wav stereo44 44100 2 0 20000
mp3 stereo-44100-cbr.mp3 stereo44 -b 128
mp3 stereo-44100-vbr.mp3 stereo44 -V 2
mp3 stereo-44100-notes-missing.mp3 stereo44 -b 128 -t
mp3 stereo-44100-free-format.mp3 stereo44 --freeformat -b 200
mp3 stereo-44100-tagged.mp3 stereo44 -b 64 --resample 44.1 --add-id3v2 --tt "Füße" --ta "Ärzte" --tl "Öl"
wav stereo48 48000 2 0 20000
mp3 stereo-48000.mp3 stereo48 -b 96 --resample 48
wav stereo32 32000 2 0 12000
mp3 stereo-32000.mp3 stereo32 -b 64 --resample 32
wav mono22 22050 1 0 8000
mp3 mono-22050.mp3 mono22 -b 64 --resample 22.05
wav mono8 8000 1 0 4000
mp3 mono-8000.mp3 mono8 -b 64 --resample 8
ffmpeg -v error -y -i "$work/stereo48.wav" -codec:a mp2 -b:a 64k layer-two-48000.mp2

# One sine in two files, as an album is ripped.
wav first 44100 2 0 9011
wav second 44100 2 9011 8000
mp3 joined-1.mp3 first -b 320
mp3 joined-2.mp3 second -b 320

# The same, long enough for what a room plays to be fitted: 997 Hz, two seconds and one, cut inside all frames and packets.
wav long1 44100 1 0 88211 997
wav long2 44100 1 88211 44089 997
mp3 split-1.mp3 long1 -b 160 -m m
mp3 split-2.mp3 long2 -b 160 -m m

# A tone that tells where in the track it is: 300 + 100 t Hz after t seconds, for 20 s.
python3 - "$work/sweep.wav" <<'PYTHON'
import math, struct, sys, wave
with wave.open(sys.argv[1], "wb") as out:
    out.setnchannels(1)
    out.setsampwidth(2)
    out.setframerate(22050)
    for frame in range(20 * 22050):
        time = frame / 22050
        value = 0.5 * math.sin(2 * math.pi * (300 * time + 50 * time * time))
        out.writeframes(struct.pack("<h", round(32767 * value)))
PYTHON
mp3 sweep.mp3 sweep -b 32 -m m

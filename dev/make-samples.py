#!/usr/bin/env python3
"""Composes, synthesizes and encodes the sample album: three short pieces for the demo and the tests.

    dev/make-samples.py [FOLDER]      (default: Samples; needs numpy and lame)

Everything is made here, from sines and noise with a fixed seed. Piece 2 follows piece 1 without a gap: both are one
performance, cut at a bar line while the chord sounds on. A soft brush plays sixteenths throughout, so that every moment
has a sound of its own in a wide band, as the skew meter likes it.
"""
import struct
import subprocess
import sys
import tempfile
import wave
import zlib
from pathlib import Path

import numpy as np

RATE = 44100
ARTIST = "The Tutti Ensemble"
ALBUM = "Three Rooms"
TITLES = ["Morning in the Kitchen", "Along the Hall", "Evening by the Window"]

random = np.random.default_rng(20240229)


def hertz(note):
    """Frequency of a MIDI note."""
    return 440.0 * 2.0 ** ((note - 69) / 12)


def seconds(count):
    return np.arange(count) / RATE


class Stage:
    """Two channels that sounds are added to."""

    def __init__(self, length):
        self.sound = np.zeros((int(length * RATE), 2))

    def add(self, at, voice, gain=1.0, pan=0.0):
        """Adds a voice (mono) from `at` seconds on; pan from -1, left, to 1, right."""
        start = int(round(at * RATE))
        count = min(len(voice), len(self.sound) - start)
        if count <= 0:
            return
        angle = (pan + 1) * np.pi / 4
        self.sound[start:start + count, 0] += voice[:count] * gain * np.cos(angle)
        self.sound[start:start + count, 1] += voice[:count] * gain * np.sin(angle)


def faded(voice, attack, release):
    """A raised-cosine beginning and end."""
    voice = voice.copy()
    for length, end in ((attack, slice(None)), (release, slice(None, None, -1))):
        count = min(int(length * RATE), len(voice))
        voice[end][:count] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(count) / max(1, count))
    return voice


def colored(count, low, high):
    """Noise with a band between two frequencies, with soft edges."""
    spectrum = np.fft.rfft(random.standard_normal(count))
    f = np.fft.rfftfreq(count, 1 / RATE)
    spectrum *= 1 / (1 + (low / np.maximum(f, 1)) ** 4) / (1 + (f / high) ** 4)
    noise = np.fft.irfft(spectrum, count)
    return noise / np.sqrt(np.mean(noise ** 2))


def pluck(note, length, brightness=1.0):
    """Something between a kalimba and an electric piano: partials that fade the faster the higher they are."""
    t = seconds(int(length * RATE))
    f = hertz(note)
    voice = np.zeros_like(t)
    for partial, level in ((1, 1.0), (2, 0.35), (3, 0.22), (4.01, 0.12), (5.98, 0.08), (9.1, 0.05)):
        if f * partial < 12000:
            decay = 1.6 + 1.9 * partial
            voice += level * brightness ** (partial - 1) * np.exp(-decay * t) * np.sin(2 * np.pi * f * partial * t)
    knock = colored(int(0.03 * RATE), 800, 5000) * np.linspace(1, 0, int(0.03 * RATE)) ** 3
    voice[:len(knock)] += 0.10 * knock
    return faded(voice, 0.002, 0.05)


def pad(notes, length, attack=0.5, release=0.9):
    """A chord of slightly detuned strings."""
    t = seconds(int((length + release) * RATE))
    voice = np.zeros_like(t)
    for note in notes:
        for detune in (-0.06, 0.05, 0.11):
            f = hertz(note + detune)
            phase = random.uniform(0, 2 * np.pi, 12)
            vibrato = 0.0025 / (2 * np.pi * 4.6) * f * np.sin(2 * np.pi * 4.6 * t + phase[0])
            for partial in range(1, 9):
                if f * partial < 7000:
                    voice += np.sin(2 * np.pi * partial * (f * t + vibrato) + phase[partial]) / partial ** 1.7
    return faded(voice / (3 * len(notes)), attack, release)


def bass(note, length):
    t = seconds(int(length * RATE))
    f = hertz(note)
    voice = np.sin(2 * np.pi * f * t) + 0.4 * np.sin(4 * np.pi * f * t) + 0.15 * np.sin(6 * np.pi * f * t)
    return faded(voice * np.exp(-1.2 * t), 0.008, 0.12)


def flute(note, length):
    """A breathy whistle with a slow vibrato."""
    t = seconds(int(length * RATE))
    f = hertz(note)
    swing = 0.006 * f / (2 * np.pi * 5.1) * np.sin(2 * np.pi * 5.1 * t) * np.clip(t * 2.5, 0, 1)
    voice = sum(level * np.sin(2 * np.pi * k * (f * t + swing)) for k, level in ((1, 1.0), (2, 0.28), (3, 0.12)))
    breath = colored(len(t), f * 0.9, f * 3.5)
    return faded(voice + 0.08 * breath, 0.05, 0.10)


def kick(level=1.0):
    t = seconds(int(0.28 * RATE))
    return level * faded(np.sin(2 * np.pi * (48 * t - 9 * np.exp(-22 * t))) * np.exp(-11 * t), 0.001, 0.05)


def brush(length=0.11, low=2500, high=9000):
    t = seconds(int(length * RATE))
    return faded(colored(len(t), low, high) * np.exp(-28 * t), 0.004, 0.02)


def snap():
    t = seconds(int(0.2 * RATE))
    return faded(colored(len(t), 900, 6500) * np.exp(-19 * t) * (1 + 0.5 * np.sin(2 * np.pi * 90 * t)), 0.002, 0.03)


def rhythm(stage, start, bars, beat, drums):
    """Brushes on sixteenths, a heartbeat below, a snap on two and four."""
    for bar in range(bars):
        at = start + bar * 4 * beat
        for step in range(16):
            accent = (1.0, 0.45, 0.65, 0.5)[step % 4] * random.uniform(0.85, 1.1)
            late = random.uniform(0, 0.006)
            stage.add(at + step * beat / 4 + late, brush(), 0.040 * accent, 0.35 if step % 2 else -0.25)
        if drums:
            for step in (0, 2.5) if bar % 2 else (0, 1.75, 2.5):
                stage.add(at + step * beat, kick(), 0.34)
            for step in (1, 3):
                stage.add(at + step * beat, snap(), 0.045, 0.1)


def harmony(stage, start, chords, beat, gain=0.26):
    for number, (root, notes) in enumerate(chords):
        at = start + number * 4 * beat
        stage.add(at, pad(notes, 4 * beat, attack=0.06 if at == 0 else 0.35), gain, 0.12 if number % 2 else -0.12)
        for step, length in ((0, 1.4), (1.5, 0.9), (2.5, 1.4)):
            stage.add(at + step * beat, bass(root, length * beat), 0.20)


def arpeggio(stage, start, chords, beat, pattern, gain=0.16):
    for number, (_, notes) in enumerate(chords):
        ladder = notes + [note + 12 for note in notes]
        for step, rung in enumerate(pattern):
            if rung is not None:
                at = start + (number * 4 + step * 4 / len(pattern)) * beat
                stage.add(at, pluck(ladder[rung % len(ladder)], 1.4), gain * random.uniform(0.85, 1.0),
                          np.sin(number * 2 + step) * 0.5)


def melody(stage, start, beat, tune, voice, gain):
    """A tune of (beats, note); None rests."""
    at = start
    for beats, note in tune:
        if note is not None:
            stage.add(at, voice(note, beats * beat * 0.95 + 0.08), gain, 0.08)
        at += beats * beat


def room(sound):
    """A small room: a few early reflections and a short, dull tail, different left and right."""
    wet = np.zeros_like(sound)
    for side in range(2):
        count = int(0.55 * RATE)
        tail = colored(count, 150, 4200) * np.exp(-9 * seconds(count)) * 0.02
        tail[:int(0.012 * RATE)] = 0
        size = 1 << int(np.ceil(np.log2(len(sound) + count)))
        spectrum = np.fft.rfft(sound[:, side], size) * np.fft.rfft(tail, size)
        wet[:, side] = np.fft.irfft(spectrum, size)[:len(sound)]
    return sound + 0.7 * wet


def first_two():
    """Pieces 1 and 2: one performance, 24 bars of G major at 112 beats a minute, then 24 in E minor, fuller."""
    beat = 60 / 112
    bright = [(43, [62, 67, 71]), (40, [64, 67, 71]), (48, [64, 67, 72]), (50, [62, 66, 69])]
    dark = [(40, [64, 67, 71]), (48, [60, 64, 67]), (43, [62, 67, 71]), (50, [62, 66, 69])]
    stage = Stage(24 * 4 * beat + 0.9)
    half = 12 * 4 * beat
    rhythm(stage, 0, 12, beat, drums=False)
    rhythm(stage, half, 12, beat, drums=True)
    for turn in range(3):
        harmony(stage, turn * 16 * beat, bright, beat)
        harmony(stage, half + turn * 16 * beat, dark, beat)
    arpeggio(stage, 0, bright * 3, beat, [0, 2, 3, 1, 4, 2, 3, 5])
    arpeggio(stage, half, dark * 3, beat, [0, 3, 1, 4, 2, 5, 3, 1, 0, 3, 2, 4, None, 5, 4, 2], 0.11)
    song = [(1.5, 74), (0.5, 76), (2, 79), (1, 78), (1, 76), (2, 71), (1.5, 72), (0.5, 74), (1, 76), (1, 79), (3, 78),
            (1, 74)]
    melody(stage, 16 * beat, beat, song, pluck, 0.26)
    melody(stage, 32 * beat, beat, song, flute, 0.10)
    answer = [(1, 76), (1, 79), (1.5, 83), (0.5, 81), (3, 79), (1, 76), (1, 74), (1, 79), (1.5, 83), (0.5, 86),
              (3, 81), (1, 78)]
    melody(stage, half, beat, answer, flute, 0.11)
    melody(stage, half + 16 * beat, beat, answer, pluck, 0.24)
    melody(stage, half + 32 * beat, beat, answer[:-2] + [(4, 81)], flute, 0.12)
    sound = room(stage.sound)
    cut = int(round(half * RATE))
    sound[-int(0.9 * RATE):] *= np.cos(np.linspace(0, np.pi / 2, int(0.9 * RATE)))[:, None] ** 2
    return sound[:cut], sound[cut:]


def third():
    """Piece 3: a slow waltz in D."""
    beat = 60 / 96
    chords = [(38, [62, 66, 69]), (45, [61, 64, 69]), (47, [62, 66, 71]), (42, [61, 66, 69]),
              (43, [62, 67, 71]), (38, [62, 66, 69]), (43, [59, 62, 67]), (45, [61, 64, 67])]
    bars = 13
    stage = Stage(bars * 3 * beat + 1.6)
    for bar in range(bars):
        at = bar * 3 * beat
        root, notes = chords[bar % 8] if bar < bars - 1 else chords[0]
        stage.add(at, pad(notes, 3 * beat, attack=0.08 if bar == 0 else 0.4, release=1.2), 0.24, (-0.15, 0.15)[bar % 2])
        stage.add(at, bass(root, 2.4 * beat), 0.22)
        for step in range(12):
            accent = (1.0, 0.4, 0.6, 0.4)[step % 4] * random.uniform(0.85, 1.1)
            stage.add(at + step * beat / 4, brush(0.13, 2000, 8000), 0.034 * accent, -0.3 if step % 2 else 0.3)
        for step in range(6):
            rung = (notes + [notes[0] + 12])[(0, 2, 3, 1, 3, 2)[step]]
            stage.add(at + step * beat / 2, pluck(rung, 1.6, 0.8), 0.13, np.sin(bar + step) * 0.5)
    tune = [(2, 78), (1, 81), (2, 76), (1, 73), (2, 74), (1, 78), (3, 73), (2, 71), (1, 74), (2, 69), (1, 66),
            (1, 67), (1, 71), (1, 74), (3, 76)]
    melody(stage, 0, beat, tune, flute, 0.11)
    melody(stage, 8 * 3 * beat, beat, [(2, 78), (1, 76), (3, 73), (2, 74), (1, 71), (3, 69), (3, 74)], pluck, 0.24)
    sound = room(stage.sound)
    sound[-int(1.6 * RATE):] *= np.cos(np.linspace(0, np.pi / 2, int(1.6 * RATE)))[:, None] ** 2
    return sound


def cover():
    """A PNG of three rooms with one wave going through all of them."""
    size = 320
    y, x = np.mgrid[0:size, 0:size]
    picture = np.zeros((size, size), np.uint8)
    for number, left in enumerate((20, 117, 214)):
        inside = (x >= left) & (x < left + 87) & (y >= 60) & (y < 260)
        picture[inside] = number + 1
        window = (x >= left + 28) & (x < left + 59) & (y >= 84) & (y < 124)
        picture[window] = 4
    line = 190 + 26 * np.sin(x / size * 2 * np.pi * 3) * np.exp(-((x - size / 2) / 170.0) ** 2)
    picture[np.abs(y - line) < 3.2] = 5
    palette = bytes.fromhex("1d2433" "c8553d" "588b8b" "f28f3b" "ffe8c2" "ffffff")

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0))
            + chunk(b"PLTE", palette) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def write_wave(path, sound):
    dither = (random.random(sound.shape) - random.random(sound.shape)) / 32768
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.round(np.clip(sound + dither, -1, 1) * 32767).astype("<i2").tobytes())


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "Samples")
    folder.mkdir(parents=True, exist_ok=True)
    first, second = first_two()
    last = third()
    # One gain for pieces 1 and 2, so that the cut between them stays smooth.
    loud = 0.8 / max(np.abs(first).max(), np.abs(second).max())
    pieces = [first * loud, second * loud, last * (0.62 / np.abs(last).max())]
    with tempfile.TemporaryDirectory() as scratch:
        picture = Path(scratch) / "cover.png"
        picture.write_bytes(cover())
        for number, (title, piece) in enumerate(zip(TITLES, pieces), 1):
            source = Path(scratch) / "piece.wav"
            target = folder / f"{number:02} - {title}.mp3"
            write_wave(source, piece)
            command = ["lame", "--quiet", "-q", "2", "--abr", "96", "--resample", "44.1", "--lowpass", "14.5",
                       "--add-id3v2", "--id3v2-only", "--tt", title, "--ta", ARTIST, "--tl", ALBUM,
                       "--tn", f"{number}/{len(pieces)}", "--ty", "2024", "--tg", "Instrumental",
                       "--ti", str(picture), str(source), str(target)]
            subprocess.run(command, check=True)
            print(f"{target.name}: {len(piece) / RATE:.2f} s, {len(piece)} frames, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()

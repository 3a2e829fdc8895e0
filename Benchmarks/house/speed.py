"""Plays a tone, a voice and music at speed 1 and at another: how long they last, how high they sound, how far apart rooms are."""
import array
import json
import math
import shutil
import subprocess
import time
import wave

from cases import make_rooms
from music import RATE, encode, frames, pink, write_wave
from pitch import median_voice_hertz, tone_hertz
from recordings import Recording, compare_between
from systems import Tutti
from workshop import Trouble, wait_for

HERTZ = 440
SECONDS = 24
TEXT = ("A house in which every room plays the same song at the same moment has no near and no far: whoever walks from one "
        "door to the next never leaves the music. Nobody counts the milliseconds, and nobody hears two singers where one "
        "stands. ")
LENGTH_LIMIT, PITCH_LIMIT = 1.0, 0.5
# At the beginning and at the end of a piece, where gains move.
MARGIN_NS = 300_000_000


def tone(folder):
    samples = array.array("h")
    for index in range(SECONDS * RATE):
        value = round(16000 * math.sin(2 * math.pi * HERTZ * index / RATE))
        samples.extend((value, value))
    write_wave(folder / "tone.wav", samples)
    return "tone.wav"


def voice(folder):
    if not shutil.which("espeak-ng"):
        raise Trouble("`espeak-ng` is missing, which speaks the test text: apt-get install espeak-ng")
    subprocess.run(["espeak-ng", "-v", "en", "-w", str(folder / "voice.wav"), TEXT * 2], check=True)
    return "voice.wav"


def music(folder):
    noise = pink(SECONDS, 3)
    write_wave(folder / "music.wav", frames(noise, noise))
    return "music.wav"


def run(workshop, rate):
    """Prints a row for each piece and speed; whether length and pitch were within their limits."""
    print("| piece | speed | lasts | of what it should | pitch | of what it should | rooms apart: p50 | p99 | |\n" + "|---" * 9 + "|")
    good = True
    for name, make, pitch in (("tone", tone, tone_pitch), ("voice", voice, voice_pitch), ("music", music, None)):
        folder = workshop.folder / name
        folder.mkdir()
        source = folder / make(folder)
        encode(source, folder / "piece.mp3")
        normal = play(workshop, folder, 1)
        good = report(workshop, name, source, normal, 1, pitch) and good
        good = report(workshop, name, source, play(workshop, folder, rate), rate, pitch, normal) and good
    return good


def play(workshop, folder, rate):
    """What two rooms recorded of the piece at a speed."""
    inside = folder / f"{rate:g}"
    inside.mkdir()
    rooms = make_rooms(2)
    cards = workshop.cards(inside, rooms, 1)
    system = Tutti(workshop, inside, None)
    system.start_server()
    try:
        for room in rooms:
            system.start_room(room, cards)
        wait_for(lambda: system.connected() == len(rooms), 10, "the rooms to connect")
        system.cli("rate", rate)
        system.cli("add", "--play", folder / "piece.mp3")
        time.sleep(1)
        wait_for(lambda: json.loads(system.cli("--json", "now").stdout)["state"] == "stopped", 90, "the end of the piece")
        workshop.check()
    finally:
        workshop.clear()
    return [Recording(inside / room.name) for room in rooms]


def span(recording):
    return [find(recording.start_ns, recording.end_ns) for find in (recording.first_sound_ns, recording.last_sound_ns)]


def source_seconds(path):
    """From the first sound of the file to the last."""
    with wave.open(str(path)) as file:
        samples = array.array("h", file.readframes(file.getnframes()))
        heard = [index for index, value in enumerate(samples) if abs(value) > 33]
        return (heard[-1] - heard[0]) / file.getnchannels() / file.getframerate()


def tone_pitch(recording):
    """The mean of windows of half a second, in which the tone is whole."""
    first, last = span(recording)
    found, at = [], first + MARGIN_NS
    while at < last - MARGIN_NS - 5e8:
        for segment, _, (left, _) in recording.sound(at, at + 5e8):
            found.append(tone_hertz(left, segment.hertz))
        at += 5e8
    whole = [hertz for hertz in found if hertz is not None]
    if len(whole) < 0.9 * len(found):
        raise Trouble(f"{recording.path.name}: only {len(whole)} of {len(found)} half seconds hold one lone tone")
    return sum(whole) / len(whole)


def voice_pitch(recording):
    """Of every fourth sample, which is enough for voices."""
    for segment, _, (left, _) in recording.sound(*span(recording)):
        return median_voice_hertz([sum(left[at:at + 4]) / 4 for at in range(0, len(left) - 4, 4)], segment.hertz / 4)
    raise Trouble(f"{recording.path.name} holds no voice")


def report(workshop, name, source, recordings, rate, pitch, normal=None):
    first, last = span(recordings[0])
    lasts = (last - first) * 1e-9
    length_off = 100 * (lasts * rate / source_seconds(source) - 1)
    cells, good = "- | -", abs(length_off) <= LENGTH_LIMIT
    if pitch:
        hertz = pitch(recordings[0])
        should = HERTZ if name == "tone" else pitch(normal[0]) if normal else hertz
        pitch_off = 100 * (hertz / should - 1)
        cells, good = f"{hertz:.2f} Hz | {pitch_off:+.2f} %", good and abs(pitch_off) <= PITCH_LIMIT
    apart = "- | -"
    if name != "tone":  # each period of a tone resembles the next
        pair = compare_between(workshop.executables, *recordings, first + MARGIN_NS, last - MARGIN_NS)
        apart = f"{pair['p50_us']:.1f} us | {pair['p99_us']:.1f} us"
    print(f"| {name} | {rate:g} | {lasts:.2f} s | {length_off:+.2f} % | {cells} | {apart} | {'pass' if good else 'FAIL'} |", flush=True)
    return good

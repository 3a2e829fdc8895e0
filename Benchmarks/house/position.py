"""Asks where the music is, twenty times a second and whatever happens, and compares it with what a card recorded then."""
import array
import json
import math
import subprocess
import threading
import time

from cases import make_rooms
from music import RATE, encode, write_wave
from pitch import tone_hertz
from recordings import Recording
from systems import Tutti
from workshop import true_ns, wait_for

TRACK_SECONDS = 60
# The tone of each track rises by so much a second and starts over: it says where in these seconds it is.
SLOPE_HERTZ, ROUND_SECONDS = 200, 10
LOWEST_HERTZ = (400, 2800)
WINDOW_NS = 24_000_000
LIMIT_MS = 100
# Within this time a track that is told has to be heard.
SOON_MS = 300


# What is done meanwhile: (name, the CLI's words, seconds until the next).
STEPS = [
    ("play", ["play"], 4),
    ("seek", ["seek", "0:31"], 3),
    ("forward, back", ["forward"], 2),
    ("forward, back", ["back", "7"], 2),
    ("pause, play", ["pause"], 2),
    ("pause, play", ["play"], 2),
    ("next, prev", ["next"], 3),
    ("rate 1.5", ["rate", "1.5"], 4),
    ("seek at rate 1.5", ["seek", "0:22"], 3),
    ("rate 0.7", ["rate", "0.7"], 4),
    ("pause, play at rate 0.7", ["pause"], 2),
    ("pause, play at rate 0.7", ["play"], 2),
    ("rate 1", ["rate", "1"], 3),
    ("next, prev", ["prev"], 3),
    ("end of a track", ["seek", "0:57"], 5),
    ("end of a track, rate 2", ["rate", "2"], 1),
    ("end of a track, rate 2", ["seek", "0:56"], 4),
]


def sweep(folder, number):
    """A track whose tone says where in it one is, at any speed, since the pitch is kept."""
    frames = array.array("h")
    phase = 0.0
    for index in range(TRACK_SECONDS * RATE):
        hertz = LOWEST_HERTZ[number] + SLOPE_HERTZ * (index / RATE % ROUND_SECONDS)
        phase = (phase + 2 * math.pi * hertz / RATE) % (2 * math.pi)
        value = round(16000 * math.sin(phase))
        frames.extend((value, value))
    write_wave(folder / "sweep.wav", frames)
    path = folder / f"sweep{number}.mp3"
    encode(folder / "sweep.wav", path)
    return path


class Asking(threading.Thread):
    """Asks until it is stopped. Each answer: (step, true times before and after, what `now` said)."""

    def __init__(self, system):
        super().__init__(daemon=True)
        self.system, self.answers, self.step, self.stopped = system, [], None, False
        self.start()

    def run(self):
        while not self.stopped:
            step, asked = self.step, true_ns()
            result = subprocess.run(self.system.command("--json", "now"), capture_output=True, text=True, check=False)
            if step and result.returncode == 0:
                self.answers.append((step, asked, true_ns(), json.loads(result.stdout)))
            time.sleep(0.05)

    def stop(self):
        self.stopped = True
        self.join()


def run(workshop):
    """Prints a row for each kind of step; whether what was told was within the limit of what both rooms played each time."""
    folder = workshop.folder / "position"
    folder.mkdir()
    rooms = make_rooms(2)
    cards = workshop.cards(folder, rooms, 1)
    tracks = [sweep(folder, number) for number in (0, 1)]
    system = Tutti(workshop, folder, None)
    system.start_server()
    try:
        for room in rooms:
            system.start_room(room, cards)
        wait_for(lambda: system.connected() == len(rooms), 10, "the rooms to connect")
        system.cli("add", *tracks)
        system.cli("mode", "loop")
        asking = Asking(system)
        for name, words, seconds in STEPS:
            asking.step = name
            system.cli(*words)
            time.sleep(seconds)
        asking.stop()
        workshop.check()
    finally:
        workshop.clear()
    return report([Recording(folder / room.name) for room in rooms], asking.answers)


def heard(recording, at_ns, told_ms):
    """(track, place in ms) that is heard around a moment, the place that is nearest to the told one; None without a lone tone."""
    for segment, _, (left, _) in recording.sound(at_ns - WINDOW_NS / 2, at_ns + WINDOW_NS / 2):
        half = len(left) // 2
        parts = [tone_hertz(part, segment.hertz) for part in (left[:half], left[half:])]
        # Across a joint, a jump or the end of a round there are two.
        if len(left) < WINDOW_NS * 0.9e-9 * segment.hertz or None in parts or abs(parts[1] - parts[0]) > 0.02 * parts[0]:
            continue
        hertz = sum(parts) / 2
        track = 0 if hertz < LOWEST_HERTZ[1] - SLOPE_HERTZ else 1
        place = (hertz - LOWEST_HERTZ[track]) / SLOPE_HERTZ * 1e3
        rounds = round((told_ms - place) / (ROUND_SECONDS * 1e3))
        return track, place + rounds * ROUND_SECONDS * 1e3
    return None


class Row:
    """What was found after one kind of step, in ms: how far told places were from heard ones while it played and in pauses, and how
    long before it was heard a track was told that somebody had skipped to."""

    def __init__(self):
        self.playing, self.paused, self.early = [], [], []

    def judge(self, recording, at_ns, now):
        place, still = now["position_ms"], now["state"] == "paused"
        if still:
            # What was heard last, a little before the end of the sound.
            last = recording.last_sound_ns(at_ns - 4e9, at_ns)
            at_ns, place = (last or at_ns) - WINDOW_NS, place - WINDOW_NS * 1e-6 * now["rate"]
        found = heard(recording, at_ns, place)
        if found is None:
            return
        if found[0] == now["index"]:
            (self.paused if still else self.playing).append(abs(place - found[1]))
        else:
            self.early.append(until_heard(recording, at_ns, now["index"], place))

    def show(self, step):
        good = bool(self.playing) and max(self.playing + self.paused) <= LIMIT_MS and max(self.early, default=0) < SOON_MS
        values = sorted(self.playing)
        off = [values[int(part * (len(values) - 1))] for part in (0.5, 0.99, 1)] if values else [math.nan] * 3
        print(f"| {step} | {len(values)} | {off[0]:.0f} ms | {off[1]:.0f} ms | {off[2]:.0f} ms | {most(self.paused)} | "
              f"{most(self.early)} | {'pass' if good else 'FAIL'} |", flush=True)
        return good


def most(values):
    return f"{max(values):.0f} ms of {len(values)}" if values else "-"


def until_heard(recording, at_ns, index, told_ms):
    """How long it takes until a track is heard, in ms."""
    for later_ms in range(0, SOON_MS, 5):
        found = heard(recording, at_ns + later_ms * 1e6, told_ms)
        if found and found[0] == index:
            return later_ms
    return SOON_MS


def report(recordings, answers):
    print("| after | told while it plays | off by: p50 | p99 | max | in a pause: max | a skip told before it was heard: max | |\n"
          + "|---" * 8 + "|")
    passed = True
    for step in dict.fromkeys(name for name, _, _ in STEPS):
        row = Row()
        for recording in recordings:
            for name, asked, answered, now in answers:
                if name == step:
                    row.judge(recording, (asked + answered) / 2, now)
        passed = row.show(step) and passed
    return passed

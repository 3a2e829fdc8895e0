"""Measures how soon rooms do what they are told, from the start of the CLI's process, and how soon a new one joins in."""
import subprocess
import time
from statistics import median

from cases import make_rooms
from music import two_sided_track
from recordings import AUDIBLE, Recording, compare
from systems import Tutti
from workshop import Trouble, true_ns, wait_for

HALF_SECONDS = 30
LEFT, RIGHT = 0, 1
PAUSE_BETWEEN = 1.3
# How long an answer may take.
WINDOW_NS = 1_200_000_000
# Around the moments at which rooms were heard to do it, it is looked closer, so finely.
GUARD_NS = 500_000
GRID_NS = 2_000


class Round:
    """When commands were given: a list of true times for each of them."""

    def __init__(self):
        self.given = {"pause": [], "resume": [], "seek": [], "next": []}

    def give(self, system, name, *words):
        self.given[name].append(true_ns())
        result = subprocess.run(system.command(*words), capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise Trouble(f"`tutti {' '.join(words)}` failed: {result.stderr.strip()}")
        time.sleep(PAUSE_BETWEEN)


def done(recording, name, given):
    """When a room had done it; None if it did not within the window."""
    until = given + WINDOW_NS
    if name == "pause":
        return recording.last_sound_ns(given, until)
    return recording.first_sound_ns(given, until, channel_of(name))


def channel_of(name):
    """From the left half to the right one by `seek`, to the left one of the other track by `next`."""
    return {"seek": RIGHT, "next": LEFT}.get(name)


def apart_ns(recordings, name, times):
    """How far apart rooms did it. Their samples lie apart by themselves, and in a ramp a peak may be above the threshold in one
    recording and just below it in the next: so all are asked at the same moments, and at two thresholds, of which a real difference
    would exceed both."""
    first, last = min(times) - GUARD_NS, max(times) + GUARD_NS
    moments = [first + step * GRID_NS for step in range(int((last - first) / GRID_NS))]
    if name == "pause":
        moments.reverse()
    spreads = [max(times) - min(times)]
    for threshold in (AUDIBLE, 1.5 * AUDIBLE):
        edges = [recording.audible_ns(moments, threshold, channel_of(name)) for recording in recordings]
        if None not in edges:
            spreads.append(max(edges) - min(edges))
    return min(spreads)


def run(workshop, number, rounds, joining):
    folder = workshop.folder / "latency"
    folder.mkdir()
    rooms = make_rooms(number + joining)
    system = Tutti(workshop, folder, None)
    cards = workshop.cards(folder, rooms, 1)
    tracks = [two_sided_track(folder, f"track{index}", HALF_SECONDS, index) for index in (1, 2)]
    system.start_server()
    try:
        for room in rooms[:number]:
            system.start_room(room, cards)
        wait_for(lambda: system.connected() == number, 10, "the rooms to connect")
        system.cli("add", *tracks)
        system.cli("mode", "loop")
        system.cli("play")
        time.sleep(5)
        commands = Round()
        for _ in range(rounds):
            commands.give(system, "pause", "pause")
            commands.give(system, "resume", "play")
            commands.give(system, "seek", "seek", f"0:{HALF_SECONDS + 5}")
            commands.give(system, "next", "next")
        joins = []
        for room in rooms[number:]:
            system.cli("seek", "0:02")
            time.sleep(2)
            joins.append((room, true_ns()))
            system.start_room(room, cards)
            time.sleep(4)
        workshop.check()
    finally:
        workshop.clear()
    report_commands(folder, rooms[:number], commands)
    report_joins(workshop, folder, rooms[0], joins)


def report_commands(folder, rooms, commands):
    recordings = [Recording(folder / room.name) for room in rooms]
    print(f"From the start of the CLI's process until it is done in all {len(rooms)} rooms:\n")
    print("| command | median | worst | rooms apart, median | worst | times |")
    print("|---|---|---|---|---|---|")
    for name, moments in commands.given.items():
        delays, spreads = [], []
        for given in moments:
            times = [done(recording, name, given) for recording in recordings]
            if None in times:
                print(f"| {name} | not done by all rooms within {WINDOW_NS / 1e9:.1f} s |||||")
                continue
            delays.append((max(times) - given) / 1e6)
            spreads.append(apart_ns(recordings, name, times) / 1e3)
        if delays:
            print(f"| {name} | {median(delays):.0f} ms | {max(delays):.0f} ms | {median(spreads):.0f} us | "
                  f"{max(spreads):.0f} us | {len(delays)} |")


def report_joins(workshop, folder, first, joins):
    """A room is in sync from the first window on after which it stays within the limit."""
    print("\nA room that is started while others play, from the start of its process:\n")
    print("| until | median | worst | times |")
    print("|---|---|---|---|")
    rows = {"its first sound": []}
    limits = {"within 1 ms of the others, and so from then on": 1000, "within 100 us": 100, "within 20 us": 20}
    rows.update({title: [] for title in limits})
    for room, started in joins:
        recording = Recording(folder / room.name)
        sound = recording.first_sound_ns(started, started + 4e9)
        if sound is None:
            print(f"| {room.name} did not sound within 4 s |||")
            continue
        rows["its first sound"].append((sound - started) / 1e6)
        windows = offsets(workshop, folder, first, room, recording.start_ns, sound)
        for title, limit in limits.items():
            moment = settled(windows, limit)
            if moment is not None:
                rows[title].append((max(sound, moment) - started) / 1e6)
    for title, values in rows.items():
        if values:
            print(f"| {title} | {median(values):.0f} ms | {max(values):.0f} ms | {len(values)} |")


def offsets(workshop, folder, first, room, origin, sound):
    """(true time, microseconds) of windows that begin every 50 ms in the three seconds after the first sound."""
    windows = []
    for step in range(5):
        [pair] = compare(workshop.executables, [folder / first.name, folder / room.name],
                         (sound - origin) / 1e9 + step * 0.05, 0, trace=True)
        windows += [(origin + seconds * 1e9, abs(lag)) for seconds, lag, _ in pair["trace"]]
    return sorted(window for window in windows if window[0] < sound + 3e9)


def settled(windows, limit):
    """The beginning of the first window from which on none is beyond the limit."""
    moment = None
    for start, lag in reversed(windows):
        if lag > limit:
            break
        moment = start
    return moment

"""Compares what rooms report of themselves with what their cards recorded, two rooms at a time.

What no room can know is left out by that: where a network takes longer one way than the other, all rooms behind such links are off
by half of it, together.
"""
import json
import math
import time
from bisect import bisect
from dataclasses import dataclass
from itertools import combinations

from cases import LINKS, make_rooms
from music import Music
from recordings import Recording, compare_between
from systems import Tutti
from workshop import true_ns

# What reports may be off by, on a wired network.
LIMIT_US = 5
# 99 of 100 values of a normal distribution lie within so many standard deviations.
SIGMAS = 2.576
WINDOW_SECONDS = 0.2


@dataclass
class Told:
    """What a room told of itself at a moment of true time: microseconds."""
    at_ns: int
    error: float
    p50: float
    p99: float
    uncertainty: float


def share(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def run(workshop, link, number, seconds, skip):
    """Prints a row for each pair of rooms; whether all of them told the truth."""
    music = Music(workshop.folder, seconds + 20)
    folder = workshop.folder / "told"
    folder.mkdir()
    rooms = make_rooms(number)
    if LINKS[link]:
        workshop.network(folder, rooms, LINKS[link])
    system = Tutti(workshop, folder, "tb-hub" if LINKS[link] else None)
    try:
        cards = workshop.cards(folder, rooms, 1)
        system.start_server()
        for room in rooms:
            system.start_room(room, {**cards, **workshop.own_clock(*room.clock)})
        system.play(music)
        started = true_ns()
        time.sleep(skip)
        told = listen(system, seconds - skip)
        workshop.check()
        span = (started + skip * 1e9, true_ns())
    finally:
        workshop.clear()
    print(f"{link} --skew, {number} rooms, {seconds - skip:.0f} s after the first {skip:.0f}; in us.\n")
    print("| rooms | told: play-out p99 | clocks, 1 sigma | so p99 | recorded p50 | p99 | p99 off by | play-out error off by: p50 | p99 | |")
    print("|---" * 10 + "|")
    pairs = combinations([(folder / room.name, told[room.name]) for room in rooms], 2)
    return all([judge(workshop, *first, *other, span) for first, other in pairs])


def listen(system, seconds):
    """What each room tells, as often as it tells something new."""
    told = {}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for room in json.loads(system.cli("--json", "rooms").stdout)["rooms"]:
            sync, entries = room["sync"], told.setdefault(room["room"], [])
            entry = Told(true_ns(), sync["playout_error_us"], sync["playout_error_p50_us"], sync["playout_error_p99_us"],
                         sync["uncertainty_us"])
            if not entries or entries[-1].error != entry.error:
                entries.append(entry)
        time.sleep(0.1)
    return told


def at(entries, moment):
    """The last entry before a moment, or the first."""
    return entries[max(0, bisect(entries, moment, key=lambda entry: entry.at_ns) - 1)]


def judge(workshop, first, first_told, other, other_told, span):
    one, two = Recording(first), Recording(other)
    origin = max(one.start_ns, two.start_ns)
    pair = compare_between(workshop.executables, one, two, span[0], span[1] - 0.3e9, trace=True)
    recorded, expected = [], []
    for seconds, lag, _ in pair["trace"]:
        moment = origin + (seconds + WINDOW_SECONDS / 2) * 1e9
        recorded.append(lag)
        expected.append(at(other_told, moment).error - at(first_told, moment).error)
    offs = [abs(lag - guess) for lag, guess in zip(recorded, expected)]
    playout = share([abs(guess) for guess in expected], 0.99)
    sigma = math.hypot(first_told[-1].uncertainty, other_told[-1].uncertainty)
    said = math.hypot(playout, SIGMAS * sigma)
    p50, p99 = (share([abs(lag) for lag in recorded], part) for part in (0.5, 0.99))
    figures = [playout, sigma, said, p50, p99, abs(p99 - said), share(offs, 0.5), share(offs, 0.99)]
    # What they told is what was recorded, and no more is off than they owned up to.
    good = figures[6] <= LIMIT_US and p99 - said <= LIMIT_US
    print(f"| {first.name}, {other.name} | {' | '.join(f'{value:.1f}' for value in figures)} | {'pass' if good else 'FAIL'} |",
          flush=True)
    return good

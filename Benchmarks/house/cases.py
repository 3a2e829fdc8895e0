"""Measures one case: rooms with crystals, clocks and links of their own play together; how far apart do they sound?"""
import os
import time
from dataclasses import dataclass, field
from itertools import count

from recordings import Recording, compare_between
from systems import SYSTEMS
from witness import Witness
from workshop import Trouble, true_ns

# Parts per million; consumer crystals are specified to within 100.
CRYSTALS_PPM = (40, -35, 72, -88, 21, -57, 100, -100)
# Seconds ahead and parts per million fast: what machines differ by without a time daemon.
CLOCKS = ((5.5, 28), (600, -31), (40000, 64), (0.25, -52), (90, 17), (7200, -83), (1, 95), (33, -11))
# What playing needs at its beginning in any system; an xrun is none of its concern later.
STARTUP_SECONDS = 5
numbers = count(1)


@dataclass
class Link:
    delay_us: float
    jitter_us: float
    loss: float = 0
    stalls_per_s: float = 0
    longest_stall_ms: float = 0

    def arguments(self):
        return [self.delay_us, self.jitter_us, self.loss, self.stalls_per_s, self.longest_stall_ms]


LINKS = {
    "loop": None,
    "lan": Link(150, 60),
    "wifi": Link(1500, 2000, 0.003, 0.03, 150),
    "awful": Link(4000, 8000, 0.015, 0.1, 400),
}


@dataclass
class Case:
    link: str = "loop"
    skew: bool = False
    rooms: int = 2
    granularity: int = 1
    seconds: float = 40
    skip: float = 8

    def __str__(self):
        words = [self.link]
        words += ["--skew"] if self.skew else []
        words += [f"--rooms {self.rooms}"] if self.rooms != 2 else []
        words += [f"--granularity {self.granularity}"] if self.granularity != 1 else []
        return " ".join(words)


@dataclass
class Room:
    name: str
    crystal_ppm: float
    clock: tuple
    namespace: str | None = None
    hub_address: str = "127.0.0.1"


def make_rooms(number):
    return [Room(f"room{index + 1}", CRYSTALS_PPM[index % 8], CLOCKS[index % 8]) for index in range(number)]


@dataclass
class Result:
    """Of one run: microseconds of the worst pair, % of a core, MB."""
    p50: float = 0
    p99: float = 0
    most: float = 0
    windows: int = 0
    xruns: int = 0
    silent: int = 0
    unmatched: int = 0
    server_cpu: float = 0
    room_cpu: float = 0
    server_mb: float = 0
    room_mb: float = 0
    load: float = 0
    machine_late_ms: float = 0
    pairs: list = field(default_factory=list)

    @property
    def passed(self):
        return self.xruns == 0 and self.silent == 0 and self.unmatched == 0 and self.windows > 0

    def verdict(self):
        if self.passed:
            return "pass"
        faults = ((self.xruns, "xruns"), (self.silent, "silent windows"), (self.unmatched, "windows of other sound"))
        return "FAIL: " + (", ".join(f"{number} {what}" for number, what in faults if number) or "no window")


def measure(workshop, case, system_name, music):
    """Plays `music` for the case's seconds and compares all pairs of rooms."""
    folder = workshop.folder / f"{next(numbers):02d}-{system_name}-{case.link}"
    folder.mkdir()
    rooms = make_rooms(case.rooms)
    try:
        if LINKS[case.link]:
            workshop.network(folder, rooms, LINKS[case.link])
        system = SYSTEMS[system_name](workshop, folder, "tb-hub" if LINKS[case.link] else None)
        cards = workshop.cards(folder, rooms, case.granularity)
        system.start_server()
        for room in rooms:
            system.start_room(room, {**cards, **(workshop.own_clock(*room.clock) if case.skew else {})})
        system.play(music)
        started = true_ns()
        time.sleep(case.skip)
        watched = [system.server, *system.rooms.values()]
        workshop.check()
        before, since = [process.processor_seconds() for process in watched], true_ns()
        with Witness() as witness:
            time.sleep(case.seconds - case.skip)
        workshop.check()
        span = (true_ns() - since) / 1e9
        shares = [100 * (process.processor_seconds() - used) / span for process, used in zip(watched, before)]
        peaks = [process.peak_mb() for process in watched]
        load, stopped = os.getloadavg()[0], true_ns()
    finally:
        workshop.clear()
    result = Result(server_cpu=shares[0], room_cpu=sum(shares[1:]) / len(rooms), server_mb=peaks[0],
                    room_mb=max(peaks[1:]), load=load, machine_late_ms=witness.latest_ms)
    judge(workshop, folder, rooms, started, stopped, case.skip, result)
    if not workshop.keep:
        for room in rooms:
            (folder / f"{room.name}.pcm").unlink()
    return result


def judge(workshop, folder, rooms, started, stopped, skip, result):
    """Fills in what the recordings say of the time from `started` plus `skip` seconds to `stopped`."""
    recordings = [Recording(folder / room.name) for room in rooms]
    for recording in recordings:
        result.xruns += sum(started + STARTUP_SECONDS * 1e9 < at < stopped for at in recording.xruns)
    for index, first in enumerate(recordings[:-1]):
        for other in recordings[index + 1:]:
            pair = compare_between(workshop.executables, first, other, started + skip * 1e9, stopped - 0.3e9)
            result.p50 = max(result.p50, pair["p50_us"])
            result.p99 = max(result.p99, pair["p99_us"])
            result.most = max(result.most, pair["max_us"])
            result.windows += pair["windows"]
            result.silent += pair["silent"] + pair["alone"]
            result.unmatched += pair["unmatched"]
            result.pairs.append(pair)

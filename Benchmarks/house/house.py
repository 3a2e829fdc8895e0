#!/usr/bin/env python3
"""Measures Tutti, and Snapcast beside it, in houses of virtual sound cards and emulated networks.

    house.py case LINK [--skew] [--rooms N] [--granularity N]     one case
    house.py table [--short]                                      the cases of the table, in order
    house.py latency                                              commands and joining, Tutti
    house.py crowd                                                what a room costs the coordinator
    house.py tone                                                 what a room does to a tone
    house.py told LINK [--rooms N]                                what rooms report, against what their cards recorded
    house.py corpus FOLDER                                        every MP3 of a folder, to its end
    house.py lead                                                 how the lead follows a network that stalls (root)
    house.py steps                                                what is heard when a machine's clock is set by an hour
    house.py position                                             the place that `now` tells, against the recordings
    house.py speed [--rate R]                                     length, pitch and rooms at another speed

LINK is loop (this machine, no root needed), lan, wifi or awful (namespaces: root). --skew gives each room a machine clock
of its own; --granularity makes the cards tell their positions in steps of so many frames.
Needs Debian's gcc, python3 and lame; iproute2 and util-linux for networks; snapserver and snapclient to compare with.
"""
import argparse
import os
import platform
import signal
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # nothing is left beside the sources
import corpus
import crowd
import latency
import lead
import position
import speed
import steps
import told
import tone
from cases import LINKS, Case, measure
from music import Music
from systems import SYSTEMS
from workshop import ROOT, Trouble, Workshop

NETWORK_SECONDS, NETWORK_SKIP = 90, 30
LOOP_SECONDS, LOOP_SKIP = 40, 8


def table_cases():
    networks = {"seconds": NETWORK_SECONDS, "skip": NETWORK_SKIP}
    return [
        Case(), Case(skew=True), Case("lan", skew=True, **networks), Case("wifi", skew=True, **networks),
        Case("awful", skew=True, **networks), Case(rooms=8), Case(granularity=48), Case(granularity=480),
    ]


def short_cases():
    return [Case(seconds=16, skip=6), Case(skew=True, seconds=16, skip=6)]


def machine():
    """The machine in one line."""
    model = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    load = " ".join(f"{value:.2f}" for value in os.getloadavg())
    return (f"{model}, {os.cpu_count()} cores, Linux {platform.release()}, load {load}"
            f"{'' if os.geteuid() == 0 else ', not root: no real-time priority'}")


def microseconds(value):
    return f"{value:.1f} us" if value < 1000 else f"{value / 1000:.2f} ms"


def print_run(case, system, result):
    print(f"| {case} | {SYSTEMS[system].title} | {microseconds(result.p50)} | {microseconds(result.p99)} | "
          f"{microseconds(result.most)} | {result.server_cpu:.2f} % | {result.room_cpu:.2f} % | {result.server_mb:.1f} | "
          f"{result.room_mb:.1f} | {result.load:.1f} | {result.machine_late_ms:.0f} ms | {result.verdict()} |", flush=True)


def print_summary(rows):
    print("\n| case | Tutti p99 | Snapcast p99 | ratio | CPU of a room, Tutti / Snapcast | peak memory of a room |")
    print("|---|---|---|---|---|---|")
    for case, results in rows:
        ours, theirs = results.get("tutti"), results.get("snapcast")
        both = ours is not None and theirs is not None
        cells = [
            str(case), microseconds(ours.p99) if ours else "-", microseconds(theirs.p99) if theirs else "-",
            f"{theirs.p99 / ours.p99:.0f}" if both else "-",
            (f"{ours.room_cpu:.2f} % / {theirs.room_cpu:.2f} % = {ours.room_cpu / max(theirs.room_cpu, 1e-3):.2f}"
             if both else " / ".join(f"{r.room_cpu:.2f} %" if r else "-" for r in (ours, theirs))),
            " / ".join(f"{r.room_mb:.1f} MB" if r else "-" for r in (ours, theirs)),
        ]
        print(f"| {' | '.join(cells)} |")


def worst(results):
    """Of repeated runs: the one with the worst p99, with all faults of all of them."""
    chosen = max(results, key=lambda result: result.p99)
    for name in ("xruns", "silent", "unmatched"):
        setattr(chosen, name, sum(getattr(result, name) for result in results))
    return chosen


def run_cases(workshop, cases, systems, repeats, peer_once=False):
    """Prints a row for each run, then the summary; whether Tutti passed everywhere."""
    music = Music(workshop.folder, max(case.seconds for case in cases) + 20)
    print("| case | system | p50 | p99 | max | server CPU | room CPU | server MB | room MB | load | machine late | |")
    print("|---" * 12 + "|", flush=True)
    rows, failed = [], []
    for case in cases:
        runs = {system: [] for system in systems}
        for number in range(repeats):
            for system in systems if number == 0 or not peer_once else [name for name in systems if name == "tutti"]:
                try:
                    result = measure(workshop, case, system, music)
                except Trouble as trouble:
                    failed.append(f"{case}, {system}: {trouble}")
                    print(f"| {case} | {SYSTEMS[system].title} |" + " - |" * 9 + f" FAIL: {trouble} |", flush=True)
                    continue
                print_run(case, system, result)
                runs[system].append(result)
                if system == "tutti" and not result.passed:
                    failed.append(f"{case}: {result.verdict()}")
        rows.append((case, {system: worst(results) for system, results in runs.items() if results}))
    print_summary(rows)
    return not failed


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    one = what.add_parser("case", help="one case")
    one.add_argument("link", choices=LINKS)
    one.add_argument("--skew", action="store_true")
    one.add_argument("--rooms", type=int, default=2)
    one.add_argument("--granularity", type=int, default=1, metavar="FRAMES")
    one.add_argument("--seconds", type=float)
    one.add_argument("--skip", type=float, help="seconds at the beginning that are not measured")
    table = what.add_parser("table", help="the cases of the table")
    table.add_argument("--short", action="store_true", help="two cases that need no root, 90 seconds")
    for command in (one, table):
        command.add_argument("--systems", default="tutti,snapcast", help="of tutti and snapcast, with a comma between")
        command.add_argument("--repeats", type=int, default=1, help="the worst run is quoted")
        command.add_argument("--peer-once", action="store_true", help="only Tutti is repeated")
    delays = what.add_parser("latency", help="commands and joining")
    delays.add_argument("--rounds", type=int, default=8)
    delays.add_argument("--rooms", type=int, default=3)
    delays.add_argument("--joins", type=int, default=5, help="rooms that are started meanwhile, one after another")
    many = what.add_parser("crowd", help="up to 200 rooms that only listen")
    many.add_argument("--sizes", default="0,25,50,100,200", help="numbers of rooms, with commas between")
    many.add_argument("--seconds", type=float, default=20, help="how long each number is measured")
    pure = what.add_parser("tone", help="signal to noise and distortion of a recorded tone")
    pure.add_argument("--formats", default="FLOAT_LE,S32_LE,S24_LE,S16_LE", help="of the card, with commas between")
    pure.add_argument("--hertz", type=float, default=1000)
    pure.add_argument("--seconds", type=float, default=20, help="how long the tone is heard")
    reports = what.add_parser("told", help="what rooms report, against what their cards recorded")
    reports.add_argument("link", choices=LINKS, nargs="?", default="lan")
    reports.add_argument("--rooms", type=int, default=4)
    reports.add_argument("--seconds", type=float, default=NETWORK_SECONDS)
    reports.add_argument("--skip", type=float, default=NETWORK_SKIP, help="seconds that are not compared")
    ahead = what.add_parser("lead", help="how the lead follows a network that stalls for a while")
    ahead.add_argument("--seconds", type=float, default=150, help="how long the network is good again")
    hours = what.add_parser("steps", help="what is heard when a machine's clock is set by an hour")
    place = what.add_parser("position", help="the place that is told, against the recordings")
    fast = what.add_parser("speed", help="length, pitch and rooms at another speed")
    fast.add_argument("--rate", type=float, default=1.5, help="0.5 to 3")
    every = what.add_parser("corpus", help="every MP3 of a folder, to its end")
    every.add_argument("folder", type=Path)
    for command in (one, table, delays, many, pure, reports, ahead, hours, place, fast, every):
        command.add_argument("--bin", default=ROOT / ".build/release", type=Path, help="the folder of the executables")
        command.add_argument("--card", type=Path, help="libVirtualCard.so; in that folder otherwise")
        command.add_argument("--keep", action="store_true", help="keep recordings and logs")
    return parser.parse_args()


def chosen_cases(arguments):
    if arguments.what == "table":
        return short_cases() if arguments.short else table_cases()
    on_network = LINKS[arguments.link] is not None
    seconds = arguments.seconds or (NETWORK_SECONDS if on_network else LOOP_SECONDS)
    skip = arguments.skip if arguments.skip is not None else (NETWORK_SKIP if on_network else LOOP_SKIP)
    if not 0 <= skip <= seconds - 5:
        raise Trouble(f"--skip {skip:g} leaves less than 5 of {seconds:g} s to measure")
    if not 2 <= arguments.rooms <= 64 or arguments.granularity < 1:
        raise Trouble("give 2 to 64 --rooms and a --granularity of at least 1")
    return [Case(arguments.link, arguments.skew, arguments.rooms, arguments.granularity, seconds, skip)]


def chosen_systems(names):
    chosen = []
    for name in names.split(","):
        if name not in SYSTEMS:
            raise Trouble(f'the system "{name}" is not known; known are {", ".join(SYSTEMS)}')
        missing = SYSTEMS[name].missing()
        if missing:
            print(missing)
        else:
            chosen.append(name)
    if not chosen:
        raise Trouble("no system is left to measure")
    return chosen


def needs_root(link):
    if LINKS[link] and os.geteuid() != 0:
        raise Trouble("emulated networks need namespaces, and those need root: run it with sudo (`loop` needs none)")


def leave(number, _):
    raise SystemExit(128 + number)


def main():
    arguments = parse()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, leave)
    with Workshop(arguments.bin.resolve(), (arguments.card or arguments.bin / "libVirtualCard.so").resolve(),
                  arguments.keep) as workshop:
        print(f"{machine()}\n", flush=True)
        if arguments.what == "latency":
            latency.run(workshop, arguments.rooms, arguments.rounds, arguments.joins)
            return 0
        if arguments.what == "crowd":
            crowd.run(workshop, [int(size) for size in arguments.sizes.split(",")], arguments.seconds)
            return 0
        if arguments.what == "tone":
            tone.run(workshop, arguments.formats.split(","), arguments.hertz, arguments.seconds)
            return 0
        if arguments.what == "told":
            needs_root(arguments.link)
            return 0 if told.run(workshop, arguments.link, arguments.rooms, arguments.seconds, arguments.skip) else 1
        if arguments.what == "corpus":
            return 0 if corpus.run(workshop, arguments.folder.resolve()) else 1
        if arguments.what == "lead":
            needs_root("lan")
            return 0 if lead.run(workshop, arguments.seconds) else 1
        if arguments.what == "steps":
            return 0 if steps.run(workshop) else 1
        if arguments.what == "position":
            return 0 if position.run(workshop) else 1
        if arguments.what == "speed":
            return 0 if speed.run(workshop, arguments.rate) else 1
        cases = chosen_cases(arguments)
        for case in cases:
            needs_root(case.link)
        return 0 if run_cases(workshop, cases, chosen_systems(arguments.systems), arguments.repeats,
                             arguments.peer_once) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Trouble as trouble:
        print(f"house.py: {trouble}", file=sys.stderr)
        sys.exit(1)

"""Sets the time of day of a room's machine and of the coordinator's by an hour, forward and back, while rooms play."""
import json
import os
import subprocess
import time

from cases import make_rooms
from music import Music
from recordings import Recording, compare_between
from systems import Tutti
from workshop import Trouble, true_ns

HOUR = 3600
# What a time daemon does where it trusts itself to: smaller than the age that a packet's time of arrival may have.
SMALL = 0.5
SETTLING_SECONDS, SECONDS_EACH = 8, 10
LIMIT_US = 5


def run(workshop):
    """Prints a row for each time that a clock was set; whether nobody heard any of it."""
    moves = [(who, by) for who in ("room1", "the coordinator") for by in (HOUR, -HOUR, SMALL, -SMALL, -HOUR, HOUR)]
    music = Music(workshop.folder, SETTLING_SECONDS + SECONDS_EACH * len(moves) + 20)
    folder = workshop.folder / "steps"
    folder.mkdir()
    rooms = make_rooms(2)
    system = Tutti(workshop, folder, None)
    try:
        cards = workshop.cards(folder, rooms, 1)
        server_env, server_clock = workshop.settable_clock(folder / "server.clock", 0, 0)
        room_env, room_clock = workshop.settable_clock(folder / "room.clock", *rooms[0].clock)
        system.start_server(server_env)
        system.start_room(rooms[0], {**cards, **room_env})
        system.start_room(rooms[1], {**cards, **workshop.own_clock(*rooms[1].clock)})
        system.play(music)
        time.sleep(SETTLING_SECONDS)
        spans = []
        for who, by in moves:
            env, clock = (room_env, room_clock) if who == "room1" else (server_env, server_clock)
            before, started = time_of_day(env), true_ns()
            clock.move(by)
            if abs(time_of_day(env) - before - by) > 0.4:
                raise Trouble(f"the time of day of {who} did not move by {by:+g} s: nothing would be measured")
            words = watch(system, SECONDS_EACH)
            workshop.check()
            spans.append((who, by, started, true_ns(), words))
    finally:
        workshop.clear()
    paths = [folder / room.name for room in rooms]
    print("| clock of | set by | p99 | max | silent or other sound | rooms said | |\n|" + "---|" * 7)
    return all([judge(workshop, paths, *span) for span in spans]) and not late_xruns(paths, spans[0][2])


def time_of_day(env):
    """What a program on that machine takes for the time: seconds."""
    return float(subprocess.run(["date", "+%s.%N"], env={**os.environ, **env}, capture_output=True, check=True).stdout)


def watch(system, seconds):
    """What the rooms say of themselves meanwhile."""
    words, end = set(), time.monotonic() + seconds
    while time.monotonic() < end:
        words.update(room["sync"]["state"] for room in json.loads(system.cli("--json", "rooms").stdout)["rooms"])
        time.sleep(0.5)
    return words


def judge(workshop, paths, who, by, started, stopped, words):
    pair = compare_between(workshop.executables, *map(Recording, paths), started, stopped)
    heard = pair["silent"] + pair["alone"] + pair["unmatched"]
    good = heard == 0 and pair["max_us"] <= LIMIT_US and words == {"in_sync"}
    print(f"| {who} | {by:+g} s | {pair['p99_us']:.1f} us | {pair['max_us']:.1f} us | {heard} of {pair['windows']} | "
          f"{', '.join(sorted(words))} | {'pass' if good else 'FAIL'} |", flush=True)
    return good


def late_xruns(paths, since_ns):
    xruns = [at for path in paths for at in Recording(path).xruns if at > since_ns]
    if xruns:
        print(f"{len(xruns)} xruns.")
    return xruns

"""Shows how the lead follows a network: two rooms, of which one has a link that stalls for a while and then is good again."""
import json
import signal
import time

from cases import LINKS, make_rooms
from music import Music
from recordings import Recording, compare_between
from systems import Tutti
from workshop import true_ns

GOOD_SECONDS, BAD_SECONDS = 20, 50
# A room that is away for longer is taken for offline.
STALL_SECONDS, STALL_EVERY = 1.2, 4
TOLD_EVERY = 10


def run(workshop, seconds):
    """Prints a row each 10 s; whether the lead rose and came down, and nobody heard any of it."""
    total = GOOD_SECONDS + BAD_SECONDS + seconds
    music = Music(workshop.folder, total + 20)
    folder = workshop.folder / "lead"
    folder.mkdir()
    rooms = make_rooms(2)
    workshop.network(folder, rooms, LINKS["lan"])
    system = Tutti(workshop, folder, "tb-hub")
    try:
        cards = workshop.cards(folder, rooms, 1)
        system.start_server()
        for room in rooms:
            system.start_room(room, cards)
        system.play(music)
        started = true_ns()
        link = next(process for process in workshop.processes if process.name == "link-1")
        print(f"The link of {rooms[0].name} stands still for {STALL_SECONDS} s every {STALL_EVERY} s from {GOOD_SECONDS} s to "
              f"{GOOD_SECONDS + BAD_SECONDS} s.\n")
        print("| after | arrival tail | audio in hand | of the other room | late | lost | concealed |")
        print("|---|---|---|---|---|---|---|", flush=True)
        leads = follow(system, link, [room.name for room in rooms], total)
        workshop.check()
        stopped = true_ns()
    finally:
        workshop.clear()
    return judge(workshop, [Recording(folder / room.name) for room in rooms], leads, (started, stopped))


def follow(system, link, names, total):
    """Plays the link's part. Returns (seconds, ms in hand) of the other room, whose network has no part in it."""
    started, leads, next_row, next_stall = time.monotonic(), [], TOLD_EVERY, GOOD_SECONDS
    while (passed := time.monotonic() - started) < total:
        if passed >= next_stall and passed < GOOD_SECONDS + BAD_SECONDS:
            next_stall += STALL_EVERY
            link.child.send_signal(signal.SIGSTOP)
            try:
                time.sleep(STALL_SECONDS)
            finally:
                link.child.send_signal(signal.SIGCONT)
        rooms = {room["room"]: room["sync"] for room in json.loads(system.cli("--json", "rooms").stdout)["rooms"]}
        bad, good = (rooms[name] for name in names)
        if None in (bad["buffer_ms"], good["buffer_ms"]):
            continue  # It has not reported yet.
        leads.append((passed, good["buffer_ms"]))
        if passed >= next_row:
            next_row += TOLD_EVERY
            print(f"| {passed:.0f} s | {bad['arrival_tail_ms']:.0f} ms | {bad['buffer_ms']:.0f} ms | {good['buffer_ms']:.0f} ms | "
                  f"{bad['late']} | {bad['lost']} | {bad['concealed']} |", flush=True)
        time.sleep(0.5)
    return leads


def judge(workshop, recordings, leads, span):
    pair = compare_between(workshop.executables, *recordings, span[0] + 5e9, span[1] - 0.3e9)
    before = max(lead for at, lead in leads if 5 < at < GOOD_SECONDS)
    highest = max(lead for _, lead in leads)
    last = max(lead for at, lead in leads if at > leads[-1][0] - 10)
    heard = pair["silent"] + pair["alone"] + pair["unmatched"]
    good = highest > before + 500 and last < before + 200 and heard == 0
    print(f"\nIn hand at most: before {before:.0f} ms, then {highest:.0f} ms, in the end {last:.0f} ms. Windows in which a room was "
          f"silent or played something else: {heard} of {pair['windows']}; p99 {pair['p99_us']:.1f} us. {'pass' if good else 'FAIL'}")
    return good

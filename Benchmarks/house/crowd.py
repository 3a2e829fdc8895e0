"""Measures what a room costs the coordinator: its processor time while it plays to more and more light rooms."""
import subprocess
import time

from music import Music
from systems import Tutti
from workshop import Trouble

SETTLE_SECONDS = 12


def run(workshop, sizes, seconds):
    """Prints a row for each number of rooms, then the straight line through them: base and slope, in per cent of a core."""
    bench = workshop.executables / "tutti-bench"
    if not bench.exists():
        raise Trouble(f"{bench} is missing: swift build --configuration release --product tutti-bench")
    music = Music(workshop.folder, 60)
    folder = workshop.folder / "crowd"
    folder.mkdir()
    system = Tutti(workshop, folder, None)
    system.start_server()
    points = []
    try:
        system.play(music)
        print("| rooms | coordinator CPU | packets of a room | missed by all |\n|---|---|---|---|", flush=True)
        for size in sizes:
            points.append((size, measure(system, bench, size, seconds)))
    finally:
        workshop.clear()
    mean = [sum(values) / len(points) for values in zip(*points)]
    slope = (sum((x - mean[0]) * (y - mean[1]) for x, y in points) / sum((x - mean[0]) ** 2 for x, _ in points))
    print(f"\nBase {mean[1] - slope * mean[0]:.2f} %, each room {slope:.3f} % of a core, decoding and encoding included.")


def measure(system, bench, size, seconds):
    crowd = subprocess.Popen([bench, "crowd", f"127.0.0.1:{system.port}", str(size), str(SETTLE_SECONDS + seconds + 1)],
                             stdout=subprocess.PIPE, text=True) if size else None
    time.sleep(SETTLE_SECONDS)
    before, since = system.server.processor_seconds(), time.monotonic()
    time.sleep(seconds)
    share = 100 * (system.server.processor_seconds() - before) / (time.monotonic() - since)
    told = ["-", "-"]
    if crowd:
        words = crowd.communicate(timeout=60)[0]
        if crowd.returncode != 0:
            raise Trouble(words.strip())
        told = [part.split(": ")[1] for part in words.strip().splitlines()[-1].split("; ")]
    print(f"| {size} | {share:.2f} % | {told[0]} | {told[1]} |", flush=True)
    return share

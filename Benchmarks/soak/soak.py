#!/usr/bin/env python3
"""Ten minutes of random commands over mixed files, some of them broken.

    Benchmarks/soak/soak.py [--minutes 10] [--bin .build/release] [--seed N] [--bound-ms 200] [--keep]

A coordinator and a room with a virtual sound card get a random command every 50 to 300 ms through the command line tool, as
a user would give it. It is told: how long commands took (the tool's start included), and how threads, memory and
descriptors of both processes were in the first and in the last part of the run. Afterwards two short files must play
as if nothing had been. Exits 0 where nothing was wrong.

Needs Debian's lame and sox. Everything is made in a temporary folder.
"""
import argparse
import collections
import functools
import http.server
import json
import os
import pathlib
import random
import shutil
import signal
import socketserver
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# How much may be more at the end than at the start, beyond noise.
ALLOWED = {"threads": 1, "descriptors": 4, "memory_kib": 8192}
MOST_ITEMS = 80
# How many of the slowest commands are shown.
SLOWEST = 8


def run(*command):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Music:
    """Good files, odd files and broken ones."""

    def __init__(self, folder):
        self.folder = folder
        self.short = [self.tone(f"short {n}.mp3", 2, 44100, 2, 300 + 100 * n) for n in range(2)]
        self.good = self.short + [
            self.tone("long.mp3", 90, 44100, 2, 220), self.tone("mono.mp3", 20, 22050, 1, 330),
            self.tone("voice.mp3", 40, 16000, 1, 200, "-V", "9"), self.tone("forty eight.mp3", 15, 48000, 2, 500),
        ]
        self.broken = list(self.make_broken(self.good[2].read_bytes()))
        lists = folder / "list.m3u8"
        names = [path.name for path in self.good[:4]] + ["missing.mp3", self.broken[0].name]
        lists.write_text("#EXTM3U\n" + "".join(f"#EXTINF:5,{name}\n{name}\n" for name in names))
        self.lists = [lists]

    def tone(self, name, seconds, rate, channels, hertz, *options):
        path, wav = self.folder / name, self.folder / "tone.wav"
        run("sox", "-n", "-r", rate, "-c", channels, "-b", 16, wav, "synth", seconds, "sine", hertz, "tremolo", 3, 60,
            "gain", -12)
        run("lame", "--quiet", *(options or ("-b", "96")), wav, path)
        wav.unlink()
        return path

    def make_broken(self, good):
        noise = random.Random(1).randbytes(300_000)
        cases = {
            "cut.mp3": good[: len(good) // 3 + 77], "text.mp3": b"This is no music.\n" * 500, "empty.mp3": b"",
            "zeros.mp3": bytes(200_000), "noise.mp3": noise, "ones.mp3": b"\xff" * 1_000_000,
            "hole.mp3": good[:90_000] + noise[:50_000] + good[140_000:], "head.mp3": good[:40],
            "tag.mp3": b"ID3\x04\x00\x00\x7f\x7f\x7f\x7f" + noise[:1000],
        }
        for name, content in cases.items():
            path = self.folder / name
            path.write_bytes(content)
            yield path


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


class House:
    def __init__(self, arguments, folder):
        self.bin, self.folder = pathlib.Path(arguments.bin).resolve(), folder
        self.port = random.randrange(20000, 32000, 10)
        card = self.bin / "libVirtualCard.so"
        configuration = folder / "asound.conf"
        configuration.write_text(
            "</usr/share/alsa/alsa.conf>\n"
            f'pcm_type.tutticard {{ lib "{card}" }}\n'
            f'pcm.soak {{ type tutticard output "{folder}/soak" record 0 ppm 40 }}\n'
        )
        self.processes = {}
        self.start("coordinator", "tutti-coordinator", "--port", self.port, "--state", folder / "coordinator")
        self.wait(lambda: self.cli("status")[0] == 0, "the coordinator does not answer")
        self.start("room", "tutti-room", "--coordinator", f"127.0.0.1:{self.port}", "--id", "soak", "--name", "soak",
                   "--device", "soak", "--state", folder / "room", environment={"ALSA_CONFIG_PATH": str(configuration)})
        self.wait(lambda: self.sync_state() == "in_sync", "the room is not in sync")

    def start(self, name, program, *arguments, environment=None):
        log = open(self.folder / f"{name}.log", "wb")
        self.processes[name] = subprocess.Popen(
            [self.bin / program, *map(str, arguments), "--log-level", "notice"], stderr=log,
            env={**os.environ, **(environment or {})},
        )

    def cli(self, *arguments):
        """The exit code, both outputs and the seconds of one command."""
        started = time.monotonic()
        done = subprocess.run(
            [self.bin / "tutti", "--coordinator", f"127.0.0.1:{self.port}", "--json", *map(str, arguments)],
            capture_output=True, text=True, timeout=60,
        )
        return done.returncode, done.stdout, done.stderr.strip(), time.monotonic() - started

    def now(self):
        return json.loads(self.cli("now")[1])

    def sync_state(self):
        code, text, _, _ = self.cli("rooms")
        rooms = json.loads(text)["rooms"] if code == 0 else []
        return rooms[0]["sync"]["state"] if rooms else "unknown"

    def wait(self, condition, problem, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise SystemExit(f"soak: {problem} after {seconds} s (logs in {self.folder})")
            time.sleep(0.1)

    def sample(self):
        return {name: usage(process.pid) for name, process in self.processes.items()}

    def alive(self):
        return [name for name, process in self.processes.items() if process.poll() is not None]

    def stop(self):
        for process in reversed(self.processes.values()):
            process.send_signal(signal.SIGTERM)
        for process in self.processes.values():
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


def usage(process):
    fields = dict(
        line.split(":", 1) for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines() if ":" in line
    )
    return {
        "threads": int(fields["Threads"]), "memory_kib": int(fields["VmRSS"].split()[0]),
        "descriptors": len(os.listdir(f"/proc/{process}/fd")),
    }


class Player:
    """Gives random commands and takes note of what came of them."""

    def __init__(self, house, music, address, seed):
        self.house, self.music, self.address = house, music, address
        self.random = random.Random(seed)
        self.times = collections.defaultdict(list)
        self.slowest = []
        self.refusals = collections.Counter()
        self.problems = []

    def command(self):
        pick = self.random.choices
        name = pick(
            ["add", "next", "previous", "play", "index", "pause", "toggle", "stop", "seek", "forward", "back", "mode",
             "consume", "stop-after-current", "remove", "move", "clear", "now", "queue", "volume"],
            [14, 8, 5, 6, 6, 4, 6, 2, 8, 4, 4, 5, 2, 2, 3, 3, 1, 3, 3, 2],
        )[0]
        between = self.random.randint
        match name:
            case "add": return self.add()
            case "index": return "play", between(1, 30)
            case "seek": return "seek", self.random.choice(["0", "1:20", "+5", "-5", str(between(0, 95))])
            case "forward" | "back": return (name, *self.random.choice([(), (between(1, 60),)]))
            case "mode": return "mode", self.random.choice(["off", "loop", "shuffle", "one"])
            case "consume" | "stop-after-current": return name, self.random.choice(["on", "off"])
            case "remove" | "move": return self.edit(name)
            case "previous": return ("prev",)
            case "volume": return "room", "soak", "volume", between(0, 100)
            case _: return (name,)

    def add(self):
        music = self.music
        uris = self.random.sample(music.good + music.broken + music.broken[:3] + music.lists, self.random.randint(1, 3))
        if self.random.random() < 0.15:
            uris = [f"{self.address}/{uris[0].name.replace(' ', '%20')}"]
        options = self.random.choice(
            [(), (), ("--next",), ("--at", "1"), ("--play",), ("--next", "--play"), ("--from", "0:01"),
             ("--no-autoplay",), ("--keep-position",), ("--replace", "--play")]
        )
        return "add", *options, *uris

    def edit(self, name):
        items = json.loads(self.house.cli("queue")[1])["items"]
        if not items:
            return ("now",)
        if len(items) > MOST_ITEMS:
            return ("remove", *(item["id"] for item in items[MOST_ITEMS // 2:]))
        item = self.random.choice(items)["id"]
        return (name, item) if name == "remove" else (name, item, self.random.randint(1, len(items)))

    def step(self):
        command = self.command()
        code, _, errors, seconds = self.house.cli(*command)
        self.times[command[0]].append(seconds * 1000)
        words = " ".join(pathlib.Path(word).name if "/" in word else word for word in map(str, command))
        self.slowest = sorted(self.slowest + [(seconds * 1000, words)], reverse=True)[:SLOWEST]
        if self.random.random() < 0.2:
            # The tool's start and end alone: no command is answered faster.
            self.times["(start alone)"].append(self.house.cli("--version")[3] * 1000)
        if code == 1:
            self.refusals[errors.split(":")[1].strip()[:60] if ":" in errors else errors[:60]] += 1
        elif code != 0:
            self.problems.append(f"{' '.join(map(str, command))}: exit code {code}: {errors}")


def soak(house, player, minutes):
    samples, end, last = [], time.monotonic() + minutes * 60, 0
    while time.monotonic() < end:
        player.step()
        if house.alive():
            player.problems.append(f"{house.alive()} ended by itself")
            break
        if time.monotonic() - last > 2:
            last = time.monotonic()
            samples.append(house.sample())
        time.sleep(player.random.uniform(0.05, 0.3))
    return samples


def normal_play(house, music):
    """Two short files must play, one after the other, and the zone stop; in sync, without an error."""
    for command in (["mode", "off"], ["consume", "off"], ["stop-after-current", "off"],
                    ["add", "--replace", "--play", *music.short]):
        code, _, errors, _ = house.cli(*command)
        if code != 0:
            return [f"{command[0]} after the soak: {errors}"]
    heard, end = set(), time.monotonic() + 20
    while time.monotonic() < end:
        now = house.now()
        if now["state"] == "playing" and now["position_ms"] > 500:
            heard.add(now["index"])
        if now["state"] == "stopped" and heard:
            break
        time.sleep(0.1)
    problems = [] if heard == {0, 1} else [f"after the soak items {heard} were heard, not both"]
    if house.now()["error"]:
        problems.append(f"after the soak: {house.now()['error']}")
    if house.sync_state() != "in_sync":
        problems.append(f"after the soak the room is {house.sync_state()}")
    return problems


def growth(samples):
    """The medians of the second and of the last fifth of the run; what is more than allowed is a problem."""
    problems, fifth = [], max(1, len(samples) // 5)
    print(f"\n{'':14}{'':14}{'start':>9}{'end':>9}{'most':>9}")
    for process in samples[0]:
        for figure, allowed in ALLOWED.items():
            values = [sample[process][figure] for sample in samples]
            start, end = statistics.median(values[fifth: 2 * fifth] or values), statistics.median(values[-fifth:])
            print(f"{process:14}{figure:14}{start:9.0f}{end:9.0f}{max(values):9}")
            if end > start + allowed:
                problems.append(f"{process}: {figure} grew from {start:.0f} to {end:.0f}")
    return problems


def report_times(player, bound):
    everything = sorted(
        time for name, times in player.times.items() for time in times if not name.startswith("(")
    )
    print(f"\n{'command':20}{'count':>7}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}")
    for name, times in sorted(player.times.items()) + [("all", everything)]:
        times = sorted(times)
        print(f"{name:20}{len(times):7}{times[len(times) // 2]:9.1f}{times[len(times) * 99 // 100]:9.1f}{times[-1]:9.1f}")
    print("slowest:", *(f"  {time:6.0f} ms  {words}" for time, words in player.slowest), sep="\n")
    late = sum(time > bound for time in everything)
    print(f"refused with a reason: {sum(player.refusals.values())}")
    for reason, count in player.refusals.most_common(6):
        print(f"  {count:5} {reason}")
    return [f"{late} of {len(everything)} commands took longer than {bound:.0f} ms"] if late else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--bin", default=ROOT / ".build/release")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--bound-ms", type=float, default=200)
    parser.add_argument("--keep", action="store_true", help="keep the folder with the logs")
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tutti-soak-"))
    (folder / "music").mkdir()
    music = Music(folder / "music")
    server = Server(("127.0.0.1", 0), functools.partial(QuietHandler, directory=folder / "music"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    house = House(arguments, folder)
    print(f"seed {arguments.seed}, {arguments.minutes:g} minutes, {arguments.bin}")
    try:
        player = Player(house, music, f"http://127.0.0.1:{server.server_address[1]}", arguments.seed)
        samples = soak(house, player, arguments.minutes)
        problems = player.problems + report_times(player, arguments.bound_ms) + growth(samples)
        problems += normal_play(house, music)
    finally:
        house.stop()
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    for problem in problems:
        print(f"WRONG: {problem}")
    print("nothing was wrong" if not problems else f"{len(problems)} things were wrong")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

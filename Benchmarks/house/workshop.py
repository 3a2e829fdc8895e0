"""What a measurement needs around it: a folder, processes, virtual sound cards, networks. All of it goes on every way out."""
import ctypes
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIBC = ctypes.CDLL(None)
DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG of linux/prctl.h


class Trouble(Exception):
    """What went wrong, and what to do: one line."""


def true_ns():
    """The axis of the virtual cards' recordings."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)


def die_with_parent():
    LIBC.prctl(DIES_WITH_PARENT, signal.SIGKILL)


def wait_for(condition, seconds, what):
    """Until `condition()` is true, whose value is returned."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise Trouble(f"waiting for {what}: nothing after {seconds} s; keep the logs with --keep and look at them")


class Process:
    """A program that runs in a namespace, with a log, and whose use of the machine can be read."""

    def __init__(self, name, command, log, namespace=None, env=None, stdin=None):
        self.name = name
        self.log = log
        if namespace:
            command = ["nsenter", f"--net=/run/netns/{namespace}", *command]
        with open(log, "ab") as output:
            self.child = subprocess.Popen(
                [str(word) for word in command], stdin=stdin or subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env=dict(os.environ, **(env or {})), start_new_session=True,
                preexec_fn=die_with_parent)

    def ended(self):
        return self.child.poll() is not None

    def last_words(self):
        lines = Path(self.log).read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def processor_seconds(self):
        fields = Path(f"/proc/{self.child.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak_mb(self):
        for line in Path(f"/proc/{self.child.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def stop(self):
        if not self.ended():
            self.child.terminate()
            try:
                self.child.wait(3)
            except subprocess.TimeoutExpired:
                self.child.kill()
        self.child.wait()


class TimeOfDay:
    """Sets a process's time of day, as somebody or a time daemon does on its machine; clock.c reads the file."""

    def __init__(self, path):
        self.file = open(path, "w+b", buffering=0)
        self.moved_s = 0
        self._write(0, 0)

    def _write(self, before_s, after_s):
        now = time.clock_gettime_ns(time.CLOCK_REALTIME)
        self.file.seek(0)
        self.file.write(struct.pack("qqq", now, round(before_s * 1e9), round(after_s * 1e9)))

    def move(self, seconds):
        self._write(self.moved_s, self.moved_s + seconds)
        self.moved_s += seconds


class Workshop:
    """Use it in a `with`: it gives back what was made."""

    def __init__(self, executables, card, keep=False):
        self.executables = Path(executables)
        self.card = Path(card)
        self.keep = keep
        for file in [self.card] + [self.executables / name
                                   for name in ("tutti-coordinator", "tutti-room", "tutti", "tutti-skew")]:
            if not file.exists():
                raise Trouble(f"{file} is missing: run `make build` first")
        self.processes = []
        self.namespaces = []

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tutti-bench."))
        return self

    def __exit__(self, *_):
        self.clear()
        if self.keep:
            print(f"Kept: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    def clear(self):
        """Ends every process, the newest first, then the networks."""
        while self.processes:
            self.processes.pop().stop()
        while self.namespaces:
            subprocess.run(["ip", "netns", "delete", self.namespaces.pop()], stderr=subprocess.DEVNULL, check=False)

    def start(self, name, command, log_folder, **options):
        process = Process(name, command, log_folder / f"{name}.log", **options)
        self.processes.append(process)
        return process

    def check(self):
        for process in self.processes:
            if process.ended():
                raise Trouble(f"{process.name} has ended by itself ({process.last_words()}); --keep keeps all logs")

    def compiled(self, source, output, *options):
        """Builds a C file of this folder, once."""
        path = self.folder / output
        if not path.exists():
            command = ["gcc", "-O2", *options, "-o", path, HERE / source, "-lm", "-ldl"]
            if subprocess.run(command, check=False).returncode != 0:
                raise Trouble(f"compiling {HERE / source} failed: see above; `apt-get install gcc` if there is none")
        return path

    def own_clock(self, seconds, ppm):
        """The environment that gives a process a machine clock of its own."""
        library = self.compiled("clock.c", "clock.so", "-shared", "-fPIC")
        return {"LD_PRELOAD": str(library), "HOUSE_CLOCK": f"{seconds} {round(ppm * 1000)}"}

    def settable_clock(self, path, seconds, ppm):
        """The same, and the TimeOfDay that sets it while the process runs."""
        return {**self.own_clock(seconds, ppm), "HOUSE_CLOCK_SET": str(path)}, TimeOfDay(path)

    def cards(self, folder, rooms, granularity, more=""):
        """Describes a card for each room, with `more` options; returns the environment that makes ALSA know them."""
        lines = ["</usr/share/alsa/alsa.conf>", f'pcm_type.tutticard {{ lib "{self.card}" }}']
        for room in rooms:
            lines.append(f'pcm.{room.name} {{ type tutticard output "{folder / room.name}" ppm {room.crystal_ppm} '
                         f"granularity {granularity} {more} }}")
        path = folder / "asound.conf"
        path.write_text("\n".join(lines) + "\n")
        return {"ALSA_CONFIG_PATH": str(path)}

    def namespace(self, name):
        """Makes a network namespace; one that an earlier, killed run left is removed before."""
        if os.geteuid() != 0:
            raise Trouble("emulated networks need namespaces, and those need root: run it with sudo (`loop` needs none)")
        if Path(f"/run/netns/{name}").exists():
            inside = subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True, check=False).stdout
            if inside.strip():
                raise Trouble(f"the network namespace {name} is in use: another run is going on; wait for its end")
            subprocess.run(["ip", "netns", "delete", name], check=True)
        subprocess.run(["ip", "netns", "add", name], check=True)
        self.namespaces.append(name)
        subprocess.run(["ip", "-n", name, "link", "set", "lo", "up"], check=True)

    def network(self, folder, rooms, link):
        """The hub's namespace and one for each room, with a link between them. Sets the rooms' namespaces and addresses."""
        program = self.compiled("link.c", "link")
        self.namespace("tb-hub")
        for number, room in enumerate(rooms, 1):
            room.namespace, device = f"tb-{number}", f"tb{number}"
            room.hub_address = f"10.66.{number}.1"
            self.namespace(room.namespace)
            process = self.start(
                f"link-{number}", [program, "tb-hub", room.namespace, device, *link.arguments(), 1000 + number], folder)
            wait_for(lambda p=process: p.ended() or "ready" in Path(p.log).read_text(), 5, f"link {number}")
            self.check()
            for namespace, own, other in (("tb-hub", 1, 2), (room.namespace, 2, 1)):
                subprocess.run(["ip", "-n", namespace, "address", "add", f"10.66.{number}.{own}", "peer",
                                f"10.66.{number}.{other}", "dev", device], check=True)
                subprocess.run(["ip", "-n", namespace, "link", "set", device, "up"], check=True)


def free_ports(count):
    """The first of so many ports in a row that nobody uses, TCP and UDP."""
    while True:
        first = random.randrange(20000, 32000, 10)
        try:
            for port in range(first, first + count):
                for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
                    with socket.socket(socket.AF_INET, kind) as probe:
                        probe.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue

"""The systems that are measured: each starts a server and rooms, plays a piece of music, and stops."""
import json
import os
import shutil
import subprocess
import time

from workshop import Trouble, free_ports, wait_for


class Tutti:
    """A coordinator and rooms, told what to do by the CLI. The coordinator decodes the MP3."""

    title = "Tutti"

    def __init__(self, workshop, folder, namespace):
        self.workshop, self.folder, self.namespace = workshop, folder, namespace
        self.port = free_ports(4)
        self.rooms = {}

    @staticmethod
    def missing():
        return None

    def start_server(self, env=None):
        reach = ["--listen", "0.0.0.0", "--insecure"] if self.namespace else []
        self.server = self.workshop.start(
            "tutti-coordinator",
            [self.workshop.executables / "tutti-coordinator", "--port", self.port, "--state", self.folder / "server",
             "--log-level", "notice", *reach], self.folder, namespace=self.namespace, env=env)
        wait_for(lambda: self.cli("status", check=False).returncode == 0, 10, "the coordinator")

    def start_room(self, room, env):
        reach = ["--insecure"] if room.namespace else []
        self.rooms[room.name] = self.workshop.start(
            room.name,
            [self.workshop.executables / "tutti-room", "--coordinator", f"{room.hub_address}:{self.port}", "--id",
             room.name, "--name", room.name, "--device", room.name, "--state", self.folder / f"state-{room.name}",
             *reach], self.folder, namespace=room.namespace, env=env)

    def command(self, *words):
        inside = ["nsenter", f"--net=/run/netns/{self.namespace}"] if self.namespace else []
        return [*inside, str(self.workshop.executables / "tutti"), "--coordinator", f"127.0.0.1:{self.port}",
                *[str(word) for word in words]]

    def cli(self, *words, check=True):
        result = subprocess.run(self.command(*words), capture_output=True, text=True, check=False)
        if check and result.returncode != 0:
            raise Trouble(f"`tutti {' '.join(str(word) for word in words)}` failed: {result.stderr.strip()}")
        return result

    def connected(self):
        rooms = json.loads(self.cli("--json", "rooms").stdout)["rooms"]
        return sum(room["connected"] for room in rooms)

    def play(self, music):
        wait_for(lambda: self.connected() == len(self.rooms), 20, "the rooms to connect")
        self.cli("add", music.mp3)
        self.cli("mode", "loop")
        self.cli("play")


class Snapcast:
    """snapserver and snapclients of Debian, Opus, all else as delivered. The server reads PCM from a pipe that is always
    full, at its own pace: nobody decodes."""

    title = "Snapcast"

    def __init__(self, workshop, folder, namespace):
        self.workshop, self.folder, self.namespace = workshop, folder, namespace
        self.port = free_ports(3)
        self.rooms = {}

    @staticmethod
    def missing():
        if shutil.which("snapserver") and shutil.which("snapclient"):
            return None
        return "Snapcast is not installed and left out: apt-get install snapserver snapclient"

    def start_server(self):
        self.pipe = self.folder / "pipe"
        os.mkfifo(self.pipe)
        (self.folder / "data").mkdir()
        (self.folder / "snapserver.conf").write_text(
            f"[server]\ndatadir = {self.folder / 'data'}\n[http]\nenabled = false\n"
            f"[tcp]\nenabled = false\n[stream]\nport = {self.port}\n"
            f"source = pipe://{self.pipe}?name=bench&mode=read&sampleformat=48000:16:2\ncodec = opus\n"
            "[logging]\nsink = stdout\n")
        self.server = self.workshop.start(
            "snapserver", ["snapserver", "--config", self.folder / "snapserver.conf"], self.folder,
            namespace=self.namespace)
        time.sleep(1)

    def start_room(self, room, env):
        self.rooms[room.name] = self.workshop.start(
            room.name,
            ["snapclient", "--host", room.hub_address, "--port", self.port, "--soundcard", room.name, "--instance",
             len(self.rooms) + 1, "--hostID", room.name, "--player", "alsa", "--logsink", "stdout"], self.folder,
            namespace=room.namespace, env=env)

    def play(self, music):
        time.sleep(1)
        self.workshop.start("feeder", ["dd", "status=none", "bs=3840", f"if={music.raw}", f"of={self.pipe}"], self.folder)


SYSTEMS = {"tutti": Tutti, "snapcast": Snapcast}

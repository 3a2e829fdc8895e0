"""Plays every MP3 of a folder to its end through a coordinator and a room, and says where that differs from what it was told.

Files that no index describes: what is compared is what `tutti info` says, what the queue and the events say, what left the card
and, where ffmpeg is there, what that decodes.
"""
import array
import json
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from cases import make_rooms
from recordings import Recording
from systems import Tutti
from workshop import Trouble, wait_for

# A longer file is played from so many seconds before its end on.
WHOLE_SECONDS = 8
REST_SECONDS = 4
# A small card: a room plays at any rate, and an hour of it has to fit on a disk.
RATE = 16000
CARD = f"format S16_LE rate {RATE} channels 1"
AUDIBLE = 0.004
# Between what was decoded and what was heard of it: an Opus packet rings for some ms at both ends.
LENGTH_MS, SOUND_MS = 25, 60
BETWEEN_SECONDS = 0.3


@dataclass
class Heard:
    """What one file did. Times are true ones, in ns, or None."""
    path: Path
    info: dict
    status: str = ""
    error: str = ""
    started: int | None = None
    finished: int | None = None
    from_ms: int = 0
    sought: int | None = None
    state: str = ""

    @property
    def begin(self):
        return self.sought or self.started


class Events:
    """Follows what the coordinator tells."""

    def __init__(self, system):
        self.all = []
        self.child = subprocess.Popen(system.command("--json", "events"), stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.child.stdout:
            self.all.append(json.loads(line))

    def of(self, item):
        return [event for event in list(self.all) if event.get("item", {}).get("id") == item]

    def close(self):
        self.child.terminate()
        self.child.wait()


def run(workshop, corpus):
    """Prints a line for each file that differs; whether none does."""
    files = sorted(path for path in Path(corpus).rglob("*") if path.suffix.lower() == ".mp3" and path.is_file())
    if not files:
        raise Trouble(f"there is no MP3 below {corpus}; name a folder that has some")
    folder = workshop.folder / "corpus"
    folder.mkdir()
    [room] = make_rooms(1)
    system = Tutti(workshop, folder, None)
    system.start_server()
    try:
        system.start_room(room, workshop.cards(folder, [room], 1, CARD))
        wait_for(lambda: system.connected() == 1, 10, "the room to connect")
        system.cli("room", room.name, "volume", 100)
        events = Events(system)
        played = []
        for number, path in enumerate(files, 1):
            played.append(play(system, events, path))
            if number % 50 == 0:
                print(f"{number} of {len(files)} played", flush=True)
        time.sleep(1)
        events.close()
        workshop.check()
    finally:
        workshop.clear()
    recording = Recording(folder / room.name)
    if recording.xruns:
        print(f"The card ran dry {len(recording.xruns)} times: lengths near that are the machine's fault.")
    differing = 0
    for heard in played:
        faults = list(judge(heard, recording))
        differing += bool(faults)
        for fault in faults:
            print(f"differs: {heard.path.relative_to(corpus)}: {fault}", flush=True)
    refused = sum(heard.status == "failed" for heard in played)
    print(f"{len(played)} files: {len(played) - refused} played, {refused} refused; {differing} differ.")
    return differing == 0


def play(system, events, path):
    """Plays one file to its end; longer ones from near the end on."""
    [info] = json.loads(system.cli("--json", "info", path, check=False).stdout or '{"tracks":[{}]}')["tracks"]
    added = system.cli("--json", "add", "--replace", "--play", path, check=False)
    if added.returncode != 0:
        return Heard(path, info, "failed", added.stderr.strip())
    item = json.loads(added.stdout)["ids"][0]
    heard = Heard(path, info)
    seconds = (info.get("duration_ms") or 0) / 1000
    deadline = time.monotonic() + min(seconds, WHOLE_SECONDS) + 8
    sought = seconds <= WHOLE_SECONDS
    while time.monotonic() < deadline:
        if not sought and any(event["kind"] == "item_started" for event in events.of(item)):
            heard.from_ms = int((seconds - REST_SECONDS) * 1000)
            answer = system.cli("--json", "seek", f"{heard.from_ms // 60000}:{heard.from_ms % 60000 / 1000:06.3f}")
            heard.sought = json.loads(answer.stdout)["effective_time_ns"]
            sought = True
        state = json.loads(system.cli("--json", "now").stdout)["state"]
        if state == "stopped" and any(event["kind"] in ("item_finished", "item_failed") for event in events.of(item)):
            break
    [row] = [row for row in json.loads(system.cli("--json", "queue").stdout)["items"] if row["id"] == item]
    heard.status, heard.error = row["status"], row["error"]
    for event in events.of(item):
        if event["kind"] == "item_started" and heard.started is None:
            heard.started = event["time_ns"]
        if event["kind"] == "item_finished":
            heard.finished = event["time_ns"]
    heard.state = state
    if state != "stopped":
        system.cli("stop", check=False)
    time.sleep(BETWEEN_SECONDS)
    return heard


def judge(heard, recording):
    """What differs, in words."""
    info, refused = heard.info, heard.status == "failed"
    if heard.state not in ("stopped", "") :
        yield f"it had not ended 8 s after its end: the zone was {heard.state}"
    if refused != bool(info.get("error")):
        yield f"played it is \"{heard.error or heard.status}\", and info says \"{info.get('error') or 'playable'}\""
    if refused:
        if not heard.error or "\n" in heard.error:
            yield f"its error is no line: \"{heard.error}\""
        return
    if heard.begin is None or heard.finished is None:
        yield f"it is {heard.status} and no event told its {'end' if heard.begin else 'beginning'}"
        return
    length = (heard.finished - heard.begin) / 1e6
    wanted = info["duration_ms"] - heard.from_ms
    if abs(length - wanted) > LENGTH_MS:
        estimated = ", which is an estimate" if info["duration_estimated"] else ""
        yield f"heard for {length:.0f} ms of {wanted} ms{estimated}"
    yield from judge_sound(heard, recording)


def judge_sound(heard, recording):
    margin = BETWEEN_SECONDS / 2 * 1e9
    first = recording.first_sound_ns(heard.begin - margin, heard.finished + margin)
    last = recording.last_sound_ns(heard.begin - margin, heard.finished + margin)
    # Before a seek it sounded as well.
    early = last and heard.sought is None and first < heard.begin - SOUND_MS * 1e6
    if last and (early or last > heard.finished + SOUND_MS * 1e6):
        yield (f"it sounds from {(first - heard.begin) / 1e6:.0f} ms after its beginning to "
               f"{(last - heard.finished) / 1e6:.0f} ms after its end")
    wanted = decoded(heard.path)
    if wanted is None:
        return
    edges = [index for index, value in enumerate(wanted) if abs(value) > AUDIBLE * 32768]
    begin = heard.from_ms * RATE // 1000
    edges = [index for index in edges if index >= begin]
    if not edges or not last:
        if bool(edges) != bool(last):
            yield f"{'nothing' if edges else 'something'} was heard, and ffmpeg decodes {'sound' if edges else 'silence'}"
        return
    off = (last - heard.begin) / 1e6 - (edges[-1] - begin) * 1000 / RATE
    if abs(off) > SOUND_MS:
        yield f"its last sound comes {off:.0f} ms later than in what ffmpeg decodes"


def decoded(path):
    """The file as ffmpeg decodes it, at the card's rate; None where there is no ffmpeg or it cannot."""
    if not shutil.which("ffmpeg"):
        return None
    result = subprocess.run(["ffmpeg", "-v", "error", "-i", str(path), "-f", "s16le", "-ac", "1", "-ar", str(RATE), "-"],
                            capture_output=True, check=False)
    return array.array("h", result.stdout[:len(result.stdout) // 2 * 2]) if result.returncode == 0 and result.stdout else None

"""Measures whether a tone stays clean on its way through a room: what its card recorded against the packets it was sent."""
import array
import math
import subprocess

from cases import make_rooms
from music import RATE, encode, write_wave
from systems import Tutti
from workshop import Trouble, wait_for

AMPLITUDE = 0.5
SILENCE_SECONDS = 1


def tone_file(folder, hertz, seconds):
    """A second of silence, so that no ramp falls into the tone's beginning, then the tone on both sides."""
    frames = array.array("h", bytes(4 * RATE * SILENCE_SECONDS))
    for index in range(int(seconds * RATE)):
        value = round(32767 * AMPLITUDE * math.sin(2 * math.pi * hertz * index / RATE))
        frames.extend((value, value))
    write_wave(folder / "tone.wav", frames)
    encode(folder / "tone.wav", folder / "tone.mp3")
    return folder / "tone.mp3"


def run(workshop, formats, hertz, seconds):
    bench = workshop.executables / "tutti-bench"
    if not bench.exists():
        raise Trouble(f"{bench} is missing: swift build --configuration release --product tutti-bench")
    for sample_format in formats:
        print(f"{measure(workshop, bench, sample_format, hertz, seconds)}\n", flush=True)


def measure(workshop, bench, sample_format, hertz, seconds):
    folder = workshop.folder / sample_format
    folder.mkdir()
    [room] = make_rooms(1)
    cards = workshop.cards(folder, [room], 1, f"format {sample_format}")
    track = tone_file(folder, hertz, seconds + 4)
    system = Tutti(workshop, folder, None)
    system.start_server()
    try:
        system.start_room(room, cards)
        wait_for(lambda: system.connected() == 1, 10, "the room to connect")
        system.cli("room", room.name, "volume", 100)
        # It listens for the tone, the silence before it and what starting takes; what is sent ahead is not lost.
        listener = subprocess.Popen(
            [str(bench), "tone", f"127.0.0.1:{system.port}", str(seconds + 4), str(folder / room.name), str(hertz)],
            stdout=subprocess.PIPE, text=True)
        listener.stdout.readline()
        wait_for(lambda: system.connected() == 2, 10, "the listener to connect")
        system.cli("add", track)
        system.cli("play")
        output = listener.communicate(timeout=seconds + 120)[0].strip()
        if listener.returncode != 0:
            raise Trouble(output)
        workshop.check()
    finally:
        workshop.clear()
    return output

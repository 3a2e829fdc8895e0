"""Reads what virtual cards recorded; Sources/VirtualCard/recorder.h describes the files."""
import array
import json
import math
import subprocess
from pathlib import Path

from workshop import Trouble

# ALSA's names of what is read here, Python's letters for them, full scale. 24 bits come in the low bytes of 32.
FORMATS = {"S16_LE": ("h", 2**15), "S32_LE": ("i", 2**31), "FLOAT_LE": ("f", 1.0), "S24_LE": ("i", 2**23)}
AUDIBLE = 1e-3
# Between samples: on each side so many of them count.
TAPS = 16


class Segment:
    """Frames that left one after another; frame n at `start_ns + n * 1e9 / hertz`."""

    def __init__(self, fields):
        self.start_ns = int(fields["at"])
        self.hertz = float(fields["hertz"])
        self.format = fields["format"]
        self.channels = int(fields["channels"])
        self.first_byte = self.end_byte = int(fields["byte"])
        if self.format not in FORMATS:
            raise Trouble(f"the card plays {self.format}, which is not read here; known are {', '.join(FORMATS)}")
        self.frame_bytes = self.channels * array.array(FORMATS[self.format][0]).itemsize

    @property
    def frames(self):
        return (self.end_byte - self.first_byte) // self.frame_bytes

    def time_ns(self, frame):
        return self.start_ns + frame * 1e9 / self.hertz

    @property
    def end_ns(self):
        return self.time_ns(self.frames)


class Recording:
    def __init__(self, path):
        self.path = Path(path)
        self.xruns = []
        self.segments = []
        journal = Path(f"{path}.journal")
        text = journal.read_text() if journal.exists() else ""
        size = Path(f"{path}.pcm").stat().st_size if journal.exists() else 0
        playing = None
        for line in text.splitlines():
            event, *words = line.split()
            fields = dict(word.split("=", 1) for word in words)
            if playing:
                playing.end_byte = int(fields["byte"])
                playing = None
            if event == "start":
                playing = Segment(fields)
                self.segments.append(playing)
            if event == "xrun":
                self.xruns.append(int(fields["at"]))
        if playing:
            playing.end_byte = size
        self.segments = [segment for segment in self.segments if segment.frames > 0]
        if not self.segments:
            raise Trouble(f"{self.path.name} has recorded nothing: its room never played; --keep keeps its log")

    @property
    def start_ns(self):
        return self.segments[0].start_ns

    @property
    def end_ns(self):
        return max(segment.end_ns for segment in self.segments)

    def sound(self, from_ns, until_ns):
        """Pieces of sound as (segment, first frame, channels): lists of -1...1 for each of the first two channels."""
        for segment in self.segments:
            first = max(0, int((from_ns - segment.start_ns) * segment.hertz / 1e9))
            last = min(segment.frames, int((until_ns - segment.start_ns) * segment.hertz / 1e9))
            if first >= last:
                continue
            letter, scale = FORMATS[segment.format]
            with open(f"{self.path}.pcm", "rb") as file:
                file.seek(segment.first_byte + first * segment.frame_bytes)
                samples = array.array(letter, file.read((last - first) * segment.frame_bytes))
            if segment.format == "S24_LE":
                samples = array.array("i", [((value & 0xFFFFFF) ^ 0x800000) - 0x800000 for value in samples])
            yield segment, first, [
                [value / scale for value in samples[channel::segment.channels]]
                for channel in (0, min(1, segment.channels - 1))]

    def first_sound_ns(self, from_ns, until_ns, channel=None):
        """When sound is first heard after a moment, from one side or any; None where there is none."""
        for segment, first, sides in self.sound(from_ns, until_ns):
            heard = sides if channel is None else [sides[channel]]
            for index, values in enumerate(zip(*heard)):
                if any(abs(value) > AUDIBLE for value in values):
                    return segment.time_ns(first + index)
        return None

    def last_sound_ns(self, from_ns, until_ns, channel=None):
        """When sound is last heard in a span of time; None where there is none."""
        last = None
        for segment, first, sides in self.sound(from_ns, until_ns):
            heard = sides if channel is None else [sides[channel]]
            for index in range(len(heard[0]) - 1, -1, -1):
                if any(abs(side[index]) > AUDIBLE for side in heard):
                    moment = segment.time_ns(first + index)
                    last = moment if last is None else max(last, moment)
                    break
        return last

    def audible_ns(self, times_ns, threshold, channel=None):
        """The first of `times_ns`, which lie close together, at which sound exceeds `threshold`; None where there is none. Between
        the samples, which lie elsewhere in each recording, it is what a DAC makes of them."""
        margin = (TAPS + 1) * 1e9 / 44100
        for segment, first, sides in self.sound(min(times_ns) - margin, max(times_ns) + margin):
            heard = sides if channel is None else [sides[channel]]
            for time_ns in times_ns:
                place = (time_ns - segment.start_ns) * segment.hertz / 1e9 - first
                if any(abs(between(side, place)) > threshold for side in heard):
                    return time_ns
        return None


def between(samples, place):
    """Interpolates with a sinc in a Hann window."""
    value = 0.0
    for index in range(max(0, math.floor(place) - TAPS + 1), min(len(samples), math.floor(place) + TAPS + 1)):
        x = place - index
        sinc = math.sin(math.pi * x) / (math.pi * x) if x else 1.0
        value += samples[index] * sinc * (0.5 + 0.5 * math.cos(math.pi * x / TAPS))
    return value


def compare(executables, paths, skip, tail, trace=False):
    """tutti-skew's figures of the first recording with each other one."""
    command = [executables / "tutti-skew", "--json", "--skip", f"{max(0, skip):.3f}", "--tail", f"{max(0, tail):.3f}"]
    result = subprocess.run(
        [str(word) for word in command + (["--trace"] if trace else []) + list(paths)],
        capture_output=True, text=True, check=False)
    if not result.stdout.strip():
        raise Trouble(f"comparing the recordings: {result.stderr.strip()}")
    return json.loads(result.stdout)["pairs"]


def compare_between(executables, first, other, from_ns, until_ns, trace=False):
    """tutti-skew's figures of two recordings between two moments of true time."""
    # It counts from the moment on at which both cards play, and to the end of the first.
    origin = max(first.start_ns, other.start_ns)
    end = min(first.end_ns, other.end_ns)
    [pair] = compare(executables, [first.path, other.path], (from_ns - origin) / 1e9, (end - until_ns) / 1e9, trace)
    if pair["p99_us"] is None:
        raise Trouble(f"{pair['reference']} and {pair['other']} never played the same; --keep keeps all logs")
    return pair

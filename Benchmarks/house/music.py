"""Sound to measure with: noise whose every moment is unlike any other, made here with a fixed seed."""
import array
import math
import random
import shutil
import subprocess
import wave

from workshop import Trouble

RATE = 48000
LOOP_SECONDS = 20
# Paul Kellet's economy filter from white to pink noise: three first-order low passes and a direct part.
POLES = ((0.99765, 0.0990460), (0.96300, 0.2965164), (0.57000, 1.0526913))
DIRECT = 0.1848


def pink(seconds, seed):
    """Pink noise with slow swells as of music, as floats of about -1...1."""
    gauss = random.Random(seed).uniform
    (p0, g0), (p1, g1), (p2, g2) = POLES
    a = b = c = 0.0
    out = array.array("d")
    for _ in range(int(seconds * RATE)):
        white = gauss(-1, 1)
        a = p0 * a + g0 * white
        b = p1 * b + g1 * white
        c = p2 * c + g2 * white
        out.append((a + b + c + DIRECT * white) * 0.2)
    for index in range(len(out)):
        # The swells fit into the loop a whole number of times, so that it has no seam in loudness.
        out[index] *= 0.65 + 0.35 * math.sin(2 * math.pi * index / RATE * round(0.6 * seconds) / seconds)
    return out


def frames(left, right):
    """Two channels as 16-bit frames."""
    result = array.array("h", bytes(4 * len(left)))
    clipped = [max(-32767, min(32767, round(value * 16000))) for value in left]
    result[0::2] = array.array("h", clipped)
    result[1::2] = array.array("h", [max(-32767, min(32767, round(value * 16000))) for value in right])
    return result


def write_wave(path, samples):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def encode(source, target):
    if not shutil.which("lame"):
        raise Trouble("`lame` is missing, which encodes the test signal: apt-get install lame")
    subprocess.run(["lame", "--quiet", "-b", "320", str(source), str(target)], check=True)


class Music:
    """The test signal of a run, in the forms that the systems want. Made once."""

    def __init__(self, folder, seconds):
        loop = self._loop()
        samples = loop * math.ceil(seconds / LOOP_SECONDS)
        self.wav = folder / "music.wav"
        self.raw = folder / "music.raw"
        self.mp3 = folder / "music.mp3"
        write_wave(self.wav, samples)
        self.raw.write_bytes(samples.tobytes())
        encode(self.wav, self.mp3)

    @staticmethod
    def _loop():
        middle, side = pink(LOOP_SECONDS, 6), pink(LOOP_SECONDS, 28)
        return frames([m + 0.4 * s for m, s in zip(middle, side)], [m - 0.4 * s for m, s in zip(middle, side)])


def two_sided_track(folder, name, half_seconds, seed):
    """An MP3 that sounds from the left in its first half and from the right in its second: so that a recording shows
    at once which half it plays."""
    noise = pink(half_seconds, seed)
    silence = array.array("d", bytes(8 * len(noise)))
    write_wave(folder / "half.wav", frames(noise, silence) + frames(silence, noise))
    path = folder / f"{name}.mp3"
    encode(folder / "half.wav", path)
    return path

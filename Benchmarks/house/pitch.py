"""Reads how high a recorded sound is, from where it crosses zero and from how it repeats."""
from statistics import median

# Of voices.
LOWEST_HERTZ, HIGHEST_HERTZ = 60, 400


def tone_hertz(samples, hertz):
    """The frequency of a lone tone in samples taken `hertz` times a second; None where there is none, or more than one."""
    crossings = []
    for index in range(1, len(samples)):
        before, after = samples[index - 1], samples[index]
        if before < 0 <= after:
            crossings.append(index - 1 + before / (before - after))
    if len(crossings) < 5:
        return None
    periods = [after - before for before, after in zip(crossings, crossings[1:])]
    usual = (crossings[-1] - crossings[0]) / (len(crossings) - 1)
    # A jump or a silence is where the periods differ.
    if any(abs(period - usual) > 0.2 * usual for period in periods):
        return None
    return hertz / usual


def voice_hertz(samples, hertz):
    """How often a voice repeats itself in a window; None where it does not, as in consonants."""
    shortest, longest = int(hertz / HIGHEST_HERTZ), int(hertz / LOWEST_HERTZ)
    length = len(samples) - longest - 1
    head = samples[:length]
    energy = sum(value * value for value in head)
    if length < longest or energy / length < 1e-4:
        return None

    def likeness(lag):
        shifted = samples[lag:lag + length]
        other = sum(value * value for value in shifted)
        return sum(a * b for a, b in zip(head, shifted)) / ((energy * other) ** 0.5 or 1)

    found = [likeness(lag) for lag in range(shortest, longest + 1)]
    best = max(found)
    if best < 0.9:
        return None
    # The first lag that is nearly as good as the best: the others are multiples of it.
    for index in range(1, len(found) - 1):
        here, before, after = found[index], found[index - 1], found[index + 1]
        if here > best - 0.05 and here >= before and here >= after:
            bend = before - 2 * here + after
            return hertz / (shortest + index + (0.5 * (before - after) / bend if bend else 0))
    return None


def median_voice_hertz(samples, hertz, step_s=0.02, window_s=0.05):
    """The middle of all windows in which a voice is heard."""
    step, window = int(step_s * hertz), int(window_s * hertz)
    heard = [voice_hertz(samples[at:at + window], hertz) for at in range(0, len(samples) - window, step)]
    return median([value for value in heard if value is not None])

/*
 * What left a virtual card, and when, on its way to two files.
 *
 * OUTPUT.pcm      the frames that left the card, as they were written, one after another: nothing that was dropped
 *                 before its time came, and nothing for the time in which the card stood still.
 * OUTPUT.journal  text, one event a line: a word, then fields `name=value`:
 *
 *     open    at=NS byte=B version=1 ppm=P granularity=G
 *     start   at=NS byte=B rate=HZ format=NAME channels=N hertz=TRUE_HZ
 *     stop    at=NS byte=B        the program stopped the card, or it drained
 *     xrun    at=NS byte=B        nothing was left to play
 *     unplug  at=NS byte=B        the card was pulled out
 *     lost    at=NS byte=B        the recording could not keep up or could not be written: from here on the sound is
 *                                 not recorded until the card is set up anew (its lines then repeat the same byte)
 *     close   at=NS byte=B
 *
 * `at` is CLOCK_MONOTONIC_RAW. `byte` is the place in OUTPUT.pcm: of the first frame, for `start`; just after the last
 * frame that left, for the others. So from a `start` to the line after it, frame n left at exactly at + n / hertz. A
 * journal that breaks off after a `start` belongs to a card that is playing or was killed: its sound goes on to the end
 * of the sound file, or to the next `open`. Files are appended to, and lag by 20 ms and a call of the program at most.
 *
 * Threads: the card's calls (one at a time) produce; a thread of the recorder's own, never of real-time priority,
 * writes the files. They share a ring and atomics, no lock, so that a slow disk cannot delay the card. Memory is
 * bounded by the ring: the card's buffer and two seconds.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recorder;

/* How the frames of a set-up card look. */
struct recording_format {
    const char *name; /* ALSA's name, static */
    unsigned rate;
    unsigned channels;
    size_t frame_bytes;
};

/* Hidden: a program that loads the card must not meet these names. */
#pragma GCC visibility push(hidden)

/* Opens the files for appending and claims them. Returns 0 or -errno (EBUSY: another process has them). */
int recorder_open(struct recorder **made, const char *output, bool with_sound, double ppm, long granularity);
/* Writes the last line and closes the files. */
void recorder_close(struct recorder *recorder);

/* The card was set up; frames are counted from 0 again. Blocks shortly. Returns 0 or -errno. */
int recorder_begin(struct recorder *recorder, const struct recording_format *format, size_t buffer_frames);
/* Everything that left goes to the files; the thread ends. Blocks until it is done. Harmless when not begun. */
void recorder_end(struct recorder *recorder);

/* Keeps frames that are to leave as number `frame` and following, unless they are written anew. Never blocks. */
void recorder_keep(struct recorder *recorder, uint64_t frame, const void *frames, size_t count);
/* All frames before `left` have left the card. Never blocks. */
void recorder_advance(struct recorder *recorder, uint64_t left);
/* Frames that have left since recorder_begin. */
uint64_t recorder_left(const struct recorder *recorder);

/* Something happened after `frame` frames. `event` is static; `hertz` is 0 except for "start". Never blocks. */
void recorder_note(struct recorder *recorder, const char *event, int64_t at_ns, uint64_t frame, double hertz);

#pragma GCC visibility pop

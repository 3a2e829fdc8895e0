/* The card itself: an ALSA I/O plug-in whose hardware is a crystal and a recorder. */
#pragma once

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>

#include "crystal.h"
#include "recorder.h"

/* What asound.conf says about a card. */
struct card_settings {
    const char *output;
    double ppm;
    long granularity;        /* frames */
    long rate;               /* 0: any */
    long channels;           /* 0: any */
    snd_pcm_format_t format; /* SND_PCM_FORMAT_UNKNOWN: any */
    bool record;
};

/*
 * Positions are frames since `prepare`, as alsa-lib counts them. They are kept in 64 bits and never wrap: alsa-lib's
 * own counters wrap at a boundary near 2^63. (Where `long` has 32 bits it would come after half a day of play.)
 * All calls but poll_revents come with alsa-lib's lock of the PCM held, or from the thread that sets it up.
 */
struct card {
    snd_pcm_ioplug_t io;
    struct card_settings settings;
    struct recorder *recorder;
    char *unplug_path;
    int64_t unplug_checked_ns;
    bool unplugged;

    int timer; /* readable: the program should be woken */
    snd_pcm_uframes_t wake_room;

    bool running;
    struct crystal crystal;
    uint64_t first_frame; /* the recorder's number of position 0 */
    int64_t position;     /* as last reported: a multiple of the granularity, while running */
};

/* Hidden: a program that loads the card must not meet these names. */
#pragma GCC visibility push(hidden)

/* Makes a card and opens it as the PCM `name`. Returns 0 or -errno; ENODEV: it is unplugged, EBUSY: it is in use. */
int card_open(snd_pcm_t **pcm, const char *name, const struct card_settings *settings, int mode);

/* What alsa-lib calls: card.c. */
extern const snd_pcm_ioplug_callback_t card_callbacks;

/* Gives back everything a card holds, but the PCM: card_setup.c. */
void card_release(struct card *card);

#pragma GCC visibility pop

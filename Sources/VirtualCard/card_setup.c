#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>

#include "card.h"

enum {
    MIN_RATE = 8000,
    MAX_RATE = 192000,
    MAX_CHANNELS = 8,
    MIN_PERIOD_BYTES = 64,
    MAX_BUFFER_BYTES = 1 << 20,
    MAX_PERIODS = 1024,
};

void card_release(struct card *card) {
    if (card->recorder != NULL) recorder_close(card->recorder);
    if (card->timer >= 0) close(card->timer);
    free(card->unplug_path);
    free(card);
}

static int restrict_parameters(struct card *card) {
    static const unsigned accesses[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
    static const unsigned formats[] = {SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S24_LE, SND_PCM_FORMAT_S24_3LE,
                                       SND_PCM_FORMAT_S32_LE, SND_PCM_FORMAT_FLOAT_LE};
    const struct card_settings *settings = &card->settings;
    bool any_format = settings->format == SND_PCM_FORMAT_UNKNOWN;
    const unsigned one_format = (unsigned)settings->format;
    const struct {
        int parameter;
        unsigned min, max;
    } ranges[] = {
        {SND_PCM_IOPLUG_HW_CHANNELS, settings->channels ? settings->channels : 1,
         settings->channels ? settings->channels : MAX_CHANNELS},
        {SND_PCM_IOPLUG_HW_RATE, settings->rate ? settings->rate : MIN_RATE,
         settings->rate ? settings->rate : MAX_RATE},
        {SND_PCM_IOPLUG_HW_PERIOD_BYTES, MIN_PERIOD_BYTES, MAX_BUFFER_BYTES / 2},
        {SND_PCM_IOPLUG_HW_BUFFER_BYTES, MIN_PERIOD_BYTES * 2, MAX_BUFFER_BYTES},
        {SND_PCM_IOPLUG_HW_PERIODS, 2, MAX_PERIODS},
    };
    int error = snd_pcm_ioplug_set_param_list(&card->io, SND_PCM_IOPLUG_HW_ACCESS, 2, accesses);
    if (error >= 0) {
        error = snd_pcm_ioplug_set_param_list(&card->io, SND_PCM_IOPLUG_HW_FORMAT, any_format ? 5 : 1,
                                              any_format ? formats : &one_format);
    }
    for (size_t i = 0; error >= 0 && i < sizeof ranges / sizeof *ranges; i++) {
        error = snd_pcm_ioplug_set_param_minmax(&card->io, ranges[i].parameter, ranges[i].min, ranges[i].max);
    }
    return error;
}

/* Everything a card needs but the PCM. */
static int acquire(struct card *card) {
    const struct card_settings *settings = &card->settings;
    if (asprintf(&card->unplug_path, "%s.unplugged", settings->output) < 0) {
        card->unplug_path = NULL;
        return -ENOMEM;
    }
    if (access(card->unplug_path, F_OK) == 0) return -ENODEV;
    card->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (card->timer < 0) return -errno;
    return recorder_open(
        &card->recorder, settings->output, settings->record, settings->ppm, settings->granularity);
}

int card_open(snd_pcm_t **pcm, const char *name, const struct card_settings *settings, int mode) {
    struct card *card = calloc(1, sizeof *card);
    if (card == NULL) return -ENOMEM;
    card->settings = *settings;
    card->timer = -1;
    int error = acquire(card);
    if (error < 0) {
        card_release(card);
        return error;
    }
    card->settings.output = NULL; /* belongs to alsa-lib's configuration */
    card->io.version = SND_PCM_IOPLUG_VERSION;
    card->io.name = "Tutti virtual card";
    card->io.flags = SND_PCM_IOPLUG_FLAG_MONOTONIC | SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
    card->io.callback = &card_callbacks;
    card->io.private_data = card;
    card->io.poll_fd = card->timer;
    card->io.poll_events = POLLIN;
    error = snd_pcm_ioplug_create(&card->io, name, SND_PCM_STREAM_PLAYBACK, mode);
    if (error < 0) {
        card_release(card);
        return error;
    }
    error = restrict_parameters(card);
    if (error < 0) {
        snd_pcm_ioplug_delete(&card->io); /* closes, and so releases, the card */
        return error;
    }
    *pcm = card->io.pcm;
    return 0;
}

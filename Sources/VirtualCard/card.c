#define _GNU_SOURCE
#include "card.h"

#include <errno.h>
#include <poll.h>
#include <sys/timerfd.h>

/* How often the file that unplugs the card is looked for, at most. */
static const int64_t unplug_check_ns = 1000000;

/* MARK: waking the program */

static void set_timer(struct card *card, int64_t after_ns) {
    const struct itimerspec when = {
        .it_value = {after_ns / NANOSECONDS_PER_SECOND, after_ns % NANOSECONDS_PER_SECOND},
    };
    timerfd_settime(card->timer, 0, &when, NULL);
}

static void wake_now(struct card *card) { set_timer(card, 1); }
static void wake_never(struct card *card) { set_timer(card, 0); }

static int64_t round_up(int64_t frames, int64_t step) { return (frames + step - 1) / step * step; }

/* Sets the timer for the moment at which `wake_room` frames are free behind `written`, or all has been drained. */
static void arm(struct card *card, int64_t written) {
    bool draining = card->io.state == SND_PCM_STATE_DRAINING;
    int64_t buffer = (int64_t)card->io.buffer_size;
    int64_t needed = draining ? written : written + (int64_t)card->wake_room - buffer;
    if (needed <= (draining ? card->position - 1 : card->position)) {
        wake_now(card);
    } else if (!card->running) {
        wake_never(card);
    } else {
        /* Draining ends exactly; otherwise nobody can see the room before the pointer makes its step. */
        int64_t seen = draining ? needed : round_up(needed, card->settings.granularity);
        int64_t wait = crystal_time(&card->crystal, seen) - true_time_ns();
        set_timer(card, wait > 1 ? wait : 1);
    }
}

/* MARK: starting and stopping */

/* The card stands still after `frames` frames. */
static void halt(struct card *card, const char *why, int64_t at_ns, int64_t frames) {
    uint64_t left = card->first_frame + (uint64_t)frames;
    recorder_advance(card->recorder, left);
    recorder_note(card->recorder, why, at_ns, left, 0);
    card->running = false;
    card->position = frames;
}

/* Halts at this moment, or at the earlier one at which the card ran dry. */
static void halt_now(struct card *card, const char *why) {
    if (!card->running) return;
    int64_t now = true_time_ns();
    int64_t written = (int64_t)card->io.appl_ptr;
    int64_t left = crystal_frames(&card->crystal, now);
    if (left >= written) {
        halt(card, why, crystal_time(&card->crystal, written), written);
    } else {
        halt(card, why, now, left);
    }
}

/* Whether the plug has been pulled. The stream is then disconnected for good. */
static bool is_gone(struct card *card) {
    int64_t now = true_time_ns();
    if (!card->unplugged && now - card->unplug_checked_ns >= unplug_check_ns) {
        card->unplug_checked_ns = now;
        card->unplugged = access(card->unplug_path, F_OK) == 0;
        if (card->unplugged) {
            halt_now(card, "unplug");
            wake_now(card);
        }
    }
    if (card->unplugged) snd_pcm_ioplug_set_state(&card->io, SND_PCM_STATE_DISCONNECTED);
    return card->unplugged;
}

static int on_prepare(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (is_gone(card)) return -ENODEV;
    halt_now(card, "stop");
    card->first_frame = recorder_left(card->recorder);
    card->position = 0;
    arm(card, 0);
    return 0;
}

static int on_start(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (is_gone(card)) return -ENODEV;
    card->crystal.hertz = (double)io->rate * (1.0 + card->settings.ppm * 1e-6);
    card->crystal.started_ns = true_time_ns();
    card->running = true;
    recorder_note(card->recorder, "start", card->crystal.started_ns, card->first_frame, card->crystal.hertz);
    arm(card, (int64_t)io->appl_ptr);
    return 0;
}

static int on_stop(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    halt_now(card, "stop");
    wake_never(card);
    return 0;
}

/* MARK: playing */

/*
 * Where the card is. A pulled plug answers with the last position: alsa-lib would take an error for an xrun and forget
 * that the card is disconnected.
 */
static snd_pcm_sframes_t on_pointer(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (is_gone(card) || !card->running) return (snd_pcm_sframes_t)card->position;
    int64_t written = (int64_t)io->appl_ptr;
    int64_t left = crystal_frames(&card->crystal, true_time_ns());
    if (left < written) {
        recorder_advance(card->recorder, card->first_frame + (uint64_t)left);
        card->position = left - left % card->settings.granularity;
    } else if (io->state == SND_PCM_STATE_DRAINING) {
        card->position = written; /* alsa-lib sees that all has left, and stops the card */
    } else {
        halt(card, "xrun", crystal_time(&card->crystal, written), written);
        wake_now(card);
        return -EPIPE;
    }
    return (snd_pcm_sframes_t)card->position;
}

static snd_pcm_sframes_t on_transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
    struct card *card = io->private_data;
    if (is_gone(card)) return -ENODEV;
    const unsigned char *frames = areas[0].addr;
    frames += (areas[0].first + (size_t)areas[0].step * offset) / 8;
    recorder_keep(card->recorder, card->first_frame + io->appl_ptr, frames, size);
    arm(card, (int64_t)(io->appl_ptr + size));
    return (snd_pcm_sframes_t)size;
}

static int on_poll_revents(snd_pcm_ioplug_t *io, struct pollfd *pfd, unsigned count, unsigned short *revents) {
    struct card *card = io->private_data;
    (void)pfd;
    (void)count;
    bool was_draining = io->state == SND_PCM_STATE_DRAINING;
    snd_pcm_sframes_t room = snd_pcm_avail_update(io->pcm); /* asks on_pointer, with the lock held */
    *revents = 0;
    if (card->unplugged) {
        *revents = POLLERR | POLLHUP;
    } else if (room < 0 || io->state == SND_PCM_STATE_XRUN) {
        *revents = POLLERR;
    } else if (was_draining ? io->state != SND_PCM_STATE_DRAINING : (snd_pcm_uframes_t)room >= card->wake_room) {
        *revents = POLLOUT;
    } else {
        arm(card, (int64_t)io->appl_ptr);
    }
    return 0;
}

/* MARK: setting up */

static int on_hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params) {
    struct card *card = io->private_data;
    (void)params;
    const struct recording_format format = {
        .name = snd_pcm_format_name(io->format),
        .rate = io->rate,
        .channels = io->channels,
        .frame_bytes = (size_t)snd_pcm_format_physical_width(io->format) / 8 * io->channels,
    };
    card->wake_room = io->period_size;
    card->first_frame = 0;
    card->position = 0;
    return recorder_begin(card->recorder, &format, io->buffer_size);
}

static int on_sw_params(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *params) {
    struct card *card = io->private_data;
    return snd_pcm_sw_params_get_avail_min(params, &card->wake_room);
}

static int on_hw_free(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    halt_now(card, "stop");
    recorder_end(card->recorder);
    return 0;
}

static int on_close(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    halt_now(card, "stop");
    card_release(card);
    return 0;
}

const snd_pcm_ioplug_callback_t card_callbacks = {
    .start = on_start,
    .stop = on_stop,
    .pointer = on_pointer,
    .transfer = on_transfer,
    .close = on_close,
    .hw_params = on_hw_params,
    .hw_free = on_hw_free,
    .sw_params = on_sw_params,
    .prepare = on_prepare,
    .poll_revents = on_poll_revents,
};

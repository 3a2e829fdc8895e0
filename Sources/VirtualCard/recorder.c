#define _GNU_SOURCE
#include "recorder.h"

#include "crystal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>

enum {
    PENDING_EVENTS = 64, /* bound of events on their way to the journal; more are dropped and told as `lost` */
    FLUSH_MS = 20,       /* how far the files lag behind */
    SLACK_SECONDS = 2,   /* how long the disk may stand still */
    STACK_BYTES = 64 * 1024,
    LINE_BYTES = 256,
};

struct event {
    const char *name;
    int64_t at_ns;
    uint64_t frame;
    double hertz;
};

struct recorder {
    int journal;
    int sound; /* -1: the sound is not recorded */
    int wake;  /* eventfd: the thread should look */
    bool begun;
    pthread_t thread;

    struct recording_format format;
    unsigned char *ring; /* frame n is at n % ring_frames */
    uint64_t ring_frames;

    _Atomic uint64_t left;   /* by the card: frames before this have left */
    _Atomic uint64_t limit;  /* by the card: frames from here on were not kept */
    _Atomic uint64_t stored; /* by the thread: frames before this are in the file, or given up */
    _Atomic bool ending;

    struct event events[PENDING_EVENTS];
    _Atomic unsigned noted, told; /* counters: by the card, by the thread */
    _Atomic bool events_dropped;

    /* The thread's own, between begin and end. */
    uint64_t base_byte;  /* size of the sound file at begin */
    uint64_t in_file;    /* frames written since */
    bool storing;
    bool playing;
};

static bool write_all(int file, const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    while (count > 0) {
        ssize_t written = write(file, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        next += written;
        count -= (size_t)written;
    }
    return true;
}

static uint64_t file_size(int file) {
    struct stat facts;
    return file >= 0 && fstat(file, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}

static void write_line(struct recorder *recorder, const char *line, int length) {
    /* A journal that cannot be written cannot say so either. */
    if (length > 0 && length < LINE_BYTES) (void)write_all(recorder->journal, line, (size_t)length);
}

/* MARK: the thread */

static void tell(struct recorder *recorder, const struct event *event) {
    uint64_t frame = event->frame < recorder->in_file ? event->frame : recorder->in_file;
    uint64_t byte = recorder->base_byte + frame * recorder->format.frame_bytes;
    char line[LINE_BYTES];
    int length;
    if (event->hertz > 0) {
        length = snprintf(line, sizeof line,
                          "%s at=%" PRId64 " byte=%" PRIu64 " rate=%u format=%s channels=%u hertz=%.9f\n", event->name,
                          event->at_ns, byte, recorder->format.rate, recorder->format.name, recorder->format.channels,
                          event->hertz);
    } else {
        length = snprintf(line, sizeof line, "%s at=%" PRId64 " byte=%" PRIu64 "\n", event->name, event->at_ns, byte);
    }
    write_line(recorder, line, length);
}

static void give_up_storing(struct recorder *recorder) {
    struct event lost = {"lost", true_time_ns(), recorder->in_file, 0};
    recorder->storing = false;
    tell(recorder, &lost);
}

/* Brings the sound file up to frame `target`, as far as the frames were kept. */
static void store_until(struct recorder *recorder, uint64_t target) {
    uint64_t limit = atomic_load_explicit(&recorder->limit, memory_order_acquire);
    uint64_t kept = target < limit ? target : limit;
    uint64_t stored = atomic_load_explicit(&recorder->stored, memory_order_relaxed);
    while (recorder->storing && stored < kept) {
        uint64_t place = stored % recorder->ring_frames;
        uint64_t run = recorder->ring_frames - place;
        if (run > kept - stored) run = kept - stored;
        size_t frame_bytes = recorder->format.frame_bytes;
        if (!write_all(recorder->sound, recorder->ring + place * frame_bytes, run * frame_bytes)) {
            recorder->in_file = (file_size(recorder->sound) - recorder->base_byte) / frame_bytes;
            give_up_storing(recorder);
            break;
        }
        stored += run;
        recorder->in_file += run;
        atomic_store_explicit(&recorder->stored, stored, memory_order_release);
    }
    if (recorder->storing && kept < target) give_up_storing(recorder);
    if (!recorder->storing && stored < target) atomic_store_explicit(&recorder->stored, target, memory_order_release);
}

static void catch_up(struct recorder *recorder) {
    uint64_t left = atomic_load_explicit(&recorder->left, memory_order_acquire);
    unsigned told = atomic_load_explicit(&recorder->told, memory_order_relaxed);
    while (told != atomic_load_explicit(&recorder->noted, memory_order_acquire)) {
        struct event event = recorder->events[told % PENDING_EVENTS];
        store_until(recorder, event.frame);
        tell(recorder, &event);
        recorder->playing = event.hertz > 0;
        atomic_store_explicit(&recorder->told, ++told, memory_order_release);
    }
    if (atomic_exchange(&recorder->events_dropped, false) && recorder->storing) give_up_storing(recorder);
    store_until(recorder, left);
}

static void *record(void *context) {
    struct recorder *recorder = context;
    bool ending = false;
    while (!ending) {
        struct pollfd wake = {.fd = recorder->wake, .events = POLLIN};
        uint64_t count;
        if (poll(&wake, 1, recorder->playing ? FLUSH_MS : -1) > 0 && read(recorder->wake, &count, sizeof count) < 0) {
            /* Somebody else's wake-up: look all the same. */
        }
        ending = atomic_load_explicit(&recorder->ending, memory_order_acquire);
        catch_up(recorder);
    }
    return NULL;
}

/* An ordinary thread, whatever thread sets the card up: no real-time priority, no signals, a small stack. */
static int start_thread(struct recorder *recorder) {
    pthread_attr_t attributes;
    sigset_t all, before;
    const struct sched_param ordinary = {.sched_priority = 0};
    pthread_attr_init(&attributes);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
    pthread_attr_setschedparam(&attributes, &ordinary);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&recorder->thread, &attributes, record, recorder);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return -error;
}

static void wake_thread(struct recorder *recorder) {
    const uint64_t one = 1;
    if (write(recorder->wake, &one, sizeof one) < 0) {
        /* The counter is full, so the thread is about to look anyway. */
    }
}

/* MARK: the card's side */

int recorder_begin(struct recorder *recorder, const struct recording_format *format, size_t buffer_frames) {
    recorder_end(recorder);
    recorder->format = *format;
    recorder->storing = recorder->sound >= 0;
    recorder->ring_frames = buffer_frames + (uint64_t)format->rate * SLACK_SECONDS;
    if (recorder->storing) {
        recorder->ring = calloc(recorder->ring_frames, format->frame_bytes);
        if (recorder->ring == NULL) return -ENOMEM;
    }
    recorder->base_byte = file_size(recorder->sound);
    recorder->in_file = 0;
    recorder->playing = false;
    atomic_store(&recorder->left, 0);
    atomic_store(&recorder->stored, 0);
    atomic_store(&recorder->limit, UINT64_MAX);
    atomic_store(&recorder->ending, false);
    int error = start_thread(recorder);
    recorder->begun = error == 0;
    return error;
}

void recorder_end(struct recorder *recorder) {
    if (recorder->begun) {
        atomic_store_explicit(&recorder->ending, true, memory_order_release);
        wake_thread(recorder);
        pthread_join(recorder->thread, NULL);
        recorder->begun = false;
    }
    free(recorder->ring);
    recorder->ring = NULL;
}

void recorder_keep(struct recorder *recorder, uint64_t frame, const void *frames, size_t count) {
    if (recorder->ring == NULL || atomic_load_explicit(&recorder->limit, memory_order_relaxed) != UINT64_MAX) return;
    if (frame + count - atomic_load_explicit(&recorder->stored, memory_order_acquire) > recorder->ring_frames) {
        uint64_t left = atomic_load_explicit(&recorder->left, memory_order_relaxed);
        atomic_store_explicit(&recorder->limit, left, memory_order_release);
        return;
    }
    const unsigned char *from = frames;
    size_t frame_bytes = recorder->format.frame_bytes;
    uint64_t place = frame % recorder->ring_frames;
    uint64_t first = recorder->ring_frames - place < count ? recorder->ring_frames - place : count;
    memcpy(recorder->ring + place * frame_bytes, from, first * frame_bytes);
    memcpy(recorder->ring, from + first * frame_bytes, (count - first) * frame_bytes);
}

void recorder_advance(struct recorder *recorder, uint64_t left) {
    if (left > atomic_load_explicit(&recorder->left, memory_order_relaxed)) {
        atomic_store_explicit(&recorder->left, left, memory_order_release);
    }
}

uint64_t recorder_left(const struct recorder *recorder) {
    return atomic_load_explicit(&recorder->left, memory_order_relaxed);
}

void recorder_note(struct recorder *recorder, const char *event, int64_t at_ns, uint64_t frame, double hertz) {
    unsigned noted = atomic_load_explicit(&recorder->noted, memory_order_relaxed);
    if (noted - atomic_load_explicit(&recorder->told, memory_order_acquire) == PENDING_EVENTS) {
        atomic_store(&recorder->events_dropped, true);
    } else {
        recorder->events[noted % PENDING_EVENTS] = (struct event){event, at_ns, frame, hertz};
        atomic_store_explicit(&recorder->noted, noted + 1, memory_order_release);
    }
    wake_thread(recorder);
}

/* MARK: the files */

static int open_file(const char *output, const char *suffix) {
    char *path = NULL;
    if (asprintf(&path, "%s%s", output, suffix) < 0) return -ENOMEM;
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    int error = file < 0 ? -errno : file;
    free(path);
    return error;
}

int recorder_open(struct recorder **made, const char *output, bool with_sound, double ppm, long granularity) {
    struct recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder == NULL) return -ENOMEM;
    recorder->sound = -1;
    recorder->wake = -1;
    int error = recorder->journal = open_file(output, ".journal");
    if (error >= 0 && flock(recorder->journal, LOCK_EX | LOCK_NB) < 0) error = errno == EWOULDBLOCK ? -EBUSY : -errno;
    if (error >= 0 && with_sound) error = recorder->sound = open_file(output, ".pcm");
    if (error >= 0 && (recorder->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) < 0) error = -errno;
    if (error < 0) {
        if (recorder->journal >= 0) close(recorder->journal);
        if (recorder->sound >= 0) close(recorder->sound);
        free(recorder);
        return error;
    }
    char line[LINE_BYTES];
    int length = snprintf(line, sizeof line, "open at=%" PRId64 " byte=%" PRIu64 " version=1 ppm=%g granularity=%ld\n",
                          true_time_ns(), file_size(recorder->sound), ppm, granularity);
    write_line(recorder, line, length);
    *made = recorder;
    return 0;
}

void recorder_close(struct recorder *recorder) {
    recorder_end(recorder);
    char line[LINE_BYTES];
    int length = snprintf(line, sizeof line, "close at=%" PRId64 " byte=%" PRIu64 "\n", true_time_ns(),
                          file_size(recorder->sound));
    write_line(recorder, line, length);
    if (recorder->sound >= 0) close(recorder->sound);
    close(recorder->journal);
    close(recorder->wake);
    free(recorder);
}

/*
 * A machine clock of its own for one process: LD_PRELOAD this, with HOUSE_CLOCK="SECONDS PPB" in the environment.
 *
 * All clocks of the process are then SECONDS ahead and gain PPB nanoseconds a second (parts per billion), from the moment
 * on at which the library was loaded, as if it ran on another machine: what it reads, the times at which the kernel says
 * that packets came and went, and the moments until which it waits. Waits for a duration are not changed: at 100 ppm a wait
 * of 10 ms would differ by a microsecond.
 *
 * HOUSE_CLOCK_SET names a file of three 64-bit numbers, by which somebody sets the time of day meanwhile: the true time of
 * CLOCK_REALTIME from which on it holds, and the nanoseconds by which the time of day is moved before and from then on.
 *
 * Only calls through the C library are seen. The virtual card asks the kernel itself, so it stays on the true time.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define BILLION 1000000000

/* MARK: two clocks and the way between them */

static int64_t ahead_ns;
static int64_t gain_ppb;
/* The true times of loading: each clock has its own. Linux has fewer than 16 clocks. */
static int64_t loaded_ns[16];

/* How the time of day is set: by whoever measures. */
struct setting {
    _Atomic int64_t from_ns;
    _Atomic int64_t before_ns;
    _Atomic int64_t after_ns;
};
static struct setting never_set;
static struct setting *setting = &never_set;

static int64_t nanoseconds(const struct timespec *time) { return (int64_t)time->tv_sec * BILLION + time->tv_nsec; }

static struct timespec timespec_of(int64_t ns) {
    if (ns < 0) ns = 0;
    return (struct timespec){.tv_sec = ns / BILLION, .tv_nsec = ns % BILLION};
}

static int true_time(clockid_t clock, struct timespec *time) { return (int)syscall(SYS_clock_gettime, clock, time); }

/* Whether a clock tells the time of day or since the start; others count what threads and processes use. */
static int is_machine_clock(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
        return 1;
    default:
        return 0;
    }
}

static int tells_time_of_day(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static void load_setting(const char *path) {
    int fd = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *memory = mmap(NULL, sizeof *setting, PROT_READ, MAP_SHARED, fd, 0);
    if (memory != MAP_FAILED) setting = memory;
    close(fd);
}

__attribute__((constructor)) static void load(void) {
    static atomic_int loaded;
    if (atomic_exchange(&loaded, 1)) return;
    const char *text = getenv("HOUSE_CLOCK");
    double seconds = 0;
    long long ppb = 0;
    if (text != NULL && sscanf(text, "%lf %lld", &seconds, &ppb) != 2) {
        fprintf(stderr, "clock: HOUSE_CLOCK is \"%s\"; give seconds and parts per billion, as in \"2.5 30000\"\n", text);
        _exit(2);
    }
    for (clockid_t clock = 0; clock < 16; clock++) {
        struct timespec now;
        if (is_machine_clock(clock) && true_time(clock, &now) == 0) loaded_ns[clock] = nanoseconds(&now);
    }
    ahead_ns = (int64_t)(seconds * BILLION);
    gain_ppb = ppb;
    load_setting(getenv("HOUSE_CLOCK_SET"));
}

/* By how much the time of day was set at a true time; other clocks are never set. */
static int64_t set_by(clockid_t clock, int64_t true_ns) {
    if (!tells_time_of_day(clock)) return 0;
    return true_ns < setting->from_ns ? setting->before_ns : setting->after_ns;
}

/* Exact to a nanosecond. */
static int64_t own_time(clockid_t clock, int64_t true_ns) {
    return true_ns + ahead_ns + set_by(clock, true_ns) + (int64_t)((__int128)(true_ns - loaded_ns[clock]) * gain_ppb / BILLION);
}

static int64_t true_time_of(clockid_t clock, int64_t own_ns) {
    int64_t elapsed = own_ns - ahead_ns - set_by(clock, INT64_MAX) - loaded_ns[clock];
    return loaded_ns[clock] + (int64_t)((__int128)elapsed * BILLION / (BILLION + gain_ppb));
}

/* The true moment at which this process's clock shows `until`; NULL stays NULL. */
static const struct timespec *true_moment(clockid_t clock, const struct timespec *until, struct timespec *place) {
    if (until == NULL || !is_machine_clock(clock)) return until;
    *place = timespec_of(true_time_of(clock, nanoseconds(until)));
    return place;
}

/* The C library's function of that name. Newer versions of the waits are asked for first: the oldest are incompatible. */
static void *original(const char *name) {
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.30", "GLIBC_2.17", "GLIBC_2.3.2"};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        void *function = dlvsym(RTLD_NEXT, name, versions[i]);
        if (function != NULL) return function;
    }
    return dlsym(RTLD_NEXT, name);
}

#define ORIGINAL(name)                                                         \
    static _Atomic(__typeof__(&name)) found_##name;                            \
    __typeof__(&name) next = atomic_load(&found_##name);                       \
    if (next == NULL) atomic_store(&found_##name, next = (__typeof__(next))original(#name))

/* MARK: reading the clock */

int clock_gettime(clockid_t clock, struct timespec *time) {
    ORIGINAL(clock_gettime);
    int result = next(clock, time);
    if (result == 0 && is_machine_clock(clock)) {
        if (loaded_ns[CLOCK_MONOTONIC] == 0) load();
        *time = timespec_of(own_time(clock, nanoseconds(time)));
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place != NULL) *place = now.tv_sec;
    return now.tv_sec;
}

int timespec_get(struct timespec *time, int base) {
    if (base != TIME_UTC) return 0;
    clock_gettime(CLOCK_REALTIME, time);
    return base;
}

/* MARK: waiting until a moment */

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
    ORIGINAL(clock_nanosleep);
    struct timespec place;
    return next(clock, flags, flags & TIMER_ABSTIME ? true_moment(clock, time, &place) : time, rest);
}

/* The clock of a condition variable is a bit of its state (the same in every glibc since 2.25). */
static clockid_t clock_of(const pthread_cond_t *condition) {
    return condition->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    ORIGINAL(pthread_cond_timedwait);
    struct timespec place;
    return next(condition, mutex, true_moment(clock_of(condition), until, &place));
}

int pthread_cond_clockwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
    const struct timespec *restrict until) {
    ORIGINAL(pthread_cond_clockwait);
    struct timespec place;
    return next(condition, mutex, clock, true_moment(clock, until, &place));
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    ORIGINAL(pthread_mutex_timedlock);
    struct timespec place;
    return next(mutex, true_moment(CLOCK_REALTIME, until, &place));
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    ORIGINAL(sem_timedwait);
    struct timespec place;
    return next(semaphore, true_moment(CLOCK_REALTIME, until, &place));
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict until) {
    ORIGINAL(sem_clockwait);
    struct timespec place;
    return next(semaphore, clock, true_moment(clock, until, &place));
}

/* Timers remember their clocks, so somebody has to: clocks of timer descriptors, plus one; 0 is no timer of ours. */
static _Atomic(unsigned char) timer_clocks[4096];

int timerfd_create(clockid_t clock, int flags) {
    ORIGINAL(timerfd_create);
    int fd = next(clock, flags);
    if (fd >= 0 && fd < 4096) atomic_store(&timer_clocks[fd], (unsigned char)(clock + 1));
    return fd;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *wanted, struct itimerspec *before) {
    ORIGINAL(timerfd_settime);
    int known = fd >= 0 && fd < 4096 ? atomic_load(&timer_clocks[fd]) : 0;
    if (!(flags & TFD_TIMER_ABSTIME) || known == 0 || wanted == NULL || nanoseconds(&wanted->it_value) == 0)
        return next(fd, flags, wanted, before);
    struct itimerspec moved = *wanted;
    true_moment((clockid_t)(known - 1), &wanted->it_value, &moved.it_value);
    /* A moment in the past is one that has come; 0 would be none at all. */
    if (nanoseconds(&moved.it_value) == 0) moved.it_value.tv_nsec = 1;
    return next(fd, flags, &moved, before);
}

/* MARK: when packets came and went */

static void move_stamp(struct timespec *stamp) {
    if (nanoseconds(stamp) != 0) *stamp = timespec_of(own_time(CLOCK_REALTIME, nanoseconds(stamp)));
}

static void move_stamps(struct msghdr *message) {
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
        if (part->cmsg_level != SOL_SOCKET) continue;
        struct timespec *stamps = (struct timespec *)(void *)CMSG_DATA(part);
        if (part->cmsg_type == SCM_TIMESTAMPNS) {
            move_stamp(stamps);
        } else if (part->cmsg_type == SCM_TIMESTAMPING) {
            /* By the software, then two of the device's own clock, of which the first is no longer in use. */
            for (int i = 0; i < 3; i++) move_stamp(&stamps[i]);
        } else if (part->cmsg_type == SCM_TIMESTAMP) {
            struct timeval *stamp = (struct timeval *)(void *)CMSG_DATA(part);
            struct timespec moved = {.tv_sec = stamp->tv_sec, .tv_nsec = stamp->tv_usec * 1000};
            move_stamp(&moved);
            *stamp = (struct timeval){.tv_sec = moved.tv_sec, .tv_usec = moved.tv_nsec / 1000};
        }
    }
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
    ORIGINAL(recvmsg);
    ssize_t length = next(fd, message, flags);
    if (length >= 0) move_stamps(message);
    return length;
}

int recvmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags, struct timespec *timeout) {
    ORIGINAL(recvmmsg);
    int received = next(fd, messages, count, flags, timeout);
    for (int i = 0; i < received; i++) move_stamps(&messages[i].msg_hdr);
    return received;
}

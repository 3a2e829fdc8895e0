/* The clock of a virtual card: frames against the machine's unadjusted monotonic clock. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS_PER_SECOND 1000000000LL

/*
 * CLOCK_MONOTONIC_RAW in nanoseconds: the time axis shared by all cards of a machine, which no time daemon bends.
 * Asked of the kernel itself, so that a program whose C library tells it another time still plays on the true axis.
 */
static inline int64_t true_time_ns(void) {
    struct timespec now = {0, 0};
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC_RAW, &now);
    return (int64_t)now.tv_sec * NANOSECONDS_PER_SECOND + now.tv_nsec;
}

/* A crystal that was started: frame n leaves the card at started_ns + n / hertz. */
struct crystal {
    int64_t started_ns;
    double hertz; /* true frames per second: the nominal rate * (1 + ppm / 1e6) */
};

/* Whole frames that have left by `now_ns`. Doubles are exact to far below a frame for weeks. */
static inline int64_t crystal_frames(const struct crystal *crystal, int64_t now_ns) {
    return (int64_t)floor((double)(now_ns - crystal->started_ns) * 1e-9 * crystal->hertz);
}

/* The first nanosecond at which `frames` frames have left. */
static inline int64_t crystal_time(const struct crystal *crystal, int64_t frames) {
    return crystal->started_ns + (int64_t)ceil((double)frames * 1e9 / crystal->hertz);
}

/*
 * A network link between two network namespaces, as long and as bad as wanted.
 *
 *     link HUB_NAMESPACE ROOM_NAMESPACE DEVICE DELAY_US JITTER_US LOSS STALLS_PER_S LONGEST_STALL_MS SEED
 *
 * Makes the TUN device DEVICE in both namespaces (as `ip netns` names them), prints "ready" and carries IP packets between
 * them until it is killed; the devices vanish with it. Each way a packet is lost with probability LOSS; otherwise it takes
 * DELAY_US and an exponentially distributed time with the mean JITTER_US, and never overtakes another. Stalls come at
 * random, so many a second on average, and last up to LONGEST_STALL_MS, evenly distributed: nothing passes meanwhile, in
 * either direction, as while a radio is busy elsewhere.
 *
 * It runs at real-time priority and sleeps on a timer, so that what it adds by itself is a wake-up: some microseconds.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { PACKET_BYTES = 1600, QUEUE_PACKETS = 2048, HUB = 0, ROOM = 1 };

static const int64_t never = INT64_MAX;
static const double nanoseconds_per_second = 1e9;

/* What a link does to packets. Times are in nanoseconds. */
struct character {
    double delay, jitter, loss, between_stalls, longest_stall;
};

struct packet {
    int64_t due;
    ssize_t length;
    char bytes[PACKET_BYTES];
};

/* One direction: packets on their way, in order. What does not fit is lost. */
struct way {
    int from, to;
    unsigned first, count;
    int64_t last_due;
    struct packet packets[QUEUE_PACKETS];
};

static struct way ways[2];
static uint64_t random_state;

static void fail(const char *doing, const char *what) {
    fprintf(stderr, "link: %s %s: %s\n", doing, what, strerror(errno));
    exit(1);
}

/* Evenly distributed in (0, 1]: SplitMix64 (Steele, Lea and Flood, 2014). */
static double chance(void) {
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return ((double)(z >> 11) + 1) / 9007199254740992.0;
}

static double exponential(double mean) { return -mean * log(chance()); }

static int64_t present(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void enter(const char *namespace) {
    char path[256];
    snprintf(path, sizeof path, "/run/netns/%s", namespace);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || setns(fd, CLONE_NEWNET) != 0) fail("entering the network namespace", namespace);
    close(fd);
}

static int make_device(const char *namespace, const char *name) {
    enter(namespace);
    int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) fail("opening", "/dev/net/tun");
    struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
    snprintf(request.ifr_name, sizeof request.ifr_name, "%s", name);
    if (ioctl(fd, TUNSETIFF, &request) != 0) fail("making the device", name);
    return fd;
}

/* Takes in all that waits at the beginning of a way. */
static void take_in(struct way *way, const struct character *character) {
    struct packet lost;
    while (1) {
        int full = way->count == QUEUE_PACKETS;
        struct packet *packet = full ? &lost : &way->packets[(way->first + way->count) % QUEUE_PACKETS];
        packet->length = read(way->from, packet->bytes, sizeof packet->bytes);
        if (packet->length <= 0) return;
        if (full || chance() <= character->loss) continue;
        packet->due = present() + (int64_t)(character->delay + exponential(character->jitter));
        if (packet->due < way->last_due) packet->due = way->last_due;
        way->last_due = packet->due;
        way->count++;
    }
}

/* Hands over what is due, and says when the next is. */
static int64_t hand_over(struct way *way) {
    while (way->count > 0) {
        struct packet *packet = &way->packets[way->first];
        if (packet->due > present()) return packet->due;
        if (write(way->to, packet->bytes, (size_t)packet->length) < 0) {
            /* The far side does not want it: lost, as on any network. */
        }
        way->first = (way->first + 1) % QUEUE_PACKETS;
        way->count--;
    }
    return never;
}

static void carry(const struct character *character) {
    int64_t next_stall = never, stalled_until = 0;
    if (character->between_stalls > 0) next_stall = present() + (int64_t)exponential(character->between_stalls);
    while (1) {
        int64_t now = present();
        int64_t wake = next_stall;
        if (now >= next_stall) {
            stalled_until = next_stall + (int64_t)(chance() * character->longest_stall);
            next_stall = stalled_until + (int64_t)exponential(character->between_stalls);
        }
        if (now < stalled_until) {
            wake = stalled_until;
        } else {
            for (int side = 0; side < 2; side++) {
                int64_t due = hand_over(&ways[side]);
                if (due < wake) wake = due;
            }
        }
        struct pollfd ready[2] = {{.fd = ways[HUB].from, .events = POLLIN}, {.fd = ways[ROOM].from, .events = POLLIN}};
        int64_t wait = wake == never ? 0 : wake - present();
        if (wait < 0) wait = 0;
        const struct timespec timeout = {.tv_sec = wait / 1000000000, .tv_nsec = wait % 1000000000};
        if (ppoll(ready, 2, wake == never ? NULL : &timeout, NULL) <= 0) continue;
        for (int side = 0; side < 2; side++) {
            if (ready[side].revents) take_in(&ways[side], character);
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 10) {
        fprintf(stderr, "link: nine arguments are needed; the first lines of link.c say which\n");
        return 2;
    }
    double stalls = atof(argv[7]);
    const struct character character = {
        .delay = atof(argv[4]) * 1e3,
        .jitter = atof(argv[5]) * 1e3,
        .loss = atof(argv[6]),
        .between_stalls = stalls > 0 ? nanoseconds_per_second / stalls : 0,
        .longest_stall = atof(argv[8]) * 1e6,
    };
    random_state = strtoull(argv[9], NULL, 10);
    ways[HUB].from = ways[ROOM].to = make_device(argv[1], argv[3]);
    ways[ROOM].from = ways[HUB].to = make_device(argv[2], argv[3]);
    prctl(PR_SET_TIMERSLACK, 1ul);
    const struct sched_param first_of_all = {.sched_priority = 90};
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0 || sched_setscheduler(0, SCHED_FIFO, &first_of_all) != 0) {
        fprintf(stderr, "link: no real-time priority (%s): delays will be noisier than wanted\n", strerror(errno));
    }
    puts("ready");
    fflush(stdout);
    carry(&character);
}

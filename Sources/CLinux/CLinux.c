#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/net_tstamp.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

void tutti_set_thread_name(const char *name) { pthread_setname_np(pthread_self(), name); }

int tutti_set_realtime_priority(int priority) {
    struct sched_param parameters = {.sched_priority = priority};
    return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0 ? 0 : errno;
}

int tutti_set_inherited_realtime_priority(int priority) {
    struct sched_param parameters = {.sched_priority = priority};
    return sched_setscheduler(0, SCHED_FIFO, &parameters) == 0 ? 0 : errno;
}

void tutti_stay_on_processor(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

void tutti_set_timer_slack(unsigned long nanoseconds) { prctl(PR_SET_TIMERSLACK, nanoseconds); }

int tutti_lock_memory(void) { return mlockall(MCL_CURRENT | MCL_ONFAULT) == 0 ? 0 : errno; }

int tutti_terminal_size(int fd, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return 0;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 1;
}

int tutti_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void tutti_fill_standard_descriptors(void) {
    for (int fd = 0; fd <= 2; fd++) {
        // The lowest free number is this one, because those below are open.
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) != fd) return;
    }
}

int tutti_signalfd(void) {
    signal(SIGPIPE, SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    // The terminal is closed; nohup(1) starts programs that shall outlive it with the signal ignored.
    struct sigaction hangup;
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(&set, SIGHUP);
    int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int tutti_signalfd_read(int fd) {
    struct signalfd_siginfo info;
    return read(fd, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

static int64_t read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int tutti_udp_open(const char *host, uint16_t port, int listening, const char **reason, int *code) {
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port);
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM};
    hints.ai_flags = AI_NUMERICSERV | (listening ? AI_PASSIVE : 0);
    struct addrinfo *list = NULL;
    int failed = getaddrinfo(host && *host ? host : NULL, service, &hints, &list);
    *code = 0;
    if (failed != 0) {
        *reason = gai_strerror(failed);
        return -1;
    }
    int fd = -1;
    for (struct addrinfo *entry = list; entry && fd < 0; entry = entry->ai_next) {
        fd = socket(entry->ai_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (fd < 0) {
            *code = errno;
            continue;
        }
        int done = listening ? bind(fd, entry->ai_addr, entry->ai_addrlen)
                             : connect(fd, entry->ai_addr, entry->ai_addrlen);
        if (done != 0) {
            *code = errno;
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    if (fd < 0) {
        *reason = strerror(*code);
        return -1;
    }
    // Times of the network device's queue, both ways, without copies of what was sent.
    int flags = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_TX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE |
                SOF_TIMESTAMPING_OPT_TSONLY;
    int on = 1;
    if (setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &flags, sizeof flags) != 0)
        setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
    int low_delay = 0xB8;  // Expedited forwarding (RFC 3246): the shortest queue of a router or an access point.
    setsockopt(fd, IPPROTO_IP, IP_TOS, &low_delay, sizeof low_delay);
    // Refused where the socket has no IPv6.
    setsockopt(fd, IPPROTO_IPV6, IPV6_TCLASS, &low_delay, sizeof low_delay);
    if (listening) {
        // Which of this machine's addresses was asked.
        setsockopt(fd, IPPROTO_IP, IP_PKTINFO, &on, sizeof on);
        setsockopt(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, &on, sizeof on);
    }
    return fd;
}

// The kernel stamps packets with the wall clock. Its distance to the present is the same on the monotonic clock, unless
// the wall clock was set in between: then the distance is absurd, and 0 stands for not known.
static int64_t stamp_to_monotonic(const struct timespec *stamp) {
    int64_t before = read_clock(CLOCK_MONOTONIC_RAW);
    int64_t wall = read_clock(CLOCK_REALTIME);
    int64_t after = read_clock(CLOCK_MONOTONIC_RAW);
    int64_t age = wall - ((int64_t)stamp->tv_sec * 1000000000 + stamp->tv_nsec);
    if (age < 0 || age > 2000000000) return 0;
    return before + (after - before) / 2 - age;
}

// The address that was asked answers, whatever way the answer goes: it is the only one from which it is taken. The way
// is the kernel's business.
static void keep_asked(tutti_address *from, struct cmsghdr *part) {
    if (part->cmsg_level == IPPROTO_IP && part->cmsg_type == IP_PKTINFO) {
        struct in_pktinfo info;
        memcpy(&info, CMSG_DATA(part), sizeof info);
        info.ipi_ifindex = 0;
        info.ipi_spec_dst = info.ipi_addr;
        memcpy(from->asked, &info, sizeof info);
        from->asked_length = sizeof info;
    } else if (part->cmsg_level == IPPROTO_IPV6 && part->cmsg_type == IPV6_PKTINFO) {
        struct in6_pktinfo info;
        memcpy(&info, CMSG_DATA(part), sizeof info);
        // A link-local address needs its link.
        if (!IN6_IS_ADDR_LINKLOCAL(&info.ipi6_addr)) info.ipi6_ifindex = 0;
        memcpy(from->asked, &info, sizeof info);
        from->asked_length = sizeof info;
    } else {
        return;
    }
    from->asked_level = part->cmsg_level;
    from->asked_type = part->cmsg_type;
}

ssize_t tutti_udp_receive(int fd, void *buffer, size_t capacity, tutti_address *from, int64_t *received_ns) {
    union {
        char bytes[256];
        struct cmsghdr align;
    } control;
    struct iovec vector = {.iov_base = buffer, .iov_len = capacity};
    struct msghdr message = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    if (from) {
        message.msg_name = &from->storage;
        message.msg_namelen = sizeof from->storage;
    }
    ssize_t length = recvmsg(fd, &message, MSG_DONTWAIT);
    if (length < 0) return -1;
    if (from) from->length = message.msg_namelen;
    *received_ns = read_clock(CLOCK_MONOTONIC_RAW);
    if (from) from->asked_length = 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (from) keep_asked(from, part);
        if (part->cmsg_level != SOL_SOCKET) continue;
        if (part->cmsg_type != SCM_TIMESTAMPNS && part->cmsg_type != SCM_TIMESTAMPING) continue;
        struct timespec stamp;  // SCM_TIMESTAMPING has three; the first is the software's.
        memcpy(&stamp, CMSG_DATA(part), sizeof stamp);
        int64_t time = stamp.tv_sec != 0 ? stamp_to_monotonic(&stamp) : 0;
        if (time != 0) *received_ns = time;
    }
    return length;
}

ssize_t tutti_udp_send(int fd, const void *buffer, size_t length, const tutti_address *to) {
    if (!to) return send(fd, buffer, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    union {
        char bytes[64];
        struct cmsghdr align;
    } control = {.bytes = {0}};
    struct iovec vector = {.iov_base = (void *)(uintptr_t)buffer, .iov_len = length};
    struct msghdr message = {.msg_name = (void *)(uintptr_t)&to->storage, .msg_namelen = to->length,
                             .msg_iov = &vector, .msg_iovlen = 1};
    if (to->asked_length != 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(to->asked_length);
        struct cmsghdr *part = CMSG_FIRSTHDR(&message);
        part->cmsg_level = to->asked_level;
        part->cmsg_type = to->asked_type;
        part->cmsg_len = CMSG_LEN(to->asked_length);
        memcpy(CMSG_DATA(part), to->asked, to->asked_length);
    }
    return sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

int64_t tutti_udp_sent_time(int fd, int64_t not_before) {
    int64_t newest = 0;
    while (1) {
        union {
            char bytes[256];
            struct cmsghdr align;
        } control;
        struct msghdr message = {.msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
        if (recvmsg(fd, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) break;
        for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
            if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPING) continue;
            struct timespec stamp;
            memcpy(&stamp, CMSG_DATA(part), sizeof stamp);
            int64_t time = stamp_to_monotonic(&stamp);
            if (time != 0 && time >= not_before) newest = time;
        }
    }
    return newest;
}

void tutti_return_large_blocks(void) { mallopt(M_MMAP_THRESHOLD, 256 << 10); }

void tutti_share_arenas(void) { mallopt(M_ARENA_MAX, 2); }

uint32_t tutti_poll(const int *descriptors, int count, int64_t timeout_ns) {
    struct pollfd list[32];
    if (count > 32) count = 32;
    for (int i = 0; i < count; i++) list[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
    struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    if (ppoll(list, (nfds_t)count, timeout_ns < 0 ? NULL : &timeout, NULL) <= 0) return 0;
    uint32_t ready = 0;
    for (int i = 0; i < count; i++)
        if (list[i].revents != 0) ready |= (uint32_t)1 << i;
    return ready;
}

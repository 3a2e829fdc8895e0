#pragma once
// What Swift cannot call itself: variadic functions, macros, and names that need _GNU_SOURCE. One reason each.

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/// The name of the calling thread, as debuggers and `top -H` show it (pthread_setname_np needs _GNU_SOURCE).
void tutti_set_thread_name(const char *name);

/// SCHED_FIFO with SCHED_RESET_ON_FORK for the calling thread, so that threads made by it do not inherit real time
/// (the flag is a macro that needs _GNU_SOURCE). 0, or an errno value.
int tutti_set_realtime_priority(int priority);

/// SCHED_FIFO for the calling thread and all that it makes. 0, or an errno value.
int tutti_set_inherited_realtime_priority(int priority);

/// Keeps the calling thread on one processor, where the system allows it (cpu_set_t's macros need _GNU_SOURCE).
void tutti_stay_on_processor(int processor);

/// Makes the kernel wake the calling thread within `nanoseconds` of its timers instead of the default 50 us (prctl is
/// variadic).
void tutti_set_timer_slack(unsigned long nanoseconds);

/// Keeps in memory what is mapped now, each page once it has been touched. 0, or an errno value (MCL_ONFAULT needs
/// _GNU_SOURCE).
int tutti_lock_memory(void);

/// The size of the terminal behind fd in character cells; 0 where it is none (ioctl is variadic).
int tutti_terminal_size(int fd, int *columns, int *rows);

/// Makes malloc hand blocks of 256 KiB and more back to the kernel when they are freed, always (mallopt is a part of
/// glibc that Swift does not see).
void tutti_return_large_blocks(void);

/// Has all threads share two arenas of malloc.
void tutti_share_arenas(void);

/// A pollable counter (EFD_ flags are macros in an enum of their own type). -1 and errno on failure.
int tutti_eventfd(void);

/// Gives those of the descriptors 0 to 2 that are closed a file that cannot be written, so that nothing else gets their
/// numbers.
void tutti_fill_standard_descriptors(void);

/// A pollable queue of SIGINT, SIGTERM and, unless it is ignored, SIGHUP, which are blocked in the calling thread and
/// in all it makes later; SIGPIPE is ignored. -1 and errno on failure.
int tutti_signalfd(void);

/// The number of the next pending signal of such a descriptor; 0 when there is none.
int tutti_signalfd_read(int fd);

/// A UDP socket that asks the kernel for receive times (setsockopt constants are macros of mixed types).
/// `host` is a numeric address or a name; empty listens on every address. `listening` 1 binds, 0 connects.
/// Returns the descriptor, or -1 with a static reason in `reason` and, where there is one, errno in `code`.
int tutti_udp_open(const char *host, uint16_t port, int listening, const char **reason, int *code);

/// An address of a peer, opaque to the caller.
typedef struct {
    struct sockaddr_storage storage;
    socklen_t length;
    /// This machine's address that it was sent to, as a control message of the kernel; length 0: not known.
    int asked_level;
    int asked_type;
    size_t asked_length;
    unsigned char asked[32];
} tutti_address;

/// Receives one datagram without waiting (control messages are macros). Returns its length, or -1 when there is none or
/// the socket is in error (errno). `received_ns` is when the kernel took it in, on CLOCK_MONOTONIC_RAW, or the present
/// time where the kernel did not say.
ssize_t tutti_udp_receive(int fd, void *buffer, size_t capacity, tutti_address *from, int64_t *received_ns);

/// Sends one datagram; to the connected peer where `to` is null, else from the address that was asked. Its length, or
/// -1 (errno).
ssize_t tutti_udp_send(int fd, const void *buffer, size_t length, const tutti_address *to);

/// When the kernel handed the newest datagram of this socket to the network device, on CLOCK_MONOTONIC_RAW; 0 where it
/// does not say (yet). `not_before` is when the sending began: an older time is of an older datagram. Empties the
/// socket's queue of such times (control messages are macros).
int64_t tutti_udp_sent_time(int fd, int64_t not_before);

/// Waits until one of at most 32 descriptors can be read or is in error (ppoll needs _GNU_SOURCE). A negative timeout
/// waits for ever. A bit for each ready descriptor, the first in bit 0; 0 after the timeout or an interruption.
uint32_t tutti_poll(const int *descriptors, int count, int64_t timeout_ns);

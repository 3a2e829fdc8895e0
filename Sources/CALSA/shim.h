#pragma once
#include <endian.h>
#include <alsa/asoundlib.h>

static inline void tutti_alsa_ignore(
    const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// Nothing goes to standard error past the log: what went wrong is in the codes. The handler is variadic.
static inline void tutti_alsa_be_quiet(void) { snd_lib_error_set_handler(tutti_alsa_ignore); }

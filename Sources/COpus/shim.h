#pragma once
#include <opus.h>

// opus_encoder_ctl and opus_decoder_ctl are variadic, and their requests are macros: Swift can call neither.

/// OPUS_SET_BITRATE, in bits per second.
static inline int tutti_opus_set_bitrate(OpusEncoder *encoder, opus_int32 bitsPerSecond) {
    return opus_encoder_ctl(encoder, OPUS_SET_BITRATE(bitsPerSecond));
}

/// OPUS_SET_VBR and OPUS_SET_VBR_CONSTRAINT: bits go where the music needs them, bounded by the size of a packet alone.
static inline int tutti_opus_set_free_vbr(OpusEncoder *encoder) {
    int result = opus_encoder_ctl(encoder, OPUS_SET_VBR(1));
    return result == OPUS_OK ? opus_encoder_ctl(encoder, OPUS_SET_VBR_CONSTRAINT(0)) : result;
}

/// OPUS_SET_COMPLEXITY, 0 to 10.
static inline int tutti_opus_set_complexity(OpusEncoder *encoder, opus_int32 complexity) {
    return opus_encoder_ctl(encoder, OPUS_SET_COMPLEXITY(complexity));
}

/// OPUS_SET_SIGNAL: the mode decision leans towards music, so that modes are not switched within a song.
static inline int tutti_opus_set_music(OpusEncoder *encoder) {
    return opus_encoder_ctl(encoder, OPUS_SET_SIGNAL(OPUS_SIGNAL_MUSIC));
}

/// OPUS_GET_LOOKAHEAD, in frames at the encoder's rate; a negative value is an error.
static inline opus_int32 tutti_opus_get_lookahead(OpusEncoder *encoder) {
    opus_int32 frames = 0;
    int result = opus_encoder_ctl(encoder, OPUS_GET_LOOKAHEAD(&frames));
    return result == OPUS_OK ? frames : result;
}

/// OPUS_RESET_STATE: forgets the history and keeps the settings.
static inline int tutti_opus_reset_encoder(OpusEncoder *encoder) {
    return opus_encoder_ctl(encoder, OPUS_RESET_STATE);
}

/// OPUS_RESET_STATE: forgets the history and keeps the settings.
static inline int tutti_opus_reset_decoder(OpusDecoder *decoder) {
    return opus_decoder_ctl(decoder, OPUS_RESET_STATE);
}

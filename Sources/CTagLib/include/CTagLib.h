// TagLib, which is C++, as functions of C: what the frames of one ID3v2 tag hold, as a flat list.
//
// The tag has to be given whole and bounded: TagLib copies what it parses, and inflates compressed frames without a
// limit. No C++ exception leaves these functions. A document may be used on one thread at a time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    // A text frame: `id` names it; frames with several values give several items.
    CTAG_TEXT = 1,
    // TXXX: `key` is its description.
    CTAG_USER_TEXT = 2,
    // COMM: `key` is its description.
    CTAG_COMMENT = 3,
    // USLT: `key` is its description.
    CTAG_LYRICS = 4,
    // One text of SYLT; `number` is its time in ms, or in frames of the audio where `counts_frames` is set.
    CTAG_TIMED_LYRICS = 5,
    // APIC: `key` is its description, `value` the image, `number` the picture type. A linked picture has its address in
    // `value` and "-->" in `mime`.
    CTAG_PICTURE = 6,
    // One channel of RVA2: `key` is its identification; `gain` in dB, `peak` of full scale (0: not told), `number` the
    // channel.
    CTAG_VOLUME = 7,
} CTagKind;

// Pointers are valid until the document is closed. Texts are UTF-8, or with `is_undeclared` the bytes as they stand in
// a frame that says Latin-1, which many a tagger wrote whatever they were.
typedef struct {
    CTagKind kind;
    char id[5];
    bool is_undeclared;
    bool counts_frames;
    const uint8_t *key;
    size_t key_count;
    const uint8_t *value;
    size_t value_count;
    const char *mime;
    int64_t number;
    double gain;
    double peak;
} CTagItem;

typedef struct CTagDocument CTagDocument;

// Parses the ID3v2 tag at the start of `bytes`. NULL where there is none or memory is short.
CTagDocument *ctag_open(const uint8_t *bytes, size_t count);
size_t ctag_count(const CTagDocument *document);
// Everything is zero beyond the end.
CTagItem ctag_item(const CTagDocument *document, size_t index);
void ctag_close(CTagDocument *document);

// The name of a genre by its ID3v1 number, in UTF-8, written with a zero at its end; false where there is none.
bool ctag_genre(int number, char *name, size_t capacity);

#ifdef __cplusplus
}
#endif

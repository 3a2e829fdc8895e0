#include "CTagLib.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <taglib/attachedpictureframe.h>
#include <taglib/commentsframe.h>
#include <taglib/id3v1genres.h>
#include <taglib/id3v2tag.h>
#include <taglib/mpegfile.h>
#include <taglib/relativevolumeframe.h>
#include <taglib/synchronizedlyricsframe.h>
#include <taglib/tbytevectorstream.h>
#include <taglib/textidentificationframe.h>
#include <taglib/unsynchronizedlyricsframe.h>

using namespace TagLib;

namespace {

// Nobody's tag has more; a hostile one has an item for each zero byte.
const size_t most_items = 20000;

struct Item {
    CTagKind kind = CTAG_TEXT;
    std::string id, key, value, mime;
    bool is_undeclared = false, counts_frames = false;
    int64_t number = 0;
    double gain = 0, peak = 0;
};

std::string plain(const ByteVector &bytes) { return std::string(bytes.data(), bytes.size()); }

// A Latin-1 string gives back the bytes that it was read from.
std::string text(const String &string, bool is_undeclared) { return string.to8Bit(!is_undeclared); }

bool undeclared(String::Type encoding) { return encoding == String::Latin1; }

} // namespace

struct CTagDocument {
    std::vector<Item> items;

    Item *add(CTagKind kind, const ID3v2::Frame *frame) {
        if (items.size() >= most_items) return nullptr;
        items.emplace_back();
        items.back().kind = kind;
        items.back().id = plain(frame->frameID()).substr(0, 4);
        return &items.back();
    }

    void add(CTagKind kind, const ID3v2::Frame *frame, String::Type encoding, const String &key, const String &value) {
        if (Item *item = add(kind, frame)) {
            item->is_undeclared = undeclared(encoding);
            item->key = text(key, item->is_undeclared);
            item->value = text(value, item->is_undeclared);
        }
    }

    void read(const ID3v2::Frame *frame) {
        if (auto user = dynamic_cast<const ID3v2::UserTextIdentificationFrame *>(frame)) {
            const StringList fields = user->fieldList();
            bool first = true;
            for (const String &field : fields) {
                if (!first) add(CTAG_USER_TEXT, user, user->textEncoding(), fields.front(), field);
                first = false;
            }
        } else if (auto words = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame)) {
            const StringList fields = words->fieldList();
            for (const String &field : fields) add(CTAG_TEXT, words, words->textEncoding(), String(), field);
        } else if (auto comment = dynamic_cast<const ID3v2::CommentsFrame *>(frame)) {
            add(CTAG_COMMENT, comment, comment->textEncoding(), comment->description(), comment->text());
        } else if (auto lyrics = dynamic_cast<const ID3v2::UnsynchronizedLyricsFrame *>(frame)) {
            add(CTAG_LYRICS, lyrics, lyrics->textEncoding(), lyrics->description(), lyrics->text());
        } else if (auto timed = dynamic_cast<const ID3v2::SynchronizedLyricsFrame *>(frame)) {
            read(timed);
        } else if (auto picture = dynamic_cast<const ID3v2::AttachedPictureFrame *>(frame)) {
            if (Item *item = add(CTAG_PICTURE, picture)) {
                item->is_undeclared = undeclared(picture->textEncoding());
                item->key = text(picture->description(), item->is_undeclared);
                item->value = plain(picture->picture());
                item->mime = picture->mimeType().to8Bit(true);
                item->number = picture->type();
            }
        } else if (auto volume = dynamic_cast<const ID3v2::RelativeVolumeFrame *>(frame)) {
            read(volume);
        }
    }

    void read(const ID3v2::SynchronizedLyricsFrame *lyrics) {
        const bool counts_frames = lyrics->timestampFormat() == ID3v2::SynchronizedLyricsFrame::AbsoluteMpegFrames;
        if (lyrics->type() > ID3v2::SynchronizedLyricsFrame::TextTranscription) return;
        const auto lines = lyrics->synchedText();
        for (const auto &line : lines) {
            Item *item = add(CTAG_TIMED_LYRICS, lyrics);
            if (!item) return;
            item->is_undeclared = undeclared(lyrics->textEncoding());
            item->value = text(line.text, item->is_undeclared);
            item->number = line.time;
            item->counts_frames = counts_frames;
        }
    }

    void read(const ID3v2::RelativeVolumeFrame *volume) {
        const auto channels = volume->channels();
        for (const auto channel : channels) {
            Item *item = add(CTAG_VOLUME, volume);
            if (!item) return;
            item->key = volume->identification().to8Bit(true);
            item->number = channel;
            item->gain = volume->volumeAdjustment(channel);
            const auto peak = volume->peakVolume(channel);
            // An integer of that many bits, the highest one being full scale.
            const unsigned bits = peak.bitsRepresentingPeak;
            if (bits < 2 || bits > 64 || peak.peakVolume.size() * 8 < bits) continue;
            double value = 0;
            for (unsigned index = 0; index < (bits + 7) / 8; ++index)
                value = value * 256 + static_cast<unsigned char>(peak.peakVolume[index]);
            item->peak = std::ldexp(value, 1 - static_cast<int>(bits));
        }
    }
};

CTagDocument *ctag_open(const uint8_t *bytes, size_t count) {
    CTagDocument *document = nullptr;
    try {
        if (count > (64u << 20)) return nullptr;
        ByteVectorStream stream(ByteVector(reinterpret_cast<const char *>(bytes), static_cast<unsigned>(count)));
        MPEG::File file(&stream, ID3v2::FrameFactory::instance(), false);
        const ID3v2::Tag *tag = file.hasID3v2Tag() ? file.ID3v2Tag() : nullptr;
        if (!tag) return nullptr;
        document = new CTagDocument;
        const ID3v2::FrameList frames = tag->frameList();
        for (const ID3v2::Frame *frame : frames) document->read(frame);
        return document;
    } catch (...) {
        delete document;
        return nullptr;
    }
}

size_t ctag_count(const CTagDocument *document) { return document ? document->items.size() : 0; }

CTagItem ctag_item(const CTagDocument *document, size_t index) {
    CTagItem result = {};
    if (index >= ctag_count(document)) return result;
    const Item &item = document->items[index];
    result.kind = item.kind;
    std::memcpy(result.id, item.id.data(), std::min<size_t>(4, item.id.size()));
    result.is_undeclared = item.is_undeclared;
    result.counts_frames = item.counts_frames;
    result.key = reinterpret_cast<const uint8_t *>(item.key.data());
    result.key_count = item.key.size();
    result.value = reinterpret_cast<const uint8_t *>(item.value.data());
    result.value_count = item.value.size();
    result.mime = item.mime.c_str();
    result.number = item.number;
    result.gain = item.gain;
    result.peak = item.peak;
    return result;
}

void ctag_close(CTagDocument *document) { delete document; }

bool ctag_genre(int number, char *name, size_t capacity) {
    try {
        const std::string text = ID3v1::genre(number).to8Bit(true);
        if (text.empty() || text.size() >= capacity) return false;
        std::memcpy(name, text.c_str(), text.size() + 1);
        return true;
    } catch (...) {
        return false;
    }
}

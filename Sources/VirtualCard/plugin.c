/* What alsa-lib looks for in the library: opens a PCM of type `tutticard`. VirtualCard.h describes its options. */
#include "VirtualCard.h"

#include <errno.h>
#include <string.h>

#include "card.h"

static int not_valid(const char *option, const char *wanted) {
    SNDERR("reading the options of a tutticard: \"%s\" is not valid, give %s", option, wanted);
    return -EINVAL;
}

static int read_number(snd_config_t *value, const char *option, long min, long max, long *number) {
    if (snd_config_get_integer(value, number) < 0 || *number < min || *number > max) {
        SNDERR("reading the options of a tutticard: \"%s\" must be a whole number from %ld to %ld", option, min, max);
        return -EINVAL;
    }
    return 0;
}

static int read_format(snd_config_t *value, snd_pcm_format_t *format) {
    const char *wanted = "S16_LE, S24_LE, S24_3LE, S32_LE or FLOAT_LE";
    const char *text;
    if (snd_config_get_string(value, &text) < 0) return not_valid("format", wanted);
    *format = snd_pcm_format_value(text);
    switch (*format) {
    case SND_PCM_FORMAT_S16_LE:
    case SND_PCM_FORMAT_S24_LE:
    case SND_PCM_FORMAT_S24_3LE:
    case SND_PCM_FORMAT_S32_LE:
    case SND_PCM_FORMAT_FLOAT_LE:
        return 0;
    default:
        return not_valid("format", wanted);
    }
}

static int read_option(snd_config_t *value, const char *option, struct card_settings *settings) {
    if (!strcmp(option, "comment") || !strcmp(option, "type") || !strcmp(option, "hint")) return 0;
    if (!strcmp(option, "output")) {
        if (snd_config_get_string(value, &settings->output) == 0 && *settings->output) return 0;
        return not_valid(option, "the beginning of the path of its files");
    }
    if (!strcmp(option, "ppm")) {
        /* Beyond ten per cent it is no crystal any more. */
        if (snd_config_get_ireal(value, &settings->ppm) == 0 && fabs(settings->ppm) <= 1e5) return 0;
        return not_valid(option, "a number from -100000 to 100000");
    }
    if (!strcmp(option, "granularity")) return read_number(value, option, 1, 1 << 20, &settings->granularity);
    if (!strcmp(option, "rate")) return read_number(value, option, 1000, 768000, &settings->rate);
    if (!strcmp(option, "channels")) return read_number(value, option, 1, 64, &settings->channels);
    if (!strcmp(option, "format")) return read_format(value, &settings->format);
    if (!strcmp(option, "record")) {
        int on = snd_config_get_bool(value);
        settings->record = on > 0;
        return on >= 0 ? 0 : not_valid(option, "yes or no");
    }
    return not_valid(option, "output, ppm, granularity, rate, format, channels or record");
}

SND_PCM_PLUGIN_DEFINE_FUNC(tutticard) {
    (void)root;
    struct card_settings settings = {.granularity = 1, .format = SND_PCM_FORMAT_UNKNOWN, .record = true};
    snd_config_iterator_t entry, next;
    snd_config_for_each(entry, next, conf) {
        snd_config_t *value = snd_config_iterator_entry(entry);
        const char *option;
        if (snd_config_get_id(value, &option) < 0) continue;
        int error = read_option(value, option, &settings);
        if (error < 0) return error;
    }
    if (settings.output == NULL) return not_valid("output", "the beginning of the path of its files");
    if (stream != SND_PCM_STREAM_PLAYBACK) {
        SNDERR("opening the tutticard \"%s\" to record from: it only plays", name);
        return -EINVAL;
    }
    int error = card_open(pcmp, name, &settings, mode);
    if (error < 0 && error != -ENODEV && error != -EBUSY) {
        SNDERR("opening the tutticard \"%s\": cannot write %s.journal and %s.pcm: %s; check that folder", name,
               settings.output, settings.output, snd_strerror(error));
    }
    return error;
}
SND_PCM_PLUGIN_SYMBOL(tutticard);

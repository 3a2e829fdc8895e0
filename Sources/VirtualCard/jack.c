/*
 * What alsa-lib looks for in the library: opens a control interface of type `tutticard` with one control, "Headphone
 * Jack", which is off while a file `<output>.unplugged-jack` exists.
 */
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <alsa/control_external.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static const char jack_name[] = "Headphone Jack";

struct jack {
    snd_ctl_ext_t ext;
    char *path; /* of the file that pulls the plug */
    int told;   /* the state that was read last */
};

static int is_plugged(const struct jack *jack) { return access(jack->path, F_OK) != 0; }

static void name_it(snd_ctl_elem_id_t *id) {
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_CARD);
    snd_ctl_elem_id_set_name(id, jack_name);
}

static int on_count(snd_ctl_ext_t *ext) {
    (void)ext;
    return 1;
}

static int on_list(snd_ctl_ext_t *ext, unsigned offset, snd_ctl_elem_id_t *id) {
    (void)ext;
    (void)offset;
    name_it(id);
    return 0;
}

static snd_ctl_ext_key_t on_find(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id) {
    (void)ext;
    return strcmp(snd_ctl_elem_id_get_name(id), jack_name) == 0 ? 0 : SND_CTL_EXT_KEY_NOT_FOUND;
}

static int on_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned *access, unsigned *count) {
    (void)ext;
    (void)key;
    *type = SND_CTL_ELEM_TYPE_BOOLEAN;
    *access = SND_CTL_EXT_ACCESS_READ;
    *count = 1;
    return 0;
}

static int on_read(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
    struct jack *jack = ext->private_data;
    (void)key;
    *value = jack->told = is_plugged(jack);
    return 0;
}

static void on_subscribe(snd_ctl_ext_t *ext, int subscribe) {
    (void)ext;
    (void)subscribe;
}

static int on_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned *mask) {
    struct jack *jack = ext->private_data;
    char events[4096];
    while (read(ext->poll_fd, events, sizeof events) > 0) continue;
    if (jack->told == is_plugged(jack)) return -EAGAIN;
    jack->told = !jack->told;
    name_it(id);
    *mask = SND_CTL_EVENT_MASK_VALUE;
    return 1;
}

static void jack_free(struct jack *jack) {
    if (jack->ext.poll_fd >= 0) close(jack->ext.poll_fd);
    free(jack->path);
    free(jack);
}

static void on_close(snd_ctl_ext_t *ext) { jack_free(ext->private_data); }

static const snd_ctl_ext_callback_t jack_callbacks = {
    .close = on_close,
    .elem_count = on_count,
    .elem_list = on_list,
    .find_elem = on_find,
    .get_attribute = on_attribute,
    .read_integer = on_read,
    .subscribe_events = on_subscribe,
    .read_event = on_event,
};

/* Watches the folder of the file, which need not exist. */
static int watch(const char *path) {
    int watcher = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    char *folder = strdup(path);
    char *slash = folder != NULL ? strrchr(folder, '/') : NULL;
    if (slash != NULL) *slash = 0;
    if (folder == NULL || inotify_add_watch(watcher, slash != NULL ? folder : ".", IN_CREATE | IN_DELETE) < 0) {
        if (watcher >= 0) close(watcher);
        watcher = -1;
    }
    free(folder);
    return watcher;
}

static int jack_open(snd_ctl_t **handle, const char *name, const char *output, int mode) {
    struct jack *jack = calloc(1, sizeof *jack);
    if (jack == NULL) return -ENOMEM;
    jack->ext.poll_fd = -1;
    if (asprintf(&jack->path, "%s.unplugged-jack", output) < 0) {
        jack->path = NULL;
        jack_free(jack);
        return -ENOMEM;
    }
    jack->ext.poll_fd = watch(jack->path);
    if (jack->ext.poll_fd < 0) {
        jack_free(jack);
        return -ENOENT;
    }
    jack->ext.version = SND_CTL_EXT_VERSION;
    strcpy(jack->ext.id, "tutticard");
    strcpy(jack->ext.driver, "tutticard");
    strcpy(jack->ext.name, "tutticard");
    strcpy(jack->ext.longname, "a virtual sound card of Tutti");
    strcpy(jack->ext.mixername, "tutticard");
    jack->ext.callback = &jack_callbacks;
    jack->ext.private_data = jack;
    jack->told = is_plugged(jack);
    int error = snd_ctl_ext_create(&jack->ext, name, mode);
    if (error < 0) {
        jack_free(jack);
        return error;
    }
    *handle = jack->ext.handle;
    return 0;
}

SND_CTL_PLUGIN_DEFINE_FUNC(tutticard) {
    (void)root;
    const char *output = NULL;
    snd_config_iterator_t entry, next;
    snd_config_for_each(entry, next, conf) {
        snd_config_t *value = snd_config_iterator_entry(entry);
        const char *option;
        if (snd_config_get_id(value, &option) < 0 || strcmp(option, "output") != 0) continue;
        if (snd_config_get_string(value, &output) < 0) return -EINVAL;
    }
    return output == NULL ? -EINVAL : jack_open(handlep, name, output, mode);
}
SND_CTL_PLUGIN_SYMBOL(tutticard);

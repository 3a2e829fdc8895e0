#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call: one function for each kind of argument.

static inline CURLcode tutti_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tutti_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tutti_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*tutti_curl_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode tutti_curl_set_callback(CURL *handle, CURLoption option, tutti_curl_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tutti_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode tutti_curl_get_text(CURL *handle, CURLINFO info, char **value) {
    return curl_easy_getinfo(handle, info, value);
}

// A macro that hides a cast from Swift.
static const size_t tutti_curl_write_pause = CURL_WRITEFUNC_PAUSE;
static const int tutti_curl_pause_nothing = CURLPAUSE_CONT;

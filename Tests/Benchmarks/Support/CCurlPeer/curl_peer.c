#include "curl_peer.h"

#ifdef Curl

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct curl_peer {
    CURLM *multi;
    struct curl_slist *lines;
};

struct lane {
    CURL *easy;
    uint8_t content[4096];
    size_t length;
    double start;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct lane *lane = context;
    size_t length = size * count;
    if (lane->length + length > sizeof lane->content) return 0;
    memcpy(lane->content + lane->length, bytes, length);
    lane->length += length;
    return length;
}

static void start(curl_peer *peer, struct lane *lane, const char *base, long id) {
    char url[256];
    snprintf(url, sizeof url, "%s/json/%ld", base, id);
    curl_easy_setopt(lane->easy, CURLOPT_URL, url);
    lane->length = 0;
    lane->start = now();
    curl_multi_add_handle(peer->multi, lane->easy);
}

curl_peer *curl_peer_create(const char *const *lines) {
    curl_peer *peer = calloc(1, sizeof *peer);
    if (!peer) return NULL;
    peer->multi = curl_multi_init();
    for (; *lines; lines++) peer->lines = curl_slist_append(peer->lines, *lines);
    return peer;
}

bool curl_peer_get(
    curl_peer *peer, const char *base, long count, long lanes, bool (*check)(const uint8_t *, size_t),
    double *milliseconds) {
    struct lane *all = calloc((size_t)lanes, sizeof *all);
    if (!all) return false;
    long started = 0, done = 0;
    for (long index = 0; index < lanes && started < count; index++) {
        CURL *easy = all[index].easy = curl_easy_init();
        curl_easy_setopt(easy, CURLOPT_PRIVATE, &all[index]);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, &all[index]);
        curl_easy_setopt(easy, CURLOPT_HTTPHEADER, peer->lines);
        curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        start(peer, &all[index], base, ++started);
    }
    bool is_good = true;
    while (is_good && done < count) {
        int running = 0, left = 0;
        curl_multi_perform(peer->multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(peer->multi, &left))) {
            struct lane *lane = NULL;
            long status = 0;
            CURLcode code = message->data.result;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&lane);
            curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
            curl_multi_remove_handle(peer->multi, lane->easy);
            is_good = is_good && !code && status == 200 && check(lane->content, lane->length);
            milliseconds[done++] = now() - lane->start;
            if (started < count) start(peer, lane, base, ++started);
        }
        if (done < count) curl_multi_poll(peer->multi, NULL, 0, 1000, NULL);
    }
    for (long index = 0; index < lanes; index++) {
        if (!all[index].easy) continue;
        curl_multi_remove_handle(peer->multi, all[index].easy);
        curl_easy_cleanup(all[index].easy);
    }
    free(all);
    return is_good;
}

void curl_peer_destroy(curl_peer *peer) {
    curl_multi_cleanup(peer->multi);
    curl_slist_free_all(peer->lines);
    free(peer);
}

#endif

#if defined(Curl) && !defined(__linux__)

#include "curl_poll.h"
#include <stdlib.h>

struct curl_poll {
    CURLM *multi;
};

curl_poll *curl_poll_create(CURLM *multi) {
    curl_poll *poll = malloc(sizeof *poll);
    if (poll) poll->multi = multi;
    return poll;
}

const bool curl_poll_is_shared = false;

void curl_poll_prepare(curl_poll *poll) { (void)poll; }

// It returns at once if a transfer was added or continued.
void curl_poll_wait(curl_poll *poll) { curl_multi_poll(poll->multi, NULL, 0, 60000, NULL); }

void curl_poll_perform(curl_poll *poll) {
    int running = 0;
    curl_multi_perform(poll->multi, &running);
}

void curl_poll_prepare_transfer(curl_poll *poll, CURL *easy) {
    (void)poll;
    (void)easy;
}

void curl_poll_watch_end(curl_poll *poll, curl_socket_t socket) {
    (void)poll;
    (void)socket;
}

void curl_poll_find_ends(curl_poll *poll) { (void)poll; }

void curl_poll_begin(curl_poll *poll) { curl_poll_perform(poll); }

// It never waits for longer than a minute.
bool curl_poll_is_idle(const curl_poll *poll) {
    (void)poll;
    return false;
}

void curl_poll_wake(curl_poll *poll) { curl_multi_wakeup(poll->multi); }

void curl_poll_destroy(curl_poll *poll) { free(poll); }

#endif

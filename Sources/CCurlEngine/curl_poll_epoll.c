#if defined(Curl) && defined(__linux__)

#include "curl_poll.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct curl_poll {
    CURLM *multi;
    int epoll, wake;
    /// The time at which libcurl wants to work, in milliseconds; negative if it doesn't.
    int64_t deadline;
    /// The deadline at the beginning of the last wait, and the milliseconds until then.
    int64_t known_deadline;
    int timeout;
    /// The number of sockets that libcurl waits for.
    int socket_count;
    /// Indicates by descriptor whether a socket is open and libcurl doesn't wait for it.
    bool *is_unused;
    int descriptor_count;
    /// What the last wait found.
    struct epoll_event events[64];
    int count;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int watch_timer(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    curl_poll *poll = context;
    poll->deadline = milliseconds < 0 ? -1 : milliseconds == 0 ? 0 : now() + milliseconds;
    return 0;
}

static bool is_unused(const curl_poll *poll, int socket) {
    return socket < poll->descriptor_count && poll->is_unused[socket];
}

static void set_unused(curl_poll *poll, int socket, bool is_unused) {
    if (socket >= poll->descriptor_count) {
        if (!is_unused) return;
        bool *grown = realloc(poll->is_unused, (size_t)socket * 2 + 64);
        if (!grown) return;
        memset(grown + poll->descriptor_count, 0, (size_t)(socket * 2 + 64 - poll->descriptor_count));
        poll->is_unused = grown;
        poll->descriptor_count = socket * 2 + 64;
    }
    poll->is_unused[socket] = is_unused;
}

// The mark of events of unused sockets.
static const uint64_t unused_mark = (uint64_t)1 << 32;

// Handles the end of a server's side of an unused connection. libcurl 7.88 finds that a TLS connection has ended only after it
// has read all that came before, and would send a request on it.
static void drain(curl_poll *poll, int socket) {
    if (!is_unused(poll, socket)) return;
    char ignored[1024];
    while (recv(socket, ignored, sizeof ignored, MSG_DONTWAIT) > 0) {}
}

static int close_socket(void *context, curl_socket_t socket) {
    set_unused(context, socket, false);
    return close(socket);
}

static int watch_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    (void)easy;
    curl_poll *poll = context;
    if (what == CURL_POLL_REMOVE) {
        poll->socket_count--;
        struct epoll_event end = {
            .events = EPOLLRDHUP | EPOLLONESHOT, .data.u64 = unused_mark | (uint32_t)socket,
        };
        // The descriptor may be closed already, which removes it, too.
        set_unused(poll, socket, epoll_ctl(poll->epoll, EPOLL_CTL_MOD, socket, &end) == 0);
        return 0;
    }
    bool is_watched = known || is_unused(poll, socket);
    set_unused(poll, socket, false);
    struct epoll_event event = {
        .events = (what & CURL_POLL_IN ? EPOLLIN : 0u) | (what & CURL_POLL_OUT ? EPOLLOUT : 0u),
        .data.u64 = (uint32_t)socket,
    };
    if (!known) {
        poll->socket_count++;
        curl_multi_assign(poll->multi, socket, poll);
    }
    int result = epoll_ctl(poll->epoll, is_watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    if (result && errno == ENOENT) result = epoll_ctl(poll->epoll, EPOLL_CTL_ADD, socket, &event);
    if (result && errno == EEXIST) result = epoll_ctl(poll->epoll, EPOLL_CTL_MOD, socket, &event);
    return result;
}

curl_poll *curl_poll_create(CURLM *multi) {
    curl_poll *poll = malloc(sizeof *poll);
    if (!poll) return NULL;
    *poll = (curl_poll){
        .multi = multi, .epoll = epoll_create1(EPOLL_CLOEXEC), .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
        .deadline = -1,
    };
    struct epoll_event event = { .events = EPOLLIN, .data.u64 = (uint32_t)poll->wake };
    if (poll->epoll < 0 || poll->wake < 0 || epoll_ctl(poll->epoll, EPOLL_CTL_ADD, poll->wake, &event)) {
        curl_poll_destroy(poll);
        return NULL;
    }
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, poll);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, watch_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, poll);
    return poll;
}

// Returns the milliseconds until libcurl wants to work; negative if it doesn't.
static int time_left(const curl_poll *poll) {
    if (poll->deadline <= 0) return (int)poll->deadline;
    int64_t left = poll->deadline - now();
    return left < 0 ? 0 : left > 60000 ? 60000 : (int)left;
}

static void run_timer(curl_poll *poll) {
    if (time_left(poll) != 0) return;
    int running = 0;
    poll->deadline = -1;
    curl_multi_socket_action(poll->multi, CURL_SOCKET_TIMEOUT, 0, &running);
}

const bool curl_poll_is_shared = true;

void curl_poll_prepare(curl_poll *poll) {
    poll->known_deadline = poll->deadline;
    poll->timeout = time_left(poll);
}

void curl_poll_wait(curl_poll *poll) {
    poll->count = epoll_wait(poll->epoll, poll->events, sizeof poll->events / sizeof *poll->events, poll->timeout);
}

void curl_poll_perform(curl_poll *poll) {
    int running = 0;
    for (int index = 0; index < poll->count; index++) {
        uint64_t data = poll->events[index].data.u64;
        int socket = (int)(uint32_t)data;
        uint32_t found = poll->events[index].events;
        if (data & unused_mark) {
            drain(poll, socket);
            continue;
        }
        if (socket == poll->wake) {
            eventfd_t ignored;
            eventfd_read(poll->wake, &ignored);
            continue;
        }
        // After an error, libcurl reads or writes, and so finds its reason; CURL_CSELECT_ERR has none.
        bool is_broken = found & (EPOLLERR | EPOLLHUP);
        int action = (found & EPOLLIN || is_broken ? CURL_CSELECT_IN : 0)
            | (found & EPOLLOUT || is_broken ? CURL_CSELECT_OUT : 0);
        curl_multi_socket_action(poll->multi, socket, action, &running);
    }
    run_timer(poll);
}

void curl_poll_prepare_transfer(curl_poll *poll, CURL *easy) {
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, poll);
}

void curl_poll_find_ends(curl_poll *poll) {
    struct epoll_event events[16];
    // The other events come again.
    int count = epoll_wait(poll->epoll, events, sizeof events / sizeof *events, 0);
    for (int index = 0; index < count; index++) {
        if (events[index].data.u64 & unused_mark) drain(poll, (int)(uint32_t)events[index].data.u64);
    }
}

void curl_poll_begin(curl_poll *poll) {
    run_timer(poll);
    bool is_late = poll->known_deadline < 0 || poll->known_deadline > poll->deadline;
    if (poll->deadline >= 0 && is_late) curl_poll_wake(poll);
}

bool curl_poll_is_idle(const curl_poll *poll) { return poll->socket_count == 0 && poll->deadline < 0; }

void curl_poll_wake(curl_poll *poll) { eventfd_write(poll->wake, 1); }

void curl_poll_destroy(curl_poll *poll) {
    if (poll->epoll >= 0) close(poll->epoll);
    if (poll->wake >= 0) close(poll->wake);
    free(poll->is_unused);
    free(poll);
}

#endif

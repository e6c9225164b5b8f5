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

// The uses of a socket: libcurl waits for it; or no transfer has it, and the poll waits for its end.
enum { USE_NONE, USE_WAIT, USE_END };

// A socket, and the events that the epoll instance reports of it. Between the requests on a connection, they stay the same.
typedef struct {
    int use;
    uint32_t events;
} watched;

// The events of a socket that waits for a response, or for its end.
enum { INPUT = EPOLLIN | EPOLLRDHUP };

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
    /// The sockets by their descriptors.
    watched *sockets;
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

static int use_of(const curl_poll *poll, int socket) {
    return socket < poll->descriptor_count ? poll->sockets[socket].use : USE_NONE;
}

// Returns null if memory is exhausted.
static watched *find(curl_poll *poll, int socket) {
    if (socket >= poll->descriptor_count) {
        int count = socket * 2 + 64;
        watched *grown = realloc(poll->sockets, (size_t)count * sizeof *grown);
        if (!grown) return NULL;
        memset(grown + poll->descriptor_count, 0, (size_t)(count - poll->descriptor_count) * sizeof *grown);
        poll->sockets = grown;
        poll->descriptor_count = count;
    }
    return &poll->sockets[socket];
}

static int report(curl_poll *poll, int socket, uint32_t events) {
    watched *watched = &poll->sockets[socket];
    struct epoll_event event = { .events = events, .data.fd = socket };
    int result = epoll_ctl(poll->epoll, watched->events ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    if (result && errno == ENOENT) result = epoll_ctl(poll->epoll, EPOLL_CTL_ADD, socket, &event);
    if (result && errno == EEXIST) result = epoll_ctl(poll->epoll, EPOLL_CTL_MOD, socket, &event);
    watched->events = result ? 0 : events;
    return result;
}

static void forget(curl_poll *poll, int socket) {
    if (socket >= poll->descriptor_count) return;
    epoll_ctl(poll->epoll, EPOLL_CTL_DEL, socket, NULL);
    poll->sockets[socket] = (watched){ .use = USE_NONE };
}

// Handles an event of an unused connection. At the end of the server's side, it reads what came before, which libcurl 7.88 would take
// for a sign of life. Returns whether it is the end.
static bool drain(curl_poll *poll, int socket, uint32_t found) {
    bool is_end = found & (EPOLLRDHUP | EPOLLHUP | EPOLLERR);
    char ignored[1024];
    while (is_end && recv(socket, ignored, sizeof ignored, MSG_DONTWAIT) > 0) {}
    if (is_end) forget(poll, socket); else report(poll, socket, EPOLLRDHUP);
    return is_end;
}

static int close_socket(void *context, curl_socket_t socket) {
    // If a child process has a copy, closing isn't enough.
    forget(context, socket);
    return close(socket);
}

static int watch_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    (void)easy;
    curl_poll *poll = context;
    watched *watched = find(poll, socket);
    if (what == CURL_POLL_REMOVE) {
        poll->socket_count--;
        // Most connections are used again. The next event of another socket removes it.
        if (watched) watched->use = USE_NONE;
        return 0;
    }
    if (!watched) return -1;
    if (!known) {
        poll->socket_count++;
        curl_multi_assign(poll->multi, socket, poll);
    }
    uint32_t events = (what & CURL_POLL_IN ? INPUT : 0u) | (what & CURL_POLL_OUT ? EPOLLOUT : 0u);
    // A descriptor without a use may be another socket than before.
    bool is_same = watched->use != USE_NONE && watched->events == events;
    watched->use = USE_WAIT;
    return is_same ? 0 : report(poll, socket, events);
}

curl_poll *curl_poll_create(CURLM *multi) {
    curl_poll *poll = malloc(sizeof *poll);
    if (!poll) return NULL;
    *poll = (curl_poll){
        .multi = multi, .epoll = epoll_create1(EPOLL_CLOEXEC), .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
        .deadline = -1,
    };
    struct epoll_event event = { .events = EPOLLIN, .data.fd = poll->wake };
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
        int socket = poll->events[index].data.fd;
        uint32_t found = poll->events[index].events;
        if (socket == poll->wake) {
            eventfd_t ignored;
            eventfd_read(poll->wake, &ignored);
            continue;
        }
        int use = use_of(poll, socket);
        if (use == USE_END) drain(poll, socket, found);
        if (use == USE_NONE) forget(poll, socket);
        if (use != USE_WAIT) continue;
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

void curl_poll_watch_end(curl_poll *poll, curl_socket_t socket) {
    watched *watched = find(poll, socket);
    if (!watched || watched->use != USE_NONE) return;
    bool is_watched = watched->events == INPUT || !report(poll, socket, EPOLLRDHUP);
    if (is_watched) watched->use = USE_END;
}

void curl_poll_find_ends(curl_poll *poll) {
    enum { MOST = 64 };
    struct epoll_event events[MOST];
    int count, ends;
    do {
        // The other events come again.
        count = epoll_wait(poll->epoll, events, MOST, 0);
        ends = 0;
        for (int index = 0; index < count; index++) {
            int socket = events[index].data.fd;
            if (use_of(poll, socket) == USE_END && drain(poll, socket, events[index].events)) ends++;
        }
    } while (count == MOST && ends > 0);
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
    free(poll->sockets);
    free(poll);
}

#endif

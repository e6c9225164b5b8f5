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
    /// The uses of sockets by their descriptors.
    unsigned char *uses;
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

// The uses of a socket: libcurl waits for it; or no transfer has it, and the poll waits for its end.
enum { USE_NONE, USE_WAIT, USE_END };

static int use_of(const curl_poll *poll, int socket) {
    return socket < poll->descriptor_count ? poll->uses[socket] : USE_NONE;
}

// Returns false if memory is exhausted.
static bool set_use(curl_poll *poll, int socket, unsigned char use) {
    if (socket >= poll->descriptor_count) {
        int count = socket * 2 + 64;
        unsigned char *grown = realloc(poll->uses, (size_t)count);
        if (!grown) return false;
        memset(grown + poll->descriptor_count, USE_NONE, (size_t)(count - poll->descriptor_count));
        poll->uses = grown;
        poll->descriptor_count = count;
    }
    poll->uses[socket] = use;
    return true;
}

// The mark of the events of sockets with USE_END.
static const uint64_t end_mark = (uint64_t)1 << 32;

// Handles the end of the server's side of an unused connection: reads what came before, which libcurl 7.88 would take for a sign of
// life.
static void drain(curl_poll *poll, int socket) {
    if (use_of(poll, socket) != USE_END) return;
    char ignored[1024];
    while (recv(socket, ignored, sizeof ignored, MSG_DONTWAIT) > 0) {}
    epoll_ctl(poll->epoll, EPOLL_CTL_DEL, socket, NULL);
    set_use(poll, socket, USE_NONE);
}

static int close_socket(void *context, curl_socket_t socket) {
    set_use(context, socket, USE_NONE);
    return close(socket);
}

static int watch_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    (void)easy;
    curl_poll *poll = context;
    if (what == CURL_POLL_REMOVE) {
        poll->socket_count--;
        // The descriptor may be closed already, which removes it, too.
        epoll_ctl(poll->epoll, EPOLL_CTL_DEL, socket, NULL);
        set_use(poll, socket, USE_NONE);
        return 0;
    }
    bool is_watched = known || use_of(poll, socket) == USE_END;
    if (!set_use(poll, socket, USE_WAIT)) return -1;
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
        if (data & end_mark) {
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

void curl_poll_watch_end(curl_poll *poll, curl_socket_t socket) {
    if (use_of(poll, socket) != USE_NONE || !set_use(poll, socket, USE_END)) return;
    struct epoll_event event = { .events = EPOLLRDHUP, .data.u64 = end_mark | (uint32_t)socket };
    if (epoll_ctl(poll->epoll, EPOLL_CTL_ADD, socket, &event)) set_use(poll, socket, USE_NONE);
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
            if (!(events[index].data.u64 & end_mark)) continue;
            drain(poll, (int)(uint32_t)events[index].data.u64);
            ends++;
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
    free(poll->uses);
    free(poll);
}

#endif

// For `pthread_setname_np`.
#define _GNU_SOURCE

#include "curl_engine.h"

#ifdef Curl

#include "curl_log.h"
#include "curl_poll.h"
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The wishes of other threads about a transfer, which the engine's thread reads.
enum { WISH_START = 1, WISH_CANCEL = 2, WISH_RECEIVE = 4, WISH_SEND = 8 };

// With this many transfers, the engine's thread is awake most of the time, and other threads would only take its turn away.
enum { BUSY = 8 };

// A head of HTTP/2 must fit into the buffer: libcurl 7.88 takes 128 KiB of it, and doesn't come back for what doesn't fit.
enum { HTTP2_BUFFER = 128 * 1024 };

// Pieces of content below this size are gathered, up to the larger size: a server may send chunks of one byte. So are the lines of
// a head.
enum { SMALL_PIECE = 512, GATHERED = 16 * 1024 };

// The state of a transfer over HTTP/2, as far as the engine knows it.
typedef struct {
    // The number of its connection, and of the stream on it; negative before they are known.
    long connection, stream;
    // The server didn't process the request, so it can be sent again.
    bool is_refused;
    // The server ends the connection.
    bool is_ending;
    // The server ended the connection with an error. The transfer ends after this many turns, if it isn't complete by then.
    int turns_left;
    // The connection was closed at the end of its last transfer; or it can be used again.
    bool is_closed, is_kept;
} http2_state;

struct curl_transfer {
    CURL *easy;
    // The lines of the request's head, in one piece of memory.
    struct curl_slist *lines;
    curl_engine_callbacks callbacks;
    char description[CURL_ERROR_SIZE];
    // The hash of the server's public key, if libcurl compared it with pins.
    char key[64];
    // Guarded by the engine's lock.
    int wishes;
    curl_transfer *next_wish;
    // The number of the wish for which it was added to the list of wishes.
    unsigned wish_number;
    // Guarded by the engine's turn.
    bool is_paused, is_resuming;
    // The gathered pieces, and the turn in which the last piece was passed on.
    char *pieces;
    size_t pieces_size;
    unsigned last_turn;
    bool is_head, may_use_http2;
    int send_count;
    http2_state http2;
    curl_engine *engine;
    curl_transfer *previous, *next;
};

struct curl_engine {
    CURLM *multi;
    CURLSH *share;
    curl_poll *poll;
    pthread_t thread;
    // Its owner may use libcurl: the engine's thread, or a thread that begins a transfer while the engine's thread waits.
    pthread_mutex_t turn;
    // It can be locked during a turn, not the other way round.
    pthread_mutex_t lock;
    // The number of forks before the engine began.
    int forks;
    // Guarded by the lock.
    curl_transfer *first_wish, *last_wish;
    unsigned wish_count;
    bool is_ending, is_asleep;
    // Guarded by the turn.
    curl_transfer *first;
    int count;
    // The number of the turn of the engine's thread.
    unsigned turn_number;
    bool has_pieces;
    // The number of the last wish before the last search for connections that have ended.
    unsigned known_wish;
    // The gathered lines of one response.
    char lines[GATHERED];
    size_t lines_size;
    curl_transfer *lines_owner;
    // An unused connection is about to be closed.
    bool makes_room;
    // A server ended a connection with an error.
    bool is_abandoned;
};

// MARK: - Callbacks of libcurl

static bool pass_on_lines(curl_engine *engine) {
    curl_transfer *transfer = engine->lines_owner;
    size_t size = engine->lines_size;
    engine->lines_owner = NULL;
    engine->lines_size = 0;
    return !transfer || transfer->callbacks.lines(transfer->callbacks.context, (const uint8_t *)engine->lines, size);
}

// Gathers the lines of a head until its end, or until the end of the turn.
static size_t receive_line(char *bytes, size_t size, size_t count, void *context) {
    curl_transfer *transfer = context;
    curl_engine *engine = transfer->engine;
    size_t length = size * count;
    bool is_own = engine->lines_owner == transfer, is_full = engine->lines_size + length > GATHERED;
    // A flood must end at once.
    if ((is_full || !is_own) && !pass_on_lines(engine) && is_own) return 0;
    bool goes_on = true;
    if (length > GATHERED) {
        goes_on = transfer->callbacks.lines(transfer->callbacks.context, (const uint8_t *)bytes, length);
    } else {
        engine->lines_owner = transfer;
        memcpy(engine->lines + engine->lines_size, bytes, length);
        engine->lines_size += length;
        bool is_end = *bytes == '\r' || *bytes == '\n';
        if (is_end) goes_on = pass_on_lines(engine);
    }
    return goes_on ? length : 0;
}

static void pass_on(curl_transfer *transfer, const char *bytes, size_t size) {
    transfer->is_paused = !transfer->callbacks.content(transfer->callbacks.context, (const uint8_t *)bytes, size);
}

static void pass_on_pieces(curl_transfer *transfer) {
    size_t size = transfer->pieces_size;
    transfer->pieces_size = 0;
    if (size) pass_on(transfer, transfer->pieces, size);
}

// Gathers all small pieces of a turn but the first. Returns whether it took this one.
static bool gather(curl_transfer *transfer, const char *bytes, size_t size) {
    curl_engine *engine = transfer->engine;
    bool is_first = transfer->last_turn != engine->turn_number;
    transfer->last_turn = engine->turn_number;
    if (is_first || size >= SMALL_PIECE) return false;
    if (!transfer->pieces) transfer->pieces = malloc(GATHERED);
    if (!transfer->pieces) return false;
    if (transfer->pieces_size + size > GATHERED) pass_on_pieces(transfer);
    memcpy(transfer->pieces + transfer->pieces_size, bytes, size);
    transfer->pieces_size += size;
    engine->has_pieces = true;
    return true;
}

static size_t receive_content(char *bytes, size_t size, size_t count, void *context) {
    curl_transfer *transfer = context;
    // libcurl keeps these bytes, and passes them again after the pause. A pause before all of them are passed would let the
    // server send more than libcurl can keep.
    if (transfer->is_paused && !transfer->is_resuming) return CURL_WRITEFUNC_PAUSE;
    if (!gather(transfer, bytes, size * count)) {
        pass_on_pieces(transfer);
        pass_on(transfer, bytes, size * count);
    }
    return size * count;
}

// If a connection is lost before the response begins, libcurl sends the request again, up to five times, and each time on a pooled
// connection, which may be lost, too. On a new connection, it sends it only once. A connection of HTTP/2 is shared by many requests,
// so not each of them gets a new one.
static int before_sending(void *context, char *address, char *local_address, int port, int local_port) {
    (void)address, (void)local_address, (void)port, (void)local_port;
    curl_transfer *transfer = context;
    transfer->send_count++;
    if (!transfer->may_use_http2) curl_easy_setopt(transfer->easy, CURLOPT_FRESH_CONNECT, 1L);
    return CURL_PREREQFUNC_OK;
}

static size_t read_content(char *bytes, size_t size, size_t count, void *context) {
    curl_transfer *transfer = context;
    ptrdiff_t length = transfer->callbacks.read(transfer->callbacks.context, (uint8_t *)bytes, size * count);
    if (length == CURL_ENGINE_PAUSE) return CURL_READFUNC_PAUSE;
    return length < 0 ? CURL_READFUNC_ABORT : (size_t)length;
}

static void note(curl_transfer *transfer, curl_log_entry entry) {
    curl_engine *engine = transfer->engine;
    switch (entry.subject) {
    case LOG_CONNECTION:
        transfer->http2 = (http2_state){ .connection = entry.number, .stream = -1 };
        return;
    case LOG_STREAM:
        transfer->http2.stream = entry.number;
        return;
    case LOG_REFUSED:
        transfer->http2.is_refused = true;
        return;
    case LOG_KEY:
        snprintf(transfer->key, sizeof transfer->key, "%.*s", (int)entry.key_size, entry.key);
        return;
    case LOG_FULL:
        engine->makes_room = true;
        return;
    case LOG_CLOSED:
        if (engine->makes_room) entry.subject = LOG_NOTHING;
        engine->makes_room = false;
        break;
    case LOG_GOODBYE:
        if (entry.error) engine->is_abandoned = true;
    }
    // The other entries are about all transfers of a connection.
    long connection = entry.subject == LOG_GOODBYE ? transfer->http2.connection : entry.number;
    for (curl_transfer *other = engine->first; other && entry.subject; other = other->next) {
        http2_state *http2 = &other->http2;
        if (http2->connection != connection || http2->stream < 0) continue;
        if (entry.subject == LOG_KEPT) http2->is_kept = true;
        if (entry.subject == LOG_CLOSED) http2->is_closed = !http2->is_kept;
        if (entry.subject != LOG_GOODBYE) continue;
        http2->is_ending = true;
        http2->is_refused = http2->is_refused || http2->stream > entry.number;
        http2->turns_left = entry.error ? 2 : 0;
    }
}

static int read_log(CURL *easy, curl_infotype type, char *bytes, size_t size, void *context) {
    (void)easy;
    curl_transfer *transfer = context;
    if (type != CURLINFO_TEXT) return 0;
    curl_log_entry entry = curl_log_read(bytes, size);
    if (transfer->may_use_http2 || entry.subject == LOG_KEY) note(transfer, entry);
    return 0;
}

static void begin_log(curl_transfer *transfer) {
    curl_easy_setopt(transfer->easy, CURLOPT_DEBUGFUNCTION, read_log);
    curl_easy_setopt(transfer->easy, CURLOPT_DEBUGDATA, transfer);
    curl_easy_setopt(transfer->easy, CURLOPT_VERBOSE, 1L);
}

// MARK: - Transfers

// Each transfer has a new easy handle. A used one of libcurl 7.88 keeps a pointer to the last field of its last response, and a
// response that begins with a folded line crashes it.
curl_transfer *curl_transfer_create(const char *method, const char *url) {
    curl_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->easy = curl_easy_init();
    if (!transfer->easy) {
        free(transfer);
        return NULL;
    }
    CURL *easy = transfer->easy;
    bool is_set = !curl_easy_setopt(easy, CURLOPT_URL, url);
    if (strcmp(method, "HEAD") == 0) {
        is_set = is_set && !curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
        transfer->is_head = true;
    } else {
        is_set = is_set && !curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
    }
    transfer->http2 = (http2_state){ .connection = -1, .stream = -1 };
    if (!is_set) {
        curl_transfer_discard(transfer);
        return NULL;
    }
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->description);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_line);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_content);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, read_content);
    curl_easy_setopt(easy, CURLOPT_READDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, before_sending);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    // The library's timeouts end a transfer; libcurl would give up a connection after five minutes.
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 0x7FFFFFFFL);
    // Empty strings turn the proxies of the environment off, and the exceptions from a proxy that is set.
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
    return transfer;
}

void curl_transfer_discard(curl_transfer *transfer) {
    curl_easy_cleanup(transfer->easy);
    free(transfer->lines);
    free(transfer->pieces);
    free(transfer);
}

bool curl_transfer_set_lines(curl_transfer *transfer, const uint8_t *text, size_t size) {
    size_t count = 0;
    for (size_t index = 0; index < size; index++) count += !text[index];
    struct curl_slist *lines = malloc(count * sizeof *lines + size);
    if (!lines) return false;
    transfer->lines = lines;
    char *line = memcpy(lines + count, text, size);
    for (size_t index = 0; index < count; index++) {
        lines[index] = (struct curl_slist){ .data = line, .next = index + 1 < count ? lines + index + 1 : NULL };
        line += strlen(line) + 1;
    }
    curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, lines);
    return true;
}

void curl_transfer_send_content(curl_transfer *transfer, int64_t length) {
    curl_easy_setopt(transfer->easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(transfer->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)(length < 0 ? -1 : length));
}

void curl_transfer_allow_http2(curl_transfer *transfer) {
    transfer->may_use_http2 = true;
    curl_easy_setopt(transfer->easy, CURLOPT_BUFFERSIZE, (long)HTTP2_BUFFER);
    begin_log(transfer);
}

void curl_transfer_set_number(curl_transfer *transfer, int option, long value) {
    curl_easy_setopt(transfer->easy, (CURLoption)option, value);
}

bool curl_transfer_set_string(curl_transfer *transfer, int option, const char *value) {
    if (option == CURLOPT_PINNEDPUBLICKEY) begin_log(transfer);
    CURLcode code = curl_easy_setopt(transfer->easy, (CURLoption)option, value);
    // A TLS library that reads no folder of authorities also trusts none of them.
    return !code || (!value && code == CURLE_NOT_BUILT_IN);
}

// MARK: - The thread

// Removes a transfer from the list of wishes, so that nothing refers to it any longer.
static void forget_wishes(curl_engine *engine, curl_transfer *transfer) {
    pthread_mutex_lock(&engine->lock);
    curl_transfer *before = NULL, *found = transfer->wishes ? engine->first_wish : NULL;
    while (found && found != transfer) {
        before = found;
        found = found->next_wish;
    }
    if (found) {
        if (before) before->next_wish = found->next_wish; else engine->first_wish = found->next_wish;
        if (engine->last_wish == found) engine->last_wish = before;
    }
    pthread_mutex_unlock(&engine->lock);
}

// Returns whether all content arrived before a server reset a stream, because it needs no more of the request's content. Clients
// must not discard such a response (RFC 9113, section 8.1). If the server then closes the connection, the file is "partial".
static bool is_complete(CURL *easy, CURLcode code) {
    curl_off_t length = -1, size = 0;
    if (code != CURLE_HTTP2_STREAM && code != CURLE_PARTIAL_FILE) return false;
    curl_easy_getinfo(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    curl_easy_getinfo(easy, CURLINFO_SIZE_DOWNLOAD_T, &size);
    return length >= 0 && size == length;
}

// Returns whether a connection of HTTP/2 was closed before the end of the content, although libcurl 7.88 reports a success: it
// does so after an error of the connection. A server that ended the connection by GOAWAY may have sent the whole content.
static bool is_cut_off(const curl_transfer *transfer, CURLcode code) {
    const http2_state *http2 = &transfer->http2;
    if (code || http2->stream < 0 || !http2->is_closed || http2->is_ending || transfer->is_head) return false;
    curl_off_t length = -1;
    long status = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    return length < 0 && status != 204 && status != 304;
}

static void describe(curl_transfer *transfer, const char *text) {
    snprintf(transfer->description, sizeof transfer->description, "%s", text);
}

static void finish(curl_engine *engine, curl_transfer *transfer, CURLcode code) {
    if (transfer->previous) transfer->previous->next = transfer->next; else engine->first = transfer->next;
    if (transfer->next) transfer->next->previous = transfer->previous;
    engine->count--;
    pass_on_lines(engine);
    pass_on_pieces(transfer);
    long connections = 1, system_error = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &connections);
    curl_easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &system_error);
    // Other transfers may share a connection of HTTP/2.
    curl_socket_t socket = CURL_SOCKET_BAD;
    if (transfer->http2.stream < 0) curl_easy_getinfo(transfer->easy, CURLINFO_ACTIVESOCKET, &socket);
    if (socket != CURL_SOCKET_BAD) curl_poll_watch_end(engine->poll, socket);
    curl_multi_remove_handle(engine->multi, transfer->easy);
    if (is_complete(transfer->easy, code)) code = CURLE_OK;
    bool is_cut = is_cut_off(transfer, code);
    if (is_cut) code = CURLE_PARTIAL_FILE;
    // Over HTTP/2, libcurl has another code if the server closes the connection.
    bool is_nothing = code == CURLE_GOT_NOTHING && transfer->http2.stream >= 0;
    if (is_cut || is_nothing) describe(transfer, "the server broke the rules of HTTP/2, or sent a field of more than 64 KiB");
    if (code == CURLE_SSL_PINNEDPUBKEYNOTMATCH) describe(transfer, transfer->key);
    const char *description = transfer->description[0] ? transfer->description : curl_easy_strerror(code);
    curl_engine_outcome outcome = {
        .code = code, .system_error = (int)system_error, .is_reused = connections == 0,
        .is_refused = transfer->http2.is_refused, .send_count = transfer->send_count,
        .description = code ? description : "",
    };
    transfer->callbacks.finished(transfer->callbacks.context, &outcome);
    forget_wishes(engine, transfer);
    curl_transfer_discard(transfer);
}

static void start(curl_engine *engine, curl_transfer *transfer, bool is_cancelled) {
    transfer->engine = engine;
    transfer->next = engine->first;
    transfer->previous = NULL;
    if (engine->first) engine->first->previous = transfer;
    engine->first = transfer;
    engine->count++;
    if (is_cancelled) return finish(engine, transfer, CURLE_ABORTED_BY_CALLBACK);
    // Here, because only the turn guards the TLS sessions.
    curl_easy_setopt(transfer->easy, CURLOPT_SHARE, engine->share);
    curl_poll_prepare_transfer(engine->poll, transfer->easy);
    if (curl_multi_add_handle(engine->multi, transfer->easy)) finish(engine, transfer, CURLE_OUT_OF_MEMORY);
}

static void fulfil(curl_engine *engine, curl_transfer *transfer, int wishes) {
    if (wishes & WISH_START) return start(engine, transfer, wishes & WISH_CANCEL);
    if (wishes & WISH_CANCEL) return finish(engine, transfer, CURLE_ABORTED_BY_CALLBACK);
    if (wishes & WISH_RECEIVE) transfer->is_paused = false;
    // This can call `receive_content` at once. Each bit that is not set continues a direction.
    transfer->is_resuming = true;
    CURLcode code = curl_easy_pause(transfer->easy, CURLPAUSE_CONT);
    transfer->is_resuming = false;
    if (code) finish(engine, transfer, code); else pass_on_pieces(transfer);
}

// Fulfils the wishes of other threads, and falls asleep when there is none left. Returns whether the engine goes on.
static bool fulfil_wishes(curl_engine *engine) {
    while (true) {
        pthread_mutex_lock(&engine->lock);
        curl_transfer *transfer = engine->first_wish;
        int wishes = 0;
        bool is_new = false;
        if (transfer) {
            is_new = transfer->wishes & WISH_START && (int)(transfer->wish_number - engine->known_wish) > 0;
            if (is_new) engine->known_wish = engine->wish_count;
            engine->first_wish = transfer->next_wish;
            if (!engine->first_wish) engine->last_wish = NULL;
            wishes = transfer->wishes;
            transfer->wishes = 0;
            transfer->next_wish = NULL;
        } else {
            engine->is_asleep = true;
        }
        bool is_ending = engine->is_ending;
        pthread_mutex_unlock(&engine->lock);
        if (!transfer) return !is_ending;
        // One search is enough for all wishes that other threads had before it.
        if (is_new) curl_poll_find_ends(engine->poll);
        fulfil(engine, transfer, wishes);
    }
}

// Ends a turn: passes on what libcurl received in it.
static void finish_ended(curl_engine *engine) {
    engine->turn_number++;
    pass_on_lines(engine);
    for (curl_transfer *transfer = engine->has_pieces ? engine->first : NULL; transfer; transfer = transfer->next) {
        pass_on_pieces(transfer);
    }
    engine->has_pieces = false;
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(engine->multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        curl_transfer *transfer = NULL;
        CURLcode code = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
        finish(engine, transfer, code);
    }
}

// Ends the transfers of connections that their servers ended with an error, because nothing more may come. A turn later than
// the error, so that a complete response is read before.
static void end_abandoned(curl_engine *engine) {
    if (!engine->is_abandoned) return;
    engine->is_abandoned = false;
    curl_transfer *next = NULL;
    for (curl_transfer *transfer = engine->first; transfer; transfer = next) {
        next = transfer->next;
        if (transfer->http2.turns_left == 0) continue;
        if (--transfer->http2.turns_left) {
            engine->is_abandoned = true;
            continue;
        }
        describe(transfer, "the server ended the connection with an error of HTTP/2");
        finish(engine, transfer, CURLE_RECV_ERROR);
    }
    if (engine->is_abandoned) curl_poll_wake(engine->poll);
}

static void release(curl_engine *engine) {
    if (engine->multi) curl_multi_cleanup(engine->multi);
    if (engine->share) curl_share_cleanup(engine->share);
    if (engine->poll) curl_poll_destroy(engine->poll);
    pthread_mutex_destroy(&engine->turn);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

// Continues transfers that wait for a connection. libcurl 7.88 may forget them if a server allows fewer streams than it said, and
// wakes them up when any handle is removed.
static void wake_forgotten(curl_engine *engine) {
    if (!engine->count || !curl_poll_is_idle(engine->poll)) return;
    CURL *easy = curl_easy_init();
    if (!easy) return;
    if (!curl_multi_add_handle(engine->multi, easy)) curl_multi_remove_handle(engine->multi, easy);
    curl_easy_cleanup(easy);
}

static void *run(void *context) {
    curl_engine *engine = context;
#ifdef __APPLE__
    pthread_setname_np("requests-curl");
#else
    pthread_setname_np(pthread_self(), "requests-curl");
#endif
    pthread_mutex_lock(&engine->turn);
    while (fulfil_wishes(engine)) {
        wake_forgotten(engine);
        curl_poll_prepare(engine->poll);
        pthread_mutex_unlock(&engine->turn);
        curl_poll_wait(engine->poll);
        pthread_mutex_lock(&engine->turn);
        pthread_mutex_lock(&engine->lock);
        engine->is_asleep = false;
        pthread_mutex_unlock(&engine->lock);
        curl_poll_perform(engine->poll);
        finish_ended(engine);
        end_abandoned(engine);
    }
    while (engine->first) finish(engine, engine->first, CURLE_ABORTED_BY_CALLBACK);
    pthread_mutex_unlock(&engine->turn);
    release(engine);
    return NULL;
}

// The number of forks on the way to this process. An engine has no thread in the child.
static atomic_int forks;
static void count_fork(void) { atomic_fetch_add(&forks, 1); }

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void initialize(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    pthread_atfork(NULL, NULL, count_fork);
}

curl_engine *curl_engine_create(curl_engine_limits limits) {
    pthread_once(&once, initialize);
    curl_engine *engine = calloc(1, sizeof *engine);
    if (!engine) return NULL;
    pthread_mutex_init(&engine->turn, NULL);
    pthread_mutex_init(&engine->lock, NULL);
    engine->forks = atomic_load(&forks);
    engine->multi = curl_multi_init();
    engine->share = curl_share_init();
    engine->poll = engine->multi ? curl_poll_create(engine->multi) : NULL;
    if (!engine->poll || !engine->share) {
        release(engine);
        return NULL;
    }
    curl_share_setopt(engine->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    curl_multi_setopt(engine->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.connections);
    curl_multi_setopt(engine->multi, CURLMOPT_MAX_HOST_CONNECTIONS, limits.connections_per_host);
    curl_multi_setopt(engine->multi, CURLMOPT_MAXCONNECTS, limits.kept_connections);
    if (pthread_create(&engine->thread, NULL, run, engine)) {
        release(engine);
        return NULL;
    }
    return engine;
}

// MARK: - From any thread

void curl_engine_destroy(curl_engine *engine) {
    if (curl_engine_is_foreign(engine)) return;
    pthread_t thread = engine->thread;
    pthread_mutex_lock(&engine->lock);
    engine->is_ending = true;
    curl_poll_wake(engine->poll);
    pthread_mutex_unlock(&engine->lock);
    if (pthread_equal(thread, pthread_self())) pthread_detach(thread); else pthread_join(thread, NULL);
}

bool curl_engine_checks_public_keys(void) {
    pthread_once(&once, initialize);
    CURL *easy = curl_easy_init();
    bool is_set = easy && !curl_easy_setopt(easy, CURLOPT_PINNEDPUBLICKEY, "sha256//");
    curl_easy_cleanup(easy);
    return is_set;
}

bool curl_engine_is_foreign(curl_engine *engine) { return engine->forks != atomic_load(&forks); }

static bool wish(curl_engine *engine, curl_transfer *transfer, int wishes) {
    if (curl_engine_is_foreign(engine)) return false;
    pthread_mutex_lock(&engine->lock);
    bool is_going = !engine->is_ending;
    if (is_going) {
        if (!transfer->wishes) {
            if (engine->last_wish) engine->last_wish->next_wish = transfer; else engine->first_wish = transfer;
            engine->last_wish = transfer;
            transfer->wish_number = ++engine->wish_count;
        }
        transfer->wishes |= wishes;
        if (engine->is_asleep) curl_poll_wake(engine->poll);
        engine->is_asleep = false;
    }
    pthread_mutex_unlock(&engine->lock);
    return is_going;
}

bool curl_engine_start(curl_engine *engine, curl_transfer *transfer, curl_engine_callbacks callbacks) {
    transfer->callbacks = callbacks;
    if (curl_engine_is_foreign(engine)) return false;
    if (!curl_poll_is_shared || pthread_mutex_trylock(&engine->turn)) return wish(engine, transfer, WISH_START);
    // Begin here if nobody else uses libcurl: the engine's thread then wakes up only for the response.
    bool begins = engine->count < BUSY;
    if (begins) {
        // Connections may have ended since the last wait.
        curl_poll_find_ends(engine->poll);
        start(engine, transfer, false);
        curl_poll_begin(engine->poll);
        finish_ended(engine);
    }
    pthread_mutex_unlock(&engine->turn);
    return begins || wish(engine, transfer, WISH_START);
}

void curl_engine_cancel(curl_engine *engine, curl_transfer *transfer) { wish(engine, transfer, WISH_CANCEL); }

void curl_engine_resume_receiving(curl_engine *engine, curl_transfer *transfer) {
    wish(engine, transfer, WISH_RECEIVE);
}

void curl_engine_resume_sending(curl_engine *engine, curl_transfer *transfer) { wish(engine, transfer, WISH_SEND); }

#endif

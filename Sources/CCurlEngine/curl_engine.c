#include "curl_engine.h"

#ifdef Curl

#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The wishes of other threads about a transfer, which the engine's thread reads.
enum { WISH_START = 1, WISH_CANCEL = 2, WISH_RECEIVE = 4, WISH_SEND = 8 };

struct curl_transfer {
    CURL *easy;
    struct curl_slist *lines;
    curl_engine_callbacks callbacks;
    char description[CURL_ERROR_SIZE];
    // Guarded by the engine's lock.
    int wishes;
    curl_transfer *next_wish;
    // Only for the engine's thread.
    bool is_paused;
    curl_transfer *previous, *next;
};

struct curl_engine {
    CURLM *multi;
    pthread_t thread;
    pthread_mutex_t lock;
    // Guarded by the lock.
    curl_transfer *first_wish;
    bool is_ending, is_awake;
    // Only for the engine's thread.
    curl_transfer *first;
};

// MARK: - Callbacks of libcurl

static size_t receive_line(char *bytes, size_t size, size_t count, void *context) {
    curl_transfer *transfer = context;
    transfer->callbacks.line(transfer->callbacks.context, (const uint8_t *)bytes, size * count);
    return size * count;
}

static size_t receive_content(char *bytes, size_t size, size_t count, void *context) {
    curl_transfer *transfer = context;
    // libcurl keeps these bytes, and passes them again after the pause.
    if (transfer->is_paused) return CURL_WRITEFUNC_PAUSE;
    transfer->is_paused = !transfer->callbacks.content(transfer->callbacks.context, (const uint8_t *)bytes, size * count);
    return size * count;
}

static size_t read_content(char *bytes, size_t size, size_t count, void *context) {
    curl_transfer *transfer = context;
    ptrdiff_t length = transfer->callbacks.read(transfer->callbacks.context, (uint8_t *)bytes, size * count);
    if (length == CURL_ENGINE_PAUSE) return CURL_READFUNC_PAUSE;
    return length < 0 ? CURL_READFUNC_ABORT : (size_t)length;
}

// MARK: - Transfers

curl_transfer *curl_transfer_create(const char *method, const char *url) {
    curl_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    CURL *easy = transfer->easy = curl_easy_init();
    bool is_set = easy && !curl_easy_setopt(easy, CURLOPT_URL, url);
    if (is_set && strcmp(method, "HEAD") == 0) {
        is_set = !curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    } else if (is_set) {
        is_set = !curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
    }
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
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    // The library's timeouts end a transfer; libcurl would give up a connection after five minutes.
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 0x7FFFFFFFL);
    // An empty string turns the proxies of the environment off.
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    return transfer;
}

void curl_transfer_discard(curl_transfer *transfer) {
    curl_slist_free_all(transfer->lines);
    if (transfer->easy) curl_easy_cleanup(transfer->easy);
    free(transfer);
}

bool curl_transfer_add_line(curl_transfer *transfer, const char *line) {
    struct curl_slist *lines = curl_slist_append(transfer->lines, line);
    if (!lines) return false;
    transfer->lines = lines;
    return true;
}

void curl_transfer_send_content(curl_transfer *transfer, int64_t length) {
    curl_easy_setopt(transfer->easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(transfer->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)(length < 0 ? -1 : length));
}

void curl_transfer_set_number(curl_transfer *transfer, int option, long value) {
    curl_easy_setopt(transfer->easy, (CURLoption)option, value);
}

bool curl_transfer_set_string(curl_transfer *transfer, int option, const char *value) {
    return !curl_easy_setopt(transfer->easy, (CURLoption)option, value);
}

// MARK: - The thread

// Removes a transfer from the list of wishes, so that nothing refers to it any longer.
static void forget_wishes(curl_engine *engine, curl_transfer *transfer) {
    pthread_mutex_lock(&engine->lock);
    curl_transfer **link = &engine->first_wish;
    while (*link && *link != transfer) link = &(*link)->next_wish;
    if (*link) *link = transfer->next_wish;
    pthread_mutex_unlock(&engine->lock);
}

static void finish(curl_engine *engine, curl_transfer *transfer, CURLcode code) {
    if (transfer->previous) transfer->previous->next = transfer->next; else engine->first = transfer->next;
    if (transfer->next) transfer->next->previous = transfer->previous;
    long connections = 1, system_error = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &connections);
    curl_easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &system_error);
    curl_multi_remove_handle(engine->multi, transfer->easy);
    const char *description = transfer->description[0] ? transfer->description : curl_easy_strerror(code);
    curl_engine_outcome outcome = {
        .code = code, .system_error = (int)system_error, .is_reused = connections == 0,
        .description = code ? description : "",
    };
    transfer->callbacks.finished(transfer->callbacks.context, &outcome);
    forget_wishes(engine, transfer);
    curl_transfer_discard(transfer);
}

static void start(curl_engine *engine, curl_transfer *transfer, bool is_cancelled) {
    transfer->next = engine->first;
    transfer->previous = NULL;
    if (engine->first) engine->first->previous = transfer;
    engine->first = transfer;
    if (is_cancelled) return finish(engine, transfer, CURLE_ABORTED_BY_CALLBACK);
    if (curl_multi_add_handle(engine->multi, transfer->easy)) finish(engine, transfer, CURLE_OUT_OF_MEMORY);
}

static void fulfil(curl_engine *engine, curl_transfer *transfer, int wishes) {
    if (wishes & WISH_START) return start(engine, transfer, wishes & WISH_CANCEL);
    if (wishes & WISH_CANCEL) return finish(engine, transfer, CURLE_ABORTED_BY_CALLBACK);
    if (wishes & WISH_RECEIVE) transfer->is_paused = false;
    // This can call `receive_content` at once. Each bit that is not set continues a direction.
    CURLcode code = curl_easy_pause(transfer->easy, CURLPAUSE_CONT);
    if (code) finish(engine, transfer, code);
}

// Fulfils the wishes of other threads. Returns whether the engine goes on.
static bool fulfil_wishes(curl_engine *engine) {
    while (true) {
        pthread_mutex_lock(&engine->lock);
        engine->is_awake = false;
        bool is_ending = engine->is_ending;
        curl_transfer *transfer = engine->first_wish;
        int wishes = 0;
        if (transfer) {
            engine->first_wish = transfer->next_wish;
            wishes = transfer->wishes;
            transfer->wishes = 0;
            transfer->next_wish = NULL;
        }
        pthread_mutex_unlock(&engine->lock);
        if (!transfer) return !is_ending;
        fulfil(engine, transfer, wishes);
    }
}

static void *run(void *context) {
    curl_engine *engine = context;
    while (fulfil_wishes(engine)) {
        int running = 0, left = 0;
        curl_multi_perform(engine->multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(engine->multi, &left))) {
            if (message->msg != CURLMSG_DONE) continue;
            curl_transfer *transfer = NULL;
            CURLcode code = message->data.result;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
            finish(engine, transfer, code);
        }
        curl_multi_poll(engine->multi, NULL, 0, 60000, NULL);
    }
    while (engine->first) finish(engine, engine->first, CURLE_ABORTED_BY_CALLBACK);
    curl_multi_cleanup(engine->multi);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
    return NULL;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void initialize(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

curl_engine *curl_engine_create(curl_engine_limits limits) {
    pthread_once(&once, initialize);
    curl_engine *engine = calloc(1, sizeof *engine);
    if (!engine) return NULL;
    engine->multi = curl_multi_init();
    if (!engine->multi) {
        free(engine);
        return NULL;
    }
    curl_multi_setopt(engine->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.connections);
    curl_multi_setopt(engine->multi, CURLMOPT_MAX_HOST_CONNECTIONS, limits.connections_per_host);
    pthread_mutex_init(&engine->lock, NULL);
    if (pthread_create(&engine->thread, NULL, run, engine)) {
        curl_multi_cleanup(engine->multi);
        pthread_mutex_destroy(&engine->lock);
        free(engine);
        return NULL;
    }
    return engine;
}

// MARK: - From any thread

void curl_engine_destroy(curl_engine *engine) {
    pthread_t thread = engine->thread;
    pthread_mutex_lock(&engine->lock);
    engine->is_ending = true;
    curl_multi_wakeup(engine->multi);
    pthread_mutex_unlock(&engine->lock);
    if (pthread_equal(thread, pthread_self())) pthread_detach(thread); else pthread_join(thread, NULL);
}

static bool wish(curl_engine *engine, curl_transfer *transfer, int wishes) {
    pthread_mutex_lock(&engine->lock);
    bool is_going = !engine->is_ending;
    if (is_going) {
        if (!transfer->wishes) {
            transfer->next_wish = engine->first_wish;
            engine->first_wish = transfer;
        }
        transfer->wishes |= wishes;
        if (!engine->is_awake) curl_multi_wakeup(engine->multi);
        engine->is_awake = true;
    }
    pthread_mutex_unlock(&engine->lock);
    return is_going;
}

bool curl_engine_start(curl_engine *engine, curl_transfer *transfer, curl_engine_callbacks callbacks) {
    transfer->callbacks = callbacks;
    curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->lines);
    return wish(engine, transfer, WISH_START);
}

void curl_engine_cancel(curl_engine *engine, curl_transfer *transfer) { wish(engine, transfer, WISH_CANCEL); }

void curl_engine_resume_receiving(curl_engine *engine, curl_transfer *transfer) {
    wish(engine, transfer, WISH_RECEIVE);
}

void curl_engine_resume_sending(curl_engine *engine, curl_transfer *transfer) { wish(engine, transfer, WISH_SEND); }

#endif

// A thread that drives libcurl's multi interface, for the Swift module RequestsCurl.
//
// It exists because Swift can't import libcurl's variadic functions, and so that handles and callbacks have one owner: this
// file. A transfer belongs to the engine from `curl_engine_start` on, until its function `finished` returns. The functions of
// `curl_engine_callbacks` are called on the engine's thread, or on a thread that starts a transfer; only one at a time, of all
// transfers of an engine. They must not block.
//
// Without the trait Curl, this module is empty, and libcurl's headers aren't read.

#ifndef REQUESTS_CURL_ENGINE_H
#define REQUESTS_CURL_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef Curl

/// A thread with its connections.
typedef struct curl_engine curl_engine;

/// A request, and the response to it.
typedef struct curl_transfer curl_transfer;

/// The end of a transfer.
typedef struct {
    /// The CURLcode: 0 if the whole response arrived.
    int code;
    /// The value of `errno` of a failed system call; 0 if there is none.
    int system_error;
    /// True if the request was sent on a connection that an earlier request had used.
    bool is_reused;
    /// True if the server refused the request before it processed it, so that it can be sent again.
    bool is_refused;
    /// The number of times that libcurl sent the request.
    int send_count;
    /// libcurl's description of the error; empty if there is none. For CURLE_SSL_PINNEDPUBKEYNOTMATCH, it is the hash of the server's
    /// public key, such as `sha256//…`, if libcurl says it. It is valid until the function returns.
    const char *_Nonnull description;
} curl_engine_outcome;

/// The results of `read` that aren't a number of bytes.
enum { CURL_ENGINE_PAUSE = -1, CURL_ENGINE_ABORT = -2 };

/// The functions of a transfer. The first argument of each is `context`.
typedef struct {
    void *_Nonnull context;
    /// Receives lines of one head, with their line breaks; of interim responses and trailers, too. Lines that arrive together come
    /// together. Returns false to end the transfer.
    bool (*_Nonnull lines)(void *_Nonnull, const uint8_t *_Nonnull, size_t);
    /// Receives content. If it returns false, more follows only after `curl_engine_resume_receiving`; then, all that has arrived
    /// follows, even if it returns false again.
    bool (*_Nonnull content)(void *_Nonnull, const uint8_t *_Nonnull, size_t);
    /// Fills a buffer with content to send, and returns the number of bytes; 0 at the end. After CURL_ENGINE_PAUSE, it is called
    /// again after `curl_engine_resume_sending`.
    ptrdiff_t (*_Nonnull read)(void *_Nonnull, uint8_t *_Nonnull, size_t);
    /// Receives the end. It is the last function that is called, exactly once.
    void (*_Nonnull finished)(void *_Nonnull, const curl_engine_outcome *_Nonnull);
} curl_engine_callbacks;

/// The limits that all transfers of an engine share.
typedef struct {
    /// The largest number of connections, and of connections to one host; 0 for any number.
    long connections, connections_per_host;
    /// The number of connections above which unused ones are closed.
    long kept_connections;
} curl_engine_limits;

/// Makes an engine with a thread; null if the system refuses.
curl_engine *_Nullable curl_engine_create(curl_engine_limits limits);

/// Ends all transfers with CURLE_ABORTED_BY_CALLBACK, ends the thread, and releases the engine. On the engine's thread, it only
/// asks for this.
void curl_engine_destroy(curl_engine *_Nonnull engine);

/// Returns whether the engine was made before a fork, by the parent of this process. Its thread doesn't exist here, and none of
/// its functions may be called, except `curl_engine_destroy`, which does nothing.
bool curl_engine_is_foreign(curl_engine *_Nonnull engine);

/// Returns whether libcurl's TLS library can compare the public key of a server with pins.
bool curl_engine_checks_public_keys(void);

/// Makes a transfer; null if memory or descriptors are exhausted.
curl_transfer *_Nullable curl_transfer_create(const char *_Nonnull method, const char *_Nonnull url);

/// Releases a transfer that was never started.
void curl_transfer_discard(curl_transfer *_Nonnull transfer);

/// Sets the lines of the request's head, once; a zero ends each: `Name: value`, `Name;` for a field without a value, `Name:` to omit
/// a field that libcurl would add.
bool curl_transfer_set_lines(curl_transfer *_Nonnull transfer, const uint8_t *_Nonnull text, size_t size);

/// Sends content with a length; a negative length is unknown.
void curl_transfer_send_content(curl_transfer *_Nonnull transfer, int64_t length);

/// Prepares for a response over HTTP/2. Before an engine starts the transfer.
void curl_transfer_allow_http2(curl_transfer *_Nonnull transfer);

/// Sets an option that libcurl describes: a number, or a copied string; null resets it.
void curl_transfer_set_number(curl_transfer *_Nonnull transfer, int option, long value);
bool curl_transfer_set_string(curl_transfer *_Nonnull transfer, int option, const char *_Nullable value);

/// Begins a transfer, from any thread. Returns false, and calls no function, if the engine is ending.
bool curl_engine_start(curl_engine *_Nonnull engine, curl_transfer *_Nonnull transfer, curl_engine_callbacks callbacks);

/// Ends a transfer with CURLE_ABORTED_BY_CALLBACK; or continues it. They can be called from any thread while `finished` has not
/// been called.
void curl_engine_cancel(curl_engine *_Nonnull engine, curl_transfer *_Nonnull transfer);
void curl_engine_resume_receiving(curl_engine *_Nonnull engine, curl_transfer *_Nonnull transfer);
void curl_engine_resume_sending(curl_engine *_Nonnull engine, curl_transfer *_Nonnull transfer);

#endif
#endif

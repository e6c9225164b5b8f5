// Waits for the sockets and timers of a multi handle, by the means of the system. All functions but `curl_poll_wait` and
// `curl_poll_wake` use the multi handle, so a lock must keep other threads from it.
//
// On Linux, an epoll instance knows the sockets, so that a wait costs the same for one transfer and for ten thousand.
// Elsewhere, `curl_multi_poll` waits, and looks at every transfer.

#ifndef REQUESTS_CURL_POLL_H
#define REQUESTS_CURL_POLL_H

#include <curl/curl.h>
#include <stdbool.h>

typedef struct curl_poll curl_poll;

/// Makes the means to wait; null if memory or descriptors are exhausted.
curl_poll *curl_poll_create(CURLM *multi);

/// Indicates whether other threads may work on the transfers during a wait.
extern const bool curl_poll_is_shared;

/// Fixes the end of the next wait.
void curl_poll_prepare(curl_poll *poll);

/// Waits for a socket, for a timer, or for `curl_poll_wake`.
void curl_poll_wait(curl_poll *poll);

/// Lets libcurl work on the transfers that are ready after a wait.
void curl_poll_perform(curl_poll *poll);

/// Prepares a handle before it is added to the multi handle.
void curl_poll_prepare_transfer(curl_poll *poll, CURL *easy);

/// Waits for the end of a connection that no transfer has. libcurl 7.88 finds that a TLS connection has ended only after it has read
/// all that came before, and would send a request on it.
void curl_poll_watch_end(curl_poll *poll, curl_socket_t socket);

/// Finds unused connections that their servers have ended, so that libcurl doesn't use them again.
void curl_poll_find_ends(curl_poll *poll);

/// Lets libcurl begin what was just added. If another thread waits for too long, it wakes up.
void curl_poll_begin(curl_poll *poll);

/// Returns whether libcurl waits for nothing: neither for a socket nor for a time.
bool curl_poll_is_idle(const curl_poll *poll);

/// Ends a wait, or the next one. It can be called from any thread.
void curl_poll_wake(curl_poll *poll);

/// Closes the descriptors. libcurl must not use the sockets any longer.
void curl_poll_destroy(curl_poll *poll);

#endif

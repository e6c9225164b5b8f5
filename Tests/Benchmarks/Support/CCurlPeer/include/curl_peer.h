// GETs by libcurl's multi interface alone, as a program in C would send them: the peer of RequestsCurl.

#ifndef CURL_PEER_H
#define CURL_PEER_H

#ifdef Curl

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A multi handle with its connections.
typedef struct curl_peer curl_peer;

/// Makes a peer whose requests have these header lines; the last line is null.
curl_peer *_Nullable curl_peer_create(const char *_Nullable const *_Nonnull lines);

/// Gets `/json/1`, `/json/2` and so on, some at once, and passes the content of each response to a function.
///
/// Returns false if a request failed, or if the function returned false. `milliseconds` has a place for each request.
bool curl_peer_get(
    curl_peer *_Nonnull peer, const char *_Nonnull base, long count, long lanes,
    bool (*_Nonnull check)(const uint8_t *_Nonnull, size_t), double *_Nonnull milliseconds);

/// Closes the connections, and releases the peer.
void curl_peer_destroy(curl_peer *_Nonnull peer);

#endif
#endif

// Reads libcurl's log for the states of HTTP/2 connections and streams: libcurl 7.88 has no function for them.

#ifndef REQUESTS_CURL_LOG_H
#define REQUESTS_CURL_LOG_H

#include <stddef.h>

#ifdef Curl

/// The subjects of an entry.
enum {
    LOG_NOTHING,
    /// The transfer is sent on a connection.
    LOG_CONNECTION,
    /// The transfer is sent on a stream of its connection.
    LOG_STREAM,
    /// The server refused the stream of the transfer, and libcurl sends the request again.
    LOG_REFUSED,
    /// The server ends a connection: it doesn't process the streams above `number`.
    LOG_GOODBYE,
    /// A connection can be used again.
    LOG_KEPT,
    /// libcurl closes a connection to make room.
    LOG_FULL,
    /// libcurl closes a connection.
    LOG_CLOSED,
    /// libcurl compares a server's public key, whose hash is `key`, with pins.
    LOG_KEY,
};

/// An entry of the log.
typedef struct {
    int subject;
    /// The number of the connection or of the stream.
    long number;
    /// The error of LOG_GOODBYE (RFC 9113, section 7); 0 for none.
    unsigned error;
    /// The hash of LOG_KEY, such as `sha256//…`; without a zero at its end. It is valid as long as the entry's bytes.
    const char *key;
    size_t key_size;
} curl_log_entry;

/// Reads an entry.
curl_log_entry curl_log_read(const char *bytes, size_t size);

#endif
#endif

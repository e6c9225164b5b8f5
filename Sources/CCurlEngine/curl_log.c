#include "curl_log.h"

#ifdef Curl

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define KEY_START " public key hash: "

static bool begins(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

// The beginnings are libcurl's own words: no server can write them.
curl_log_entry curl_log_read(const char *bytes, size_t size) {
    char text[512];
    if (size >= sizeof text) size = sizeof text - 1;
    memcpy(text, bytes, size);
    text[size] = 0;
    curl_log_entry entry = { .subject = LOG_NOTHING };
    const char *sign = strrchr(text, '#');
    if (sscanf(text, "Re-using existing connection #%ld", &entry.number) == 1) {
        entry.subject = LOG_CONNECTION;
    } else if (begins(text, "Connected to ") && sign && sscanf(sign, "#%ld", &entry.number) == 1) {
        entry.subject = LOG_CONNECTION;
    } else if (sscanf(text, "Using Stream ID: %ld", &entry.number) == 1) {
        entry.subject = LOG_STREAM;
    } else if (begins(text, "REFUSED_STREAM")) {
        entry.subject = LOG_REFUSED;
    } else if (sscanf(text, "recveived GOAWAY, error=%u, last_stream=%ld", &entry.error, &entry.number) == 2
        || sscanf(text, "received GOAWAY, error=%u, last_stream=%ld", &entry.error, &entry.number) == 2) {
        entry.subject = LOG_GOODBYE;
    } else if (sscanf(text, "Closing connection %ld", &entry.number) == 1) {
        entry.subject = LOG_CLOSED;
    } else if (begins(text, "Connection cache is full")) {
        entry.subject = LOG_FULL;
    } else if (strstr(text, " left intact") && sscanf(text, "Connection #%ld", &entry.number) == 1) {
        entry.subject = LOG_KEPT;
    } else if (begins(text, KEY_START)) {
        entry.subject = LOG_KEY;
        entry.key = bytes + strlen(KEY_START);
        entry.key_size = strcspn(text + strlen(KEY_START), " \r\n");
    }
    return entry;
}

#endif

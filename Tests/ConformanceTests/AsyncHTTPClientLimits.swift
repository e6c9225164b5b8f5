#if AsyncHTTPClient
import RequestsTesting
import RequestsConformance

/// The cases that AsyncHTTPClient can't pass.
enum AsyncHTTPClientLimits {
    static let all: KnownLimits = [
        "responses/lines that end with LF alone": KnownLimit("NIO's parser does not take them: `malformedResponse`"),
        "statuses/a Content-Length as a trailer behind the chunks": KnownLimit(
            "NIO's parser reads a trailer as a field of the head: `malformedResponse`"),
    ]

    /// The cases that AsyncHTTPClient can't pass over HTTP/2.
    static let overHTTP2: KnownLimits = [
        "statuses/204 with Content-Length ends with its head": missing,
        "statuses/204 with Content-Length is a download of nothing": missing,
        "streaming/lines that nobody reads hold the server up": KnownLimit(
            "the server of this case may stop; with nginx and the same content, it passes", kind: .varies),
        "lengths/Content-Length: with a plus sign": KnownLimit("NIO takes the sign for part of the number"),
        "http2/SETTINGS: a table of 2^32 - 1": KnownLimit("NIO refuses the size: `connectionLost`"),
        "http2/SETTINGS: never, and PING without an end": KnownLimit(
            "NIO reads on, and stores its acknowledgements", kind: .varies),
        "http2/SETTINGS: the table, the window and the frames change again and again": idleSettings,
        "http2/SETTINGS: no stream at all, and many after 0.3 seconds": idleSettings,
        "http2/doubtful: an empty name": KnownLimit("NIO closes the connection, and not only the stream"),
        "http2/a field of 16 KB in the response": largeResponse,
        "http2/a field of 17 KB in the response": largeResponse,
        "http2/a field of 20 KB in the response": largeResponse,
        "http2/a field of 32 KB in the response": largeResponse,
        "http2/a field of 48 KB in the response": largeResponse,
        "http2/a field of 64 KB in the response": largeResponse,
        "http2/a field of 80 KB in the response": largeResponse,
        "http2/a field of 100 KB in the response": largeResponse,
    ]

    private static let missing = KnownLimit("NIO misses the content that the length announces: `connectionLost`")
    private static let idleSettings = KnownLimit(
        "SETTINGS for an idle connection are a failed assertion in AsyncHTTPClient", kind: .endsProcess)
    private static let largeResponse = KnownLimit(
        "NIO takes fields of 16 KB in all: `malformedResponse`, and the other calls of the connection are lost",
        kind: .varies)
}
#endif

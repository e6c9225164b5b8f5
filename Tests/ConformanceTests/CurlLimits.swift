#if Curl
import RequestsConformance
import RequestsTesting

/// The cases that libcurl can't pass.
enum CurlLimits {
    static let all: KnownLimits = [
        "statuses/a trailer of 8 KiB behind the chunks": KnownLimit("libcurl takes no trailer of this size"),
        "lengths/chunks: a size of 0x3": KnownLimit(
            "libcurl reads the `0`, and may ignore the rest of the line", kind: .varies),
    ]

    /// The cases that libcurl can't pass over HTTP/2.
    static let overHTTP2: KnownLimits = [
        "http2/401 before *": content, "http2/GOAWAY in an upload*": content, "http2/an upload *": content,
        "http2/frames of 16 MiB are allowed, and an upload uses them or not": content,
        "http2/a header block in CONTINUATION of 1 byte": KnownLimit(
            "libcurl or nghttp2 refuses so many frames: `malformedResponse`", kind: .varies),
        "http2/SETTINGS: the table, the window and the frames change again and again": KnownLimit(
            "libcurl or nghttp2 refuses one of the settings", kind: .varies),
        "http2/GOAWAY(noError) of the stream, and the end": KnownLimit(
            "a content without a length ends with the connection", kind: .varies),
        "streaming/lines that are cut off*": dropped,
        "streaming/leaving a loop*": unreset, "streaming/cancelling while*": unreset, "timeouts/*": unreset,
        "cancelling/*": unreset, "connections/a *": unreset, "http2/a cancelled call*": unreset,
        "http2/RST_STREAM(noError) behind the head": KnownLimit("libcurl takes the part for the whole", kind: .varies),
        "http2/RST_STREAM(noError) in a content without a length": KnownLimit(
            "libcurl takes the part for the whole", kind: .varies),
        "breaks/what came before the break is in the error": dropped,
        "streaming/lines that nobody reads hold the server up": paused,
        "redirects/refused: a Location with a control character": KnownLimit(
            "nghttp2 rejects the field, and libcurl reports a lost connection"),
        "statuses/204 with Content-Length ends with its head": missing,
        "statuses/204 with Content-Length is a download of nothing": missing,
        "statuses/a Content-Length as a trailer behind the chunks": KnownLimit(
            "nghttp2 compares the length with the content: `connectionLost`"),
        "http2/connection error before the head: *": unheard,
        "http2/connection error in a content without a length: *": KnownLimit(
            "libcurl may take the part for the whole, or wait for the timeout", kind: .varies),
        "http2/connection error in a header block: *": unheard,
        "http2/cut: *": unheard,
        "http2/malformed: WINDOW_UPDATE of 0 for the stream": unheard,
        "http2/malformed: DATA before the head": unheard,
        "http2/a field of 64 KB in the response": largeResponse,
        "http2/a field of 80 KB in the response": largeResponse,
        "http2/a field of 100 KB in the response": largeResponse,
        "http2/a field of 64 KB in the request, and then three users": largeRequest,
        "http2/a field of 80 KB in the request, and then three users": largeRequest,
        "http2/a field of 100 KB in the request, and then three users": largeRequest,
    ]

    /// Returns whether a case over HTTP/2 failed as its limit says.
    static func isExplained(_ failure: ConformanceFailure, of id: ConformanceCase.ID) -> Bool {
        let beginnings =
            switch overHTTP2[id] {
            // The case waits until its server hears of the end of the call.
            case unreset, paused: ["a timeout"]
            case unheard, largeRequest: ["the error timedOut: no data", "the error connectionLost"]
            case dropped: ["nil", "[]", "the error connectionLost"]
            case missing: ["the error connectionLost", "Optional(connectionLost)"]
            default:
                [
                    "the error connectionLost", "the error malformedResponse", "the error timedOut: no data",
                    // libcurl mistakes a part of the content for the whole.
                    "the response 200 with \"",
                ]
            }
        return beginnings.contains { failure.actual.hasPrefix($0) }
    }

    private static let content = KnownLimit("requests with content use HTTP/1.1", kind: .doesNotApply)
    private static let dropped = KnownLimit(
        "libcurl drops what came before RST_STREAM if it comes at the same time", kind: .varies)
    private static let paused = KnownLimit("libcurl may not go on with a paused stream", kind: .varies)
    private static let unreset = KnownLimit(
        "libcurl may send RST_STREAM for a call that ended only when the connection has other work", kind: .varies)
    private static let missing = KnownLimit("nghttp2 misses the content that the length announces: `connectionLost`")
    private static let unheard = KnownLimit(
        "one call hears of the error, and the others of the connection may wait for their timeout", kind: .varies)
    private static let largeResponse = KnownLimit(
        "libcurl's buffer is smaller than the field: the call waits for its timeout", kind: .varies)
    private static let largeRequest = KnownLimit(
        "nghttp2 writes fields of 64 KB in all: the call waits for its timeout")
}
#endif

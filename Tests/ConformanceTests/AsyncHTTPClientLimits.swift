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
}
#endif

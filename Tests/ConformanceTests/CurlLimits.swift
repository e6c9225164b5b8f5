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
}
#endif

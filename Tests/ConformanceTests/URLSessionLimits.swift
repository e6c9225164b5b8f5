import RequestsConformance
import RequestsTesting

/// The cases that URLSession can't pass; the numbers are those of the page "URLSession on Linux".
enum URLSessionLimits {
    #if canImport(FoundationNetworking)
    static let onThisPlatform = onLinux
    #else
    static let onThisPlatform: KnownLimits = [
        "requests/the User-Agent can be removed": added, "requests/no Accept-Language that nobody asked for": added,
    ]

    private static let added = KnownLimit("Foundation adds its own", kind: .varies)
    #endif

    static let onLinux: KnownLimits = [
        "responses/no space behind the colon": unread,
        "responses/a value in Latin-1": unread,
        "responses/no reason": unread,
        "responses/a reason that is not UTF-8": unread,
        "responses/a known field repeated in other case": KnownLimit(
            "Foundation keeps one value of a field that it knows, such as Vary (10)"),
        "responses/lines that end with LF alone": unread,
        "responses/the fields in their order, in their case": KnownLimit(
            "Foundation keeps fields without their order (10)"),
        "sequences/*": KnownLimit(
            "Foundation reads the bodies of all sessions on one thread, which can't wait: `bodyUnsupported` (27)"),
        "redirects/301 without a Location is the response": lostContent,
        "redirects/302 without a Location is the response": lostContent,
        "redirects/303 without a Location is the response": lostContent,
        "redirects/307 without a Location is the response": lostContent,
        "redirects/308 without a Location is the response": lostContent,
        "connections/to an address of IPv6": KnownLimit(
            "Foundation does not send to one: `connectionFailed` (23)", kind: .varies),
        "compression/gzip as it was received": decoded,
        "compression/gzip as it was received, as a download": decoded,
        "compression/gzip that is cut off": truncated,
        "compression/gzip that is cut off, chunked": truncated,
        "compression/gzip without its checksum": truncated,
        "statuses/a trailer behind the chunks": trailers,
        "statuses/two trailers behind the chunks": trailers,
        "statuses/a Content-Length as a trailer behind the chunks": trailers,
        "statuses/a trailer of 8 KiB behind the chunks": KnownLimit("libcurl takes no trailer of this size"),
        "breaks/closed in the fields": head,
        "breaks/closed in the fields, chunked": head,
        "breaks/reset before the request was read": unnamed,
        "garbage/a fold in front of the first field": unnamed,
        "lengths/Content-Length: with a plus sign": KnownLimit("libcurl takes the sign for part of the number"),
        "lengths/Content-Length: 2^63 - 2": length,
        "lengths/Content-Length: 2^63 - 1": length,
    ]

    private static let unread = KnownLimit("Foundation can't read it: `malformedResponse` (13)")
    private static let unnamed = KnownLimit("Foundation may name no reason: `transportFailed` (16)", kind: .varies)
    private static let lostContent = KnownLimit("Foundation drops the content, for it takes it for a redirect's (8)")
    private static let decoded = KnownLimit("Foundation decodes by itself: `malformedResponse` (14)")
    private static let truncated = KnownLimit("libcurl takes gzip that is cut off for the whole (14)")
    private static let trailers = KnownLimit("trailers are a fatal error inside Foundation (1)", kind: .endsProcess)
    private static let head = KnownLimit(
        "an end inside the head is a fatal error inside Foundation (21)", kind: .endsProcess)
    private static let length = KnownLimit("the length traps inside Foundation (22)", kind: .endsProcess)
}

import RequestsConformance
import RequestsTesting

/// The cases that don't apply to a transport without a wire.
enum LoopbackLimits {
    static let all: KnownLimits = [
        "framing/*": bytes, "compression/*": bytes, "breaks/*": bytes, "lengths/*": bytes, "garbage/*": bytes,
        "statuses/*": bytes,
        "responses/no space behind the colon": bytes,
        "responses/a value in Latin-1": bytes,
        "responses/a reason that is not UTF-8": bytes,
        "responses/a known field repeated in other case": relay,
        "responses/an empty reason": bytes,
        "responses/no reason": bytes,
        "responses/a reason in UTF-8": bytes,
        "responses/a reason of several words": bytes,
        "responses/lines that end with LF alone": bytes,
        "sizes/endless fields": bytes,
        "sizes/endless field": bytes,
        "sizes/endless status line": bytes,
        "sizes/endless chunk extension": bytes,
        "sizes/endless interim responses": bytes,
        "connections/*": connection,
        "redirects/https where nobody speaks it is an error": connection,
        "redirects/to a port where nobody listens is an error": connection,
        "responses/the fields in their order, in their case": relay,
        "redirects/301 without a Location is the response": relay,
        "redirects/302 without a Location is the response": relay,
        "redirects/303 without a Location is the response": relay,
        "redirects/307 without a Location is the response": relay,
        "redirects/308 without a Location is the response": relay,
        "streaming/lines that nobody reads hold the server up": readAhead,
    ]

    private static let bytes = KnownLimit(
        "the handler returns a head and a body, and no bytes are parsed", kind: .doesNotApply)
    private static let connection = KnownLimit("no connection is made", kind: .doesNotApply)
    private static let relay = KnownLimit(
        "the relay in the suite, URLSession, is the one that can't", kind: .varies)
    private static let readAhead = KnownLimit(
        "the relay in the suite reads ahead on its own", kind: .varies)
}

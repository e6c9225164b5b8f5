import RequestsTesting

/// What does not apply to a transport that has no wire, case by case.
enum LoopbackLimits {
    static let all: KnownLimits = [
        "framing/*": bytes, "compression/*": bytes, "breaks/*": bytes, "lengths/*": bytes, "garbage/*": bytes,
        "statuses/*": bytes,
        "answers/no space behind the colon": bytes,
        "answers/a value in Latin-1": bytes,
        "answers/a reason that is not UTF-8": bytes,
        "answers/a known field repeated in other case": relay,
        "answers/an empty reason": bytes,
        "answers/no reason": bytes,
        "answers/a reason in UTF-8": bytes,
        "answers/a reason of several words": bytes,
        "answers/lines that end with LF alone": bytes,
        "sizes/endless fields": bytes,
        "sizes/endless field": bytes,
        "sizes/endless status line": bytes,
        "sizes/endless chunk extension": bytes,
        "sizes/endless interim answers": bytes,
        "connections/*": connection,
        "redirects/https where nobody speaks it is an error": connection,
        "redirects/to a port where nobody listens is an error": connection,
        "answers/the fields in their order, in their case": relay,
        "redirects/301 without a Location is the answer": relay,
        "redirects/302 without a Location is the answer": relay,
        "redirects/303 without a Location is the answer": relay,
        "redirects/307 without a Location is the answer": relay,
        "redirects/308 without a Location is the answer": relay,
        "streaming/lines that nobody reads hold the server up": readAhead,
    ]

    private static let bytes = KnownLimit(
        "the handler returns a head and a body, and no bytes are parsed", kind: .doesNotApply)
    private static let connection = KnownLimit("no connection is made", kind: .doesNotApply)
    private static let relay = KnownLimit(
        "the relay that answers in the suite, URLSession, is the one that can't", kind: .varies)
    private static let readAhead = KnownLimit(
        "the relay that answers in the suite reads ahead on its own", kind: .varies)
}

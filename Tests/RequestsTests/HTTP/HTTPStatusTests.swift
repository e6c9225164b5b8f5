import Foundation
import Requests
import Testing

struct HTTPStatusTests {
    /// The names of IANA's registry of status codes, without the temporary and the unused.
    private static let registry: [(HTTPStatus, Int, String)] = [
        (.continue, 100, "Continue"), (.switchingProtocols, 101, "Switching Protocols"),
        (.processing, 102, "Processing"), (.earlyHints, 103, "Early Hints"),
        (.ok, 200, "OK"), (.created, 201, "Created"), (.accepted, 202, "Accepted"),
        (.nonAuthoritativeInformation, 203, "Non-Authoritative Information"), (.noContent, 204, "No Content"),
        (.resetContent, 205, "Reset Content"), (.partialContent, 206, "Partial Content"),
        (.multiStatus, 207, "Multi-Status"), (.alreadyReported, 208, "Already Reported"), (.imUsed, 226, "IM Used"),
        (.multipleChoices, 300, "Multiple Choices"), (.movedPermanently, 301, "Moved Permanently"),
        (.found, 302, "Found"), (.seeOther, 303, "See Other"), (.notModified, 304, "Not Modified"),
        (.useProxy, 305, "Use Proxy"), (.temporaryRedirect, 307, "Temporary Redirect"),
        (.permanentRedirect, 308, "Permanent Redirect"),
        (.badRequest, 400, "Bad Request"), (.unauthorized, 401, "Unauthorized"),
        (.paymentRequired, 402, "Payment Required"), (.forbidden, 403, "Forbidden"), (.notFound, 404, "Not Found"),
        (.methodNotAllowed, 405, "Method Not Allowed"), (.notAcceptable, 406, "Not Acceptable"),
        (.proxyAuthenticationRequired, 407, "Proxy Authentication Required"), (.requestTimeout, 408, "Request Timeout"),
        (.conflict, 409, "Conflict"), (.gone, 410, "Gone"), (.lengthRequired, 411, "Length Required"),
        (.preconditionFailed, 412, "Precondition Failed"), (.contentTooLarge, 413, "Content Too Large"),
        (.uriTooLong, 414, "URI Too Long"), (.unsupportedMediaType, 415, "Unsupported Media Type"),
        (.rangeNotSatisfiable, 416, "Range Not Satisfiable"), (.expectationFailed, 417, "Expectation Failed"),
        (.misdirectedRequest, 421, "Misdirected Request"), (.unprocessableContent, 422, "Unprocessable Content"),
        (.locked, 423, "Locked"), (.failedDependency, 424, "Failed Dependency"), (.tooEarly, 425, "Too Early"),
        (.upgradeRequired, 426, "Upgrade Required"), (.preconditionRequired, 428, "Precondition Required"),
        (.tooManyRequests, 429, "Too Many Requests"),
        (.requestHeaderFieldsTooLarge, 431, "Request Header Fields Too Large"),
        (.unavailableForLegalReasons, 451, "Unavailable For Legal Reasons"),
        (.internalServerError, 500, "Internal Server Error"), (.notImplemented, 501, "Not Implemented"),
        (.badGateway, 502, "Bad Gateway"), (.serviceUnavailable, 503, "Service Unavailable"),
        (.gatewayTimeout, 504, "Gateway Timeout"), (.httpVersionNotSupported, 505, "HTTP Version Not Supported"),
        (.variantAlsoNegotiates, 506, "Variant Also Negotiates"), (.insufficientStorage, 507, "Insufficient Storage"),
        (.loopDetected, 508, "Loop Detected"), (.notExtended, 510, "Not Extended"),
        (.networkAuthenticationRequired, 511, "Network Authentication Required"),
    ]

    @Test(arguments: registry)
    func `a status has the registered number and name`(status: HTTPStatus, number: Int, name: String) {
        #expect(status.code == number)
        #expect(status == HTTPStatus(number))
        #expect(status.reasonPhrase == name)
        #expect(status.description == "\(number) \(name)")
    }

    @Test func `an unregistered number has no name`() {
        let known = Set(Self.registry.map(\.1))
        for number in -1...1_000 where !known.contains(number) {
            #expect(HTTPStatus(number).reasonPhrase.isEmpty)
            #expect(HTTPStatus(number).description == "\(number)")
        }
    }

    @Test(arguments: [
        (Int.min, ""), (0, ""), (99, ""), (100, "informational"), (199, "informational"), (200, "success"),
        (299, "success"), (300, "redirection"), (399, "redirection"), (400, "client"), (499, "client"),
        (500, "server"), (599, "server"), (600, ""), (999, ""), (Int.max, ""),
    ])
    func `the first digit of a status decides its class`(number: Int, expected: String) {
        let status = HTTPStatus(number)
        let classes = [
            (status.isInformational, "informational"), (status.isSuccess, "success"),
            (status.isRedirection, "redirection"), (status.isClientError, "client"), (status.isServerError, "server"),
        ]
        #expect(classes.filter(\.0).map(\.1) == (expected.isEmpty ? [] : [expected]))
    }

    @Test func `statuses compare by number`() {
        #expect(HTTPStatus.ok < .created)
        #expect((200..<300).contains(HTTPStatus.noContent))
        #expect(!(200..<300 as Range<HTTPStatus>).contains(.multipleChoices))
    }

    @Test func `a status is encoded as a number in JSON`() throws {
        let data = try JSONEncoder().encode([HTTPStatus.ok, 799])
        #expect(String(decoding: data, as: UTF8.self) == "[200,799]")
        #expect(try JSONDecoder().decode([HTTPStatus].self, from: data) == [.ok, 799])
    }
}

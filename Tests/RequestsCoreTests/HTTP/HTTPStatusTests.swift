import Foundation
import Requests
import Testing

struct HTTPStatusTests {
    /// The codes and phrases of IANA's registry, without temporary and unused codes; some rare codes have no static
    /// property.
    private static let registry: [(HTTPStatus, Int, String)] = [
        (.continue, 100, "Continue"), (101, 101, "Switching Protocols"),
        (102, 102, "Processing"), (103, 103, "Early Hints"),
        (.ok, 200, "OK"), (.created, 201, "Created"), (.accepted, 202, "Accepted"),
        (203, 203, "Non-Authoritative Information"), (.noContent, 204, "No Content"),
        (.resetContent, 205, "Reset Content"), (.partialContent, 206, "Partial Content"),
        (207, 207, "Multi-Status"), (208, 208, "Already Reported"), (226, 226, "IM Used"),
        (300, 300, "Multiple Choices"), (.movedPermanently, 301, "Moved Permanently"),
        (.found, 302, "Found"), (.seeOther, 303, "See Other"), (.notModified, 304, "Not Modified"),
        (305, 305, "Use Proxy"), (.temporaryRedirect, 307, "Temporary Redirect"),
        (.permanentRedirect, 308, "Permanent Redirect"),
        (.badRequest, 400, "Bad Request"), (.unauthorized, 401, "Unauthorized"),
        (402, 402, "Payment Required"), (.forbidden, 403, "Forbidden"), (.notFound, 404, "Not Found"),
        (.methodNotAllowed, 405, "Method Not Allowed"), (.notAcceptable, 406, "Not Acceptable"),
        (407, 407, "Proxy Authentication Required"), (.requestTimeout, 408, "Request Timeout"),
        (.conflict, 409, "Conflict"), (.gone, 410, "Gone"), (411, 411, "Length Required"),
        (.preconditionFailed, 412, "Precondition Failed"), (.contentTooLarge, 413, "Content Too Large"),
        (414, 414, "URI Too Long"), (.unsupportedMediaType, 415, "Unsupported Media Type"),
        (.rangeNotSatisfiable, 416, "Range Not Satisfiable"), (417, 417, "Expectation Failed"),
        (421, 421, "Misdirected Request"), (.unprocessableContent, 422, "Unprocessable Content"),
        (423, 423, "Locked"), (424, 424, "Failed Dependency"), (.tooEarly, 425, "Too Early"),
        (426, 426, "Upgrade Required"), (428, 428, "Precondition Required"),
        (.tooManyRequests, 429, "Too Many Requests"),
        (431, 431, "Request Header Fields Too Large"),
        (451, 451, "Unavailable For Legal Reasons"),
        (.internalServerError, 500, "Internal Server Error"), (.notImplemented, 501, "Not Implemented"),
        (.badGateway, 502, "Bad Gateway"), (.serviceUnavailable, 503, "Service Unavailable"),
        (.gatewayTimeout, 504, "Gateway Timeout"), (505, 505, "HTTP Version Not Supported"),
        (506, 506, "Variant Also Negotiates"), (507, 507, "Insufficient Storage"),
        (508, 508, "Loop Detected"), (510, 510, "Not Extended"),
        (511, 511, "Network Authentication Required"),
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
        #expect(!(200..<300 as Range<HTTPStatus>).contains(300))
    }

    @Test func `a status is encoded as a number in JSON`() throws {
        let data = try JSONEncoder().encode([HTTPStatus.ok, 799])
        #expect(String(decoding: data, as: UTF8.self) == "[200,799]")
        #expect(try JSONDecoder().decode([HTTPStatus].self, from: data) == [.ok, 799])
    }
}

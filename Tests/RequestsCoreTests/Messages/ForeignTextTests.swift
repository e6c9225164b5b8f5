import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

/// Texts of a server in errors and logs, which must neither start a new line nor change the order of a line.
@Suite("Texts of a server", .timeLimit(.minutes(1)))
struct ForeignTextTests {
    /// Text with right-to-left characters, and line ends of every kind.
    private static let foreign = "a\u{202E}b\u{2066}c\u{200F}d\u{2028}e\u{2029}f\u{85}g\r\n[ERROR] forged"
    private static let shown =
        #"a\u{202E}b\u{2066}c\u{200F}d\u{2028}e\u{2029}f\u{0085}g\r\n[ERROR] forged"#

    private struct Strange: Error, CustomStringConvertible {
        var description: String { foreign }
    }

    private struct Told: Decodable, Sendable, CustomStringConvertible {
        var description: String { foreign }
    }

    private struct API: RequestProviding {
        typealias Failure = Told
        let baseURL: URL
    }

    /// Returns the description of the error for a response, and the lines of the log.
    private func texts(
        _ fields: [(String, String)], _ body: String, status: Int = 200
    ) async throws -> (error: String, log: [String]) {
        try await withRawServer(responding: { _ in
            RawServer.response(status: status, reason: "OK", fields: fields, body: body)
        }) { server in
            let log = Guarded<[String]>([])
            let session = URLSession(configuration: .ephemeral).logging(level: .debug) { entry in
                log.withLock { $0.append(entry.details) }
            }
            let request = API(baseURL: server.baseURL).get(.json([String: Int].self), from: "/a")
            let error = await #expect(throws: RequestError<Told>.self) { try await session.perform(request) }
            let text = (error?.description ?? "").replacing(server.origin, with: "http://h")
            return (text, log.withLock(\.self))
        }
    }

    @Test func `a JSON key from a server adds no line to the error or the log`() async throws {
        let (error, log) = try await texts(
            [("Content-Type", "application/json")], #"{"x\n[ERROR] forged\u202e": "a"}"#)
        #expect(
            error == #"""
                decodingFailed: the response to GET http://h/a could not be decoded as Dictionary<String, Int>: \#
                `x\n[ERROR] forged\u{202E}` is not Int, but a string
                  response: 200 OK, application/json, 32 bytes
                """#)
        #expect(!log.joined(separator: "\n").split(separator: "\n").contains { $0.hasPrefix("[ERROR]") })
    }

    @Test func `neither the media type nor the words of a server change the order of a line`() async throws {
        let (error, log) = try await texts(
            [("Content-Type", "application/json; x=\"\u{202E}\u{2028}\""), ("X-Say", "\u{202E}\u{2069}")],
            #"{"message": "a\n"}"#, status: 400)
        #expect(
            error == #"""
                unacceptableStatus: GET http://h/a returned 400 Bad Request
                  response: 400 Bad Request, application/json; x="\u{202E}\u{2028}", 18 bytes
                  failure: decoded as Told: a\u{202E}b\u{2066}c\u{200F}d e f g [ERROR] forged
                """#)
        let text = log.joined(separator: "\n")
        #expect(!text.unicodeScalars.contains { $0.properties.isBidiControl || $0 == "\u{2028}" }, "\(text)")
    }

    @Test func `the quoted words of a server stay on one line, and in their order`() async {
        let response = FixedResponse(
            status: .notFound, header: [.contentType(.json)], body: #"{"message": "a\u202eb\u2028c\u0085d\re\u200fh"}"#)
        let error = await response.failure(of: AnonymousProvider("https://h").delete("/a"))
        #expect(
            error?.message == #"DELETE https://h/a returned 404 Not Found; the server says "a\u{202E}b c d e\u{200F}h""#
        )
    }

    @Test func `an error of another module and a message stay on one line`() {
        let error = TransportError(
            code: .transportFailed, message: "it failed\n\u{202E}", underlyingError: Strange())
        #expect(
            error.description == #"transportFailed: it failed\n\u{202E}"# + "\n  underlying error: \(Self.shown)")
    }

    @Test func `words in right-to-left languages stay unchanged`() {
        let error = TransportError(code: .transportFailed, message: "שלום عليكم می\u{200C}خواهم 👩‍👩‍👧 é")
        #expect(error.description == "transportFailed: שלום عليكم می\u{200C}خواهم 👩‍👩‍👧 é")
    }
}

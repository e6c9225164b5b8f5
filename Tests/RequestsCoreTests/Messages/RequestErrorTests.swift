import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Problem: Decodable, Sendable, Equatable { var title: String }

private struct Shop: RequestProviding {
    typealias Failure = Problem
    var baseURL: URL { URL("https://h/v1") }
}

private struct Cause: Error, CustomStringConvertible {
    var description: String { "the dog ate it" }
}

/// The content of an error, and the text for its developer.
@Suite(.timeLimit(.minutes(1)))
struct RequestErrorTests {
    private static let api = AnonymousProvider("https://h/v1")

    private enum Size: Double, Encodable { case nothing = 0 }
    private struct Mixed: Encodable, Sendable { var size = Double.infinity }

    @Test(
        arguments: [
            (
                AnonymousProvider("https:/v1").head("/"),
                "invalidBaseURL: the base URL has no valid host"
            ),
            (
                AnonymousProvider("/v1").head("/"),
                "invalidBaseURL: the base URL is relative: use a URL with a scheme and a host, such as https://example.com"
            ),
            (
                AnonymousProvider("ftp://h").head("/"),
                "invalidBaseURL: the base URL doesn't have the scheme http or https"
            ),
            (
                AnonymousProvider("https://u:p@h").head("/"),
                "invalidBaseURL: the base URL contains a user name or a password: use authenticated(with:) instead"
            ),
            (
                AnonymousProvider("https://h:0").head("/"),
                "invalidBaseURL: the base URL has a port that is not a number from 1 to 65535"
            ),
            (
                AnonymousProvider("https://h/..").head("/"),
                "invalidBaseURL: the base URL has a `.` or `..` segment in the path, which isn't allowed"
            ),
            (
                AnonymousProvider("https://h#f").head("/"),
                "invalidBaseURL: the base URL must not have a fragment, because fragments are never sent"
            ),
            (
                api.head("/\("")/x"),
                "invalidPath: a value in the path is empty, which would remove a segment from the path (in //x)"
            ),
            (
                api.head("/a/\("..")/x"),
                "invalidPath: a segment of the path is `.` or `..`, which would change the path (in /a/../x)"
            ),
            (
                api.head("/a#b"),
                "invalidPath: the path contains `#`, but fragments are never sent: escape `#` as %23 (in /a%23b)"
            ),
            (
                api.head("//h/x"),
                "invalidPath: the path begins with `//`, so the text after `//` would be read as a host (in //h/x)"
            ),
            (
                api.head("/\(Date.distantFuture.addingTimeInterval(1e12))"),
                "invalidPath: a date in the path is NaN, infinite, or out of range for the API's DateStyle (in /)"
            ),
            (api.head("/\(Double.nan)"), "invalidPath: a number in the path is not finite (in /)"),
            (
                api.head("/users/{id}"),
                "unfilledPlaceholder: the placeholder {id} in the path has no value: interpolate a value (in /users/%7Bid%7D)"
            ),
            (
                api.head(URLPath(absolute: URL("https://other/v1"))),
                "crossOrigin: the absolute URL has a different scheme, host or port than the base URL, and credentials must not be sent to a different server: to send a request without credentials, use AnonymousProvider(baseURL: url)"
            ),
            (
                api.head("/").adapting { $0.urlText = "https://h/#" },
                "invalidURL: the URL contains a fragment, an incomplete escape, or a byte that isn't allowed in a URL (RFC 3986)"
            ),
            (
                api.head("/").using(method: "a b"),
                #"invalidMethod: the method "a b" is not a valid token (RFC 9110, section 9.1)"#
            ),
            (api.head("/").adding(headerField: "", "x"), "invalidHeaderName: a header field has an empty name"),
            (
                api.head("/").adding(headerField: "a\nb", "x"),
                #"invalidHeaderName: the field name "a\nb" contains a byte that isn't allowed in a token (RFC 9110, section 5.1)"#
            ),
            (
                api.head("/").adding(headerField: "A", "x\ry"),
                "invalidHeaderValue: the value of the field A has the control character 0x0D at byte 1, which isn't allowed "
                    + "(RFC 9110, section 5.5)"
            ),
            (
                api.head("/").adding(headerField: "A", " x"),
                "invalidHeaderValue: the value of the field A starts with white space, which isn't allowed (RFC 9110, section 5.5)"
            ),
            (
                api.head("/").adding(headerField: "A", "x "),
                "invalidHeaderValue: the value of the field A ends with white space, which isn't allowed (RFC 9110, section 5.5)"
            ),
            (
                api.head("/").adding(headerField: "host", "x"),
                "reservedHeaderField: the field host is set by the transport: remove the field from the request"
            ),
            (
                api.get(.none, from: "/").sending(.text("x")),
                "unexpectedBody: a GET request has a body, which has no defined meaning (RFC 9110, section 9.3): "
                    + "call allowingBody() if the server expects a body"
            ),
            (
                api.head("/").timeout(after: .seconds(0)),
                "invalidTimeout: the timeout is 0.0 seconds, but must be greater than 0"
            ),
            (
                api.head("/").adding(query: "size", Double.infinity),
                "queryEncodingFailed: the value of `size` is not a finite number"
            ),
            (api.head("/").adding(query: Mixed()), "queryEncodingFailed: the value of `size` is not a finite number"),
            (
                api.put(.json(Mixed()), to: "/"),
                "bodyEncodingFailed: the body could not be created: `size` is not a finite number"
            ),
            (
                api.put(BodyProvider { _, _ in throw Cause() }, to: "/"),
                "bodyEncodingFailed: the body could not be created: the dog ate it"
            ),
            (
                api.head("/").adapting { _ in throw Cause() },
                "adaptationFailed: the request could not be adapted: the dog ate it\n  request: HEAD https://h/v1/"
            ),
        ] as [(Request<AnonymousProvider, Void>, String)])
    func `a request that can't be resolved has a message`(
        request: Request<AnonymousProvider, Void>, description: String
    ) throws {
        let error = try #require(request.resolutionError())
        let isNamed = description.contains("\n  request: ")
        let method = request.method.rawValue == "a b" ? #""a b""# : request.method.rawValue
        let server = request.api.baseURL.absoluteString.prefix { $0 != "#" && $0 != "?" }.replacing(
            "u:p@", with: "<redacted>@")
        let name = "\(method) \(request.endpoint) at \(server)"
        #expect(error.description == description + (isNamed ? "" : "\n  request: \(name), which was not sent"))
    }

    @Test func `the error of a failed response contains every detail, its body by type and size`() async throws {
        let request = Shop().post(.text("hi"), to: "/carts").adding(query: "token", "SECRET").receiving(
            .json([Int].self))
        let response = FixedResponse(status: .notFound, header: [.contentType(.problem)], body: #"{"title":"gone"}"#)
        let error = try #require(
            await #expect(throws: RequestError<Problem>.self) { try await response.perform(request) }
        )
        #expect(
            error.description == """
                unacceptableStatus: POST https://h/v1/carts?token=<redacted> returned 404 Not Found; the server says "gone"
                  response: 404 Not Found, application/problem+json, 16 bytes
                  failure: decoded as Problem
                """
        )
        #expect(error.failure == Problem(title: "gone"))
        #expect(error.body == Data(#"{"title":"gone"}"#.utf8))
        #expect(error.response?.statusCode == 404)
        #expect(error.response?.value(forHTTPHeaderField: "content-type") == "application/problem+json")
        #expect(error.request?.method == .post)
        #expect(error.underlyingError == nil)
    }

    @Test func `a response that can't be decoded as the API's failure is an error with the position`() async throws {
        let error = try #require(
            await #expect(throws: RequestError<Problem>.self) {
                try await FixedResponse(status: .notFound, body: #"{"oops":1}"#).perform(Shop().head("/"))
            }
        )
        #expect(error.failure == nil)
        #expect(
            error.message.hasSuffix(
                "returned 404 Not Found; the response body could not be decoded as Problem: `title` is missing"))
    }

    @Test(arguments: ["", "[]", "<html>", #"{"name":"x"}"#])
    func `a response that isn't the API's failure keeps its body`(body: String) async throws {
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await FixedResponse(status: .badGateway, body: body).perform(Shop().head("/"))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.failure == nil)
        #expect(error?.body == Data(body.utf8))
    }

    @Test(arguments: [true, false])
    func `code that mixes APIs can catch any error without its failure type`(isShop: Bool) async throws {
        let transport = FixedResponse(throwing: CancellationError())
        do {
            if isShop { try await transport.perform(Shop().head("/")) }
            try await transport.perform(Self.api.head("/"))
            Issue.record("nothing was thrown")
        } catch let error as any AnyRequestError where error.code == .cancelled {
            #expect(error.request?.urlText == "https://h/v1/")
        }
    }

    @Test(arguments: [(65_535, 65_535), (65_536, 65_536), (65_537, 65_536), (200_000, 65_536)])
    func `the first 64 KiB of a body are kept`(size: Int, kept: Int) {
        let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
        let error = TransportError(code: .decodingFailed, message: "", body: body)
        #expect(error.body == body.prefix(kept))
        #expect(error.body.startIndex == 0)
    }

    @Test func `the bridged error has the texts for the user`() {
        let error: any Error = TransportError(code: .offline, message: "for developers")
        let bridged = error as NSError
        #expect(bridged.localizedDescription.hasPrefix("The request could not be sent. There is no connection"))
        #expect(bridged.localizedFailureReason == "There is no connection to the internet.")
        #expect(bridged.localizedRecoverySuggestion == "Check the connection to the internet, then try again.")
    }
}

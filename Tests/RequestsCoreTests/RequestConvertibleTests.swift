import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Problem: Decodable, Sendable, Equatable { var title: String }
private struct User: Codable, Sendable, Equatable { var id: Int }

/// The settings that all requests of an API inherit.
private protocol ExampleRequest: RequestConvertible where Failure == Problem {}

extension ExampleRequest {
    var baseURL: URL { URL("https://h/v1") }
    var method: HTTPMethod { .get }
    var header: HeaderFields { ["X-Version": "3"] }
    var authenticationProvider: AuthenticationProvider { .bearerToken("t") }
}

private struct Ping: ExampleRequest {
    typealias Resource = Void
    var endpoint: URLPath { "/ping" }
}

private struct Avatar: ExampleRequest {
    typealias Resource = Data
    var endpoint: URLPath { "/avatar" }
}

private struct Motto: ExampleRequest {
    typealias Resource = String
    var endpoint: URLPath { "/motto" }
}

private struct GetUser: ExampleRequest {
    typealias Resource = User
    let id: String
    var endpoint: URLPath { "/users/\(id)" }
}

private struct FindUser: ExampleRequest {
    typealias Resource = User?
    var endpoint: URLPath { "/users" }
    var queryItems: [QueryItem] { [QueryItem("q", "ada")] }
}

private struct Everything: RequestConvertible {
    struct Refused: Error {}

    typealias Resource = User
    var isRefused = false

    var baseURL: URL { URL("https://h?v=1") }
    var endpoint: URLPath { "/u?w=2" }
    var method: HTTPMethod { .post }
    var header: HeaderFields { [.accept("application/vnd.user+json")] }
    var queryItems: [QueryItem] { [QueryItem("x", 3)] }
    var bodyProvider: BodyProvider { .json(User(id: 4)) }
    var responseDecoder: ResponseDecoder<User> { .json() }
    var authenticationProvider: AuthenticationProvider { .apiKey("k123", inQuery: "key") }
    var timeoutInterval: TimeInterval { 5 }
    var cachePolicy: URLRequest.CachePolicy { .reloadIgnoringLocalCacheData }
    var coding: Coding { .snakeCase }
    var acceptableStatus: StatusSet { .codes(201) }
    var options: RequestOptions {
        var options = RequestOptions()
        options.policy.responseSizeLimit = 6
        return options
    }

    func adapt(_ request: inout OutgoingRequest) throws {
        if isRefused { throw Refused() }
        request.header["X-Seen"] = request.urlText
    }
}

/// The second style: a type for each request.
struct RequestConvertibleTests {
    @Test func `an error about a body suggests a property of the type per request`() throws {
        struct Search: ExampleRequest {
            typealias Resource = Void
            var allowsBody = false
            var endpoint: URLPath { "/search" }
            var bodyProvider: BodyProvider { .text("x") }
            var options: RequestOptions {
                var options = RequestOptions()
                options.allowsBody = allowsBody
                return options
            }
        }
        struct Declared: EndpointRequest {
            static let declaration = Endpoint<Declared, Void>(.get, "/search")
            let baseURL: URL
            @BodyValue var text = "x"
            init(baseURL: URL) { self.baseURL = baseURL }
        }
        let message =
            "a GET request has a body, which has no defined meaning (RFC 9110, section 9.3): "
            + "set allowsBody in the options of the request's type if the server expects a body"
        #expect(Search().resolutionError()?.message == message)
        #expect(Declared(baseURL: URL("https://h")).resolutionError()?.message == message)
        #expect(try !Search(allowsBody: true).resolve().body.isNone)
    }

    private static let json = "\nAccept: application/json"

    @Test(arguments: [
        (Ping() as any RequestConvertible, "/v1/ping", ""),
        (Avatar(), "/v1/avatar", ""),
        (Motto(), "/v1/motto", ""),
        (GetUser(id: "a/b"), "/v1/users/a%2Fb", json),
        (FindUser(), "/v1/users?q=ada", json),
    ])
    func `a type inherits the settings of its API, and the decoder is inferred`(
        request: any RequestConvertible, target: String, accept: String
    ) throws {
        #expect(
            try request.wire() == "GET \(target) HTTP/1.1\nHost: h\nX-Version: 3\(accept)\nAuthorization: Bearer t\n\n"
        )
    }

    @Test(.timeLimit(.minutes(1))) func `inferred decoders decode`() async throws {
        let text = FixedResponse(body: #"{"id":1}"#), nothing = FixedResponse(status: .noContent)
        try await text.perform(Ping())
        #expect(try await text.perform(Avatar()) == Data(#"{"id":1}"#.utf8))
        #expect(try await text.perform(Motto()) == #"{"id":1}"#)
        #expect(try await text.perform(GetUser(id: "1")) == User(id: 1))
        #expect(try await text.perform(FindUser()) == User(id: 1))
        try await nothing.perform(Ping())
        #expect(try await nothing.perform(FindUser()) == nil)
        let error = await #expect(throws: RequestError<Problem>.self) { try await nothing.perform(GetUser(id: "1")) }
        #expect(error?.code == .emptyBody)
    }

    @Test(.timeLimit(.minutes(1))) func `a custom failure type is decoded`() async throws {
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await FixedResponse(status: .conflict, body: #"{"title":"taken"}"#).perform(Ping())
        }
        #expect(error?.failure == Problem(title: "taken"))
    }

    @Test func `every requirement reaches the message`() throws {
        let message = try Everything().resolve()
        #expect(
            message.wireFormat(revealingSecrets: true, showingBody: true) == """
                POST /u?v=1&w=2&x=3&key=k123 HTTP/1.1
                Host: h
                Accept: application/vnd.user+json
                Content-Type: application/json
                X-Seen: https://h/u?v=1&w=2&x=3&key=k123
                Content-Length: 8

                {"id":4}
                """
        )
        #expect(message.timeoutInterval == 5)
        #expect(message.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(message.options.policy.responseSizeLimit == 6)
        #expect(Everything().acceptableStatus.contains(.created) && !Everything().acceptableStatus.contains(.ok))
    }

    @Test func `an error of adapt is the cause of the error`() throws {
        let error = try #require(Everything(isRefused: true).resolutionError())
        #expect(error.code == .adaptationFailed)
        #expect(error.underlyingError is Everything.Refused)
    }

    @Test func `Foundation's request has everything`() throws {
        let request = try Everything().toURLRequest()
        #expect(request.url?.absoluteString == "https://h/u?v=1&w=2&x=3&key=k123")
        #expect(request.httpMethod == "POST")
        #expect(request.value(forHTTPHeaderField: "accept") == "application/vnd.user+json")
        #expect(request.httpBody == Data(#"{"id":4}"#.utf8))
        #expect(request.timeoutInterval == 5)
        #expect(request.cachePolicy == .reloadIgnoringLocalCacheData)
    }
}

import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Authenticated routes", .timeLimit(.minutes(1))) struct AuthenticatingRoutesTests {
    private static let ada = User(name: "ada")

    /// Makes routes that reply with the name of the caller.
    private static func routes(_ users: Set<User> = [ada]) -> Routes<DiaryAPI> {
        Routes(DiaryAPI())
            .authenticating(by: .bearerToken) { token in
                switch token {
                case "locked": throw ServingError(.forbidden, "the account is locked")
                case "closed": throw Closed()
                case "broken": throw CancellationError()
                default: users.first { "\($0.name)-token" == token }
                }
            }
            .authenticating(by: .basic(realm: "Di\"ary")) { user, password in
                users.first { $0.name == user && password == "a:ö" }
            }
            .on(requestOf: \.write) { text, request in "\(request[User.self]?.name ?? "nobody") wrote \(text)" }
            .on(requestOf: \.read) { _, request in request[User.self]?.name ?? "nobody" }
            .on(requestOf: \.about) { _, request in request[User.self]?.name ?? "nobody" }
            .on(\.refuse) { throw ServingError(.unauthorized, "not for you") }
            .on(.get, "/health", authentication: .none) { request in
                TransportResponse(head: ResponseHead(status: request[User.self] == nil ? .ok : .conflict))
            }
            .on(.put, "/raw", authentication: .required) { request in
                TransportResponse(head: ResponseHead(status: request[User.self] == nil ? .conflict : .ok))
            }
    }

    private func response(
        _ method: HTTPMethod, _ target: String, _ header: HeaderFields = [], _ body: String = "",
        by routes: Routes<DiaryAPI> = routes()
    ) async throws -> (status: Int, challenges: [String], text: String) {
        let request = IncomingRequest(
            method: method, target: target, header: header, body: MessageBody(Data(body.utf8)))
        let response = await routes.respond(to: request)
        let text = String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
        return (response.head.status.code, response.head.header[values: .wwwAuthenticate], text)
    }

    private static let challenges = ["Bearer", #"Basic realm="Di\"ary", charset="UTF-8""#]

    @Test func `without the required credentials, an endpoint replies 401 and runs no handler`() async throws {
        let response = try await response(.post, "/diary", [], "tea")
        #expect(response.status == 401)
        #expect(response.challenges == Self.challenges)
        #expect(
            response.text
                == #"{"message":"this endpoint requires credentials"}"#)
    }

    @Test(arguments: [
        "Bearer ada-token", "bearer   ada-token", "Basic " + Data("ada:a:ö".utf8).base64EncodedString(),
    ]) func `a handler reads the caller`(authorization: String) async throws {
        let header: HeaderFields = [HeaderField(.authorization, authorization)]
        #expect(try await response(.post, "/diary", header, "tea").text == "ada wrote tea")
        #expect(try await response(.get, "/diary", header).text == "ada")
        #expect(try await response(.head, "/diary", header).status == 200)
        #expect(try await response(.put, "/raw", header).status == 200)
    }

    @Test(arguments: [
        "Basic !", "Basic " + Data("ada".utf8).base64EncodedString(),
        "Basic " + Data([0xFF, 0x3A, 0x61]).base64EncodedString(), "Basic " + Data("ada:b".utf8).base64EncodedString(),
    ]) func `refused and malformed credentials get a 401, also if they are optional`(
        authorization: String
    ) async throws {
        for target in ["/diary", "/raw"] {
            let header: HeaderFields = [HeaderField(.authorization, authorization)]
            let response = try await response(target == "/raw" ? .put : .get, target, header)
            #expect(response.status == 401)
            #expect(response.challenges == Self.challenges)
        }
    }

    @Test(arguments: [
        "Bearer \u{A0}ada-token", "Bearer ada-token\u{A0}", "Bearer \tada-token", "Bearer\tada-token",
        "Bearer \u{2003}ada-token",
        "Bearer ada-token,", "Bearer ada-token x",
    ]) func `only spaces separate the scheme from the token`(authorization: String) async throws {
        let response = try await response(.get, "/diary", [HeaderField(.authorization, authorization)])
        // With a tab alone, there is no scheme, so there are no credentials.
        #expect(response.text != "ada")
        #expect(response.status == (authorization.hasPrefix("Bearer\t") ? 200 : 401))
    }

    @Test(arguments: [
        ("api%20key=good", 200), ("api+key=good", 200), ("api%20key=g%6Fod", 200), ("api%20key=bad", 401),
        ("apikey=good", 401),
        ("api%20key=good&api+key=bad", 401), ("api+key=bad&api%20key=good", 401), ("api+key=good&api+key=good", 401),
        ("api%2Bkey=good", 401),
    ]) func `a key in the query has one name, in both of its spellings`(query: String, status: Int) async throws {
        let routes = Routes(DiaryAPI()).authenticating(by: .apiKey(inQuery: "api key")) { $0 == "good" }
            .on(.get, "/raw", authentication: .required) { request in
                #expect(!"\(request)".contains("good"))
                return TransportResponse(head: ResponseHead(status: .ok))
            }
        #expect(try await response(.get, "/raw?\(query)", by: routes).status == status)
    }

    @Test func `the reply to a refused token calls it invalid, and two Authorization fields are refused`() async throws
    {
        let refused = try await response(.get, "/diary", [HeaderField(.authorization, "Bearer eve-token")])
        #expect(refused.status == 401)
        #expect(refused.challenges == [#"Bearer error="invalid_token""#, Self.challenges[1]])
        let field = HeaderField(.authorization, "Bearer ada-token")
        #expect(try await response(.post, "/diary", [field, field], "tea").status == 401)
    }

    @Test func `without credentials, an endpoint with optional ones has no caller`() async throws {
        #expect(try await response(.get, "/diary").text == "nobody")
        // The field has a different scheme, so these credentials are missing.
        #expect(try await response(.get, "/diary", [HeaderField(.authorization, "Digest a=b")]).text == "nobody")
        #expect(try await response(.post, "/diary", [HeaderField(.authorization, "Digest a=b")], "a").status == 401)
    }

    @Test func `an endpoint without authentication ignores credentials`() async throws {
        let header: HeaderFields = [HeaderField(.authorization, "Bearer locked")]
        #expect(try await response(.get, "/about", header).text == "nobody")
        #expect(try await response(.get, "/health", header).status == 200)
        #expect(try await response(.options, "/diary").status == 204)
    }

    @Test func `any other error that the function throws keeps its status`() async throws {
        for (token, status) in [("locked", 403), ("closed", 423), ("broken", 500)] {
            let response = try await response(.get, "/diary", [HeaderField(.authorization, "Bearer \(token)")])
            #expect(response.status == status)
            #expect(response.challenges.isEmpty)
        }
    }

    @Test func `a 401 of a handler has a challenge`() async throws {
        let response = try await response(.get, "/refuse")
        #expect(response.status == 401)
        #expect(response.challenges == Self.challenges)
    }

    @Test func `the path and the method come first, and the input last`() async throws {
        #expect(try await response(.post, "/nowhere").status == 404)
        #expect(try await response(.patch, "/diary").status == 405)
        let problem = ["Content-Type": "text/plain; charset=nothing"] as HeaderFields
        #expect(try await response(.post, "/diary", problem, "tea").status == 401)
    }

    @Test func `the scheme that accepts the request is used`() async throws {
        let routes = Routes(DiaryAPI())
            .authenticating(by: .apiKey(inCookie: "session")) { User(name: $0) }
            .authenticating(by: .apiKey(inHeader: "X-Key")) { key in key == "k1" }
            .authenticating(by: .apiKey(inQuery: "key")) { key in key == "k2" }
            .authenticating(by: .signature) { $0 == "valid" ? User(name: "signer") : nil }
            .on(requestOf: \.write) { _, request in request[User.self]?.name ?? "somebody" }
        func text(_ target: String, _ header: HeaderFields) async throws -> String {
            try await response(.post, target, header, "a", by: routes).text
        }
        #expect(try await text("/diary", ["Cookie": "a=b; session=eve"]) == "eve")
        #expect(try await text("/diary", ["X-Key": "k1"]) == "somebody")
        #expect(try await text("/diary?key=k2", ["X-Key": "k3"]) == "somebody")
        #expect(try await text("/diary?key=k3", ["X-Signature": "valid"]) == "signer")
        for (target, header) in [
            ("/diary?key=k3", ["X-Key": "k3"]), ("/diary", ["X-Key": "k1", "x-key": "k1"]),
            ("/diary?key=k2&key=k2", []), ("/diary", ["X-Signature": "none"]), ("/diary", []),
        ] as [(String, HeaderFields)] {
            let response = try await response(.post, target, header, "a", by: routes)
            #expect(response.status == 401, "\(target) \(header)")
            #expect(
                response.challenges
                    == [#"Cookie name="session""#, #"ApiKey name="X-Key""#, #"ApiKey name="key""#, "Signature"])
        }
    }

    @Test func `a client gets the caller's response, and an error that quotes the server`() async throws {
        let transport = Loopback(Self.routes())
        let api = DiaryAPI()
        let text = try await transport.perform(
            api.request(\.write, "tea").authenticated(with: .basic(user: "ada", password: "a:ö")))
        #expect(text == "ada wrote tea")
        let request = api.request(\.write, "tea").authenticated(with: .bearerToken("eve-token"))
        let error = await #expect(throws: RequestError<Closed>.self) { try await transport.perform(request) }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.message.contains("the credentials are refused") == true)
    }

    @Test func `without a scheme, an endpoint that requires credentials replies 401, and a check reports it`()
        async throws
    {
        let routes = Routes(DiaryAPI()).on(\.write) { $0 }.on(\.read) { "a" }.on(\.about) { "a" }.on(\.refuse) {}
        let response = try await response(
            .post, "/diary", [HeaderField(.authorization, "Bearer ada-token")], "tea", by: routes)
        #expect(response.status == 401)
        #expect(
            response.text
                == #"{"message":"this endpoint requires credentials, but the routes don't accept credentials"}"#)
        let error = #expect(throws: EndpointProblems.self) { try routes.check() }
        #expect(
            error?.description == """
                `write` (POST /diary): the endpoint requires credentials, but the routes don't accept \
                credentials: add `authenticating(by:)`
                """)
        try Self.routes().check()
    }

    @Test func `an API can require credentials for all endpoints`() async throws {
        let routes = Routes(DiaryAPI(requirement: .required)).authenticating(by: .bearerToken) { $0 == "t" }
            .on(\.read) { "a" }.on(\.about) { "b" }.on(.get, "/health") { _ in
                TransportResponse(head: ResponseHead(status: .ok))
            }
        #expect(try await response(.get, "/diary", by: routes).status == 401)
        #expect(try await response(.get, "/about", by: routes).status == 200)
        #expect(try await response(.get, "/health", by: routes).status == 401)
        #expect(
            try await response(.get, "/health", [HeaderField(.authorization, "Bearer t")], by: routes).status == 200)
    }

    @Test func `no text shows the credentials`() async throws {
        let texts = Guarded<[String]>([])
        let routes = Routes(DiaryAPI())
            .authenticating(by: .apiKey(inHeader: "X-Pass")) { $0 == "CANARY" }
            .authenticating(by: .apiKey(inQuery: "q")) { $0 == "CANARY" }
            .on(requestOf: \.read) { _, request in
                texts.withLock { $0.append("\(request) \(request.header)") }
                throw CancellationError()
            }
            .onUnexpectedError { error, request in
                var text = ""
                dump(request, to: &text)
                texts.withLock { $0 += [text, "\(error)"] }
            }
        let refused = try await response(.get, "/diary", ["X-Pass": "CANARY2"], by: routes)
        #expect(refused.status == 401)
        #expect(try await response(.get, "/diary?q=CANARY", ["X-Pass": "CANARY"], by: routes).status == 500)
        let all = texts.withLock(\.self) + [refused.text]
        #expect(all.count == 4)
        #expect(!all.joined().contains("CANARY"), "\(all)")
    }
}

private struct User: Hashable, Sendable { var name: String }

private struct Closed: Codable, HTTPStatusConvertible {
    var reason = "no one is here"

    var responseStatus: HTTPStatus { 423 }
}

extension AuthenticationScheme<String> {
    fileprivate static let signature = AuthenticationScheme(challenge: "Signature") { $0.header["X-Signature"] }
}

private struct DiaryAPI: RequestProviding {
    typealias Failure = Closed

    let baseURL: URL = URL("http://127.0.0.1")
    var requirement = AuthenticationRequirement.optional

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<DiaryAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method).authentication(requirement)
    }

    let write = Endpoint<String, String>(.post, "/diary").authentication(.required)
    let read = Endpoint<Void, String>(.get, "/diary")
    let about = Endpoint<Void, String>(.get, "/about").authentication(.none)
    let refuse = Endpoint<Void, Void>(.get, "/refuse")
}

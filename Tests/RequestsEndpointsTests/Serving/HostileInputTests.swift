import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Client inputs that must never cause a server error.
@Suite("Hostile inputs", .timeLimit(.minutes(1))) struct HostileInputTests {
    /// Routes whose endpoints accept everything that they can read.
    private let routes: Routes<HostileAPI>
    private let errors: UnexpectedErrors

    init() {
        let errors = UnexpectedErrors()
        self.errors = errors
        routes = Routes(HostileAPI()).on(\.number) { _ in }.on(\.id) { _ in }.on(\.date) { _ in }.on(\.genre) { _ in }
            .on(\.query) { _ in }.on(\.head) { _ in }.on(\.json) { _ in }.on(\.form) { _ in }.on(\.multipart) { _ in }
            .on(\.array) { _ in }.on(\.dictionary) { _ in }.on(\.text) { _ in }.on(\.textProperty) { _ in }
            .on(\.bytes) { _ in }.on(\.strict) { _ in }.on(\.strictBody) { _ in }.on(\.nested) { _ in }
            .on(\.bodyProperty) { _ in }.on(\.bodyOfDelete) { _ in }.on(\.pairs) { _ in }
            .on(\.sizes) { _ in }.on(\.size) { _ in }
            .onUnexpectedError { error, _ in errors.texts.withLock { $0.append("\(error)") } }
    }

    private func respond(
        _ method: HTTPMethod, _ target: String, _ header: HeaderFields = [], _ body: Data = Data()
    ) async throws -> (status: HTTPStatus, body: String, unexpected: [String]) {
        errors.texts.withLock { $0 = [] }
        let response = await routes.respond(
            to: IncomingRequest(method: method, target: target, header: header, body: MessageBody(body)))
        let data = try await response.body.collect(upTo: 1_000_000)
        return (response.head.status, String(decoding: data, as: UTF8.self), errors.texts.withLock(\.self))
    }

    private static let endpoints: [(HTTPMethod, String)] = [
        (.get, "/number/0"), (.get, "/id/1"), (.get, "/date/1"), (.get, "/genre/1"), (.get, "/query"),
        (.get, "/head"), (.post, "/json"), (.post, "/form"), (.post, "/multipart"), (.post, "/array"),
        (.post, "/dictionary"), (.post, "/text"), (.put, "/text/1"), (.post, "/bytes"), (.get, "/strict"),
        (.post, "/strict"), (.get, "/nested"), (.put, "/body"), (.delete, "/body/1"), (.get, "/pairs"),
    ]
    private static let bodies: [Data] =
        [
            "", " ", "x", "{", "[]", "{}", "null", "1", "\"a\"", "[1,\"a\"]", #"{"genre":1}"#, #"{"genre":"x"}"#,
            #"{"genre":"novel","at":"x","id":"x","list":[1],"page":{}}"#, #"{"genre":null,"at":1e999}"#, "\u{0}",
            "genre=x&at=1", "a[b]=1&a[b][c]=2", "%FF=%FF", "--x\r\n\r\n--x--", "--x\r\nContent-Disposition: form-data",
            String(repeating: "[", count: 20_000), String(repeating: "a[b]", count: 2_000) + "=1",
        ].map { Data($0.utf8) } + [Data([0xFF, 0xFE]), Data([0xC3]), Data([0x22, 0xFF, 0x22])]
    private static let types: [String?] = [
        nil, "application/json", "application/json; charset=klingon", "text/plain; charset=klingon",
        "text/plain; charset=utf-16", "application/x-www-form-urlencoded", "multipart/form-data",
        "multipart/form-data; boundary=x", "text/csv", "nonsense", "", "application/xml", "a/b; charset=\"",
    ]

    @Test(arguments: Array(endpoints.indices)) func `no request body causes a server error`(index: Int) async throws {
        let (method, path) = Self.endpoints[index]
        for body in Self.bodies {
            for type in Self.types {
                let header = type.map { HeaderFields([HeaderField(.contentType, $0)]) } ?? []
                let response = try await respond(method, path, header, body)
                var shown: String {
                    "\(method) \(path) \(type ?? "") \(String(decoding: body.prefix(80), as: UTF8.self))"
                }
                let expected = HostileResponse.status(method, path, type, body)
                #expect(response.status.code == expected, "\(shown): \(response.body) \(response.unexpected)")
                #expect(response.unexpected == [], "\(shown)")
            }
        }
    }

    @Test(arguments: Array(endpoints.indices)) func `no path, query, field or cookie causes a server error`(index: Int)
        async throws
    {
        let (method, path) = Self.endpoints[index]
        let texts = [
            "", "x", "%FF", "%", "a%00b", "1e999", "99999999999999999999", "-1", "2024-13-01T00:00:00Z", "%2F", "[",
            "ü",
        ]
        for text in texts {
            let query = ["genre", "at", "id", "list", "limit", "number"].map { "\($0)=\(text)" }
            let targets = [
                "/\(path.split(separator: "/")[0])/\(text)", "\(path)?\(query.joined(separator: "&"))",
                "\(path)?\(text)", "\(path)?list[0]=\(text)&list[a]=1", "\(path)?genre=a&genre=b",
            ]
            let header: HeaderFields = [
                "Request-Id": text, "Genre": text, "At": text, "Numbers": "1,\(text),\"", "Cookie": "session=\(text)",
                "Cookie": "=;;\(text)",
            ]
            for (number, target) in targets.enumerated() {
                let response = try await respond(method, target, header)
                let expected =
                    number == 0
                    ? HostileResponse.status(method, path, last: text)
                    : HostileResponse.status(
                        method, path, query: number == 1 ? text : nil, isEmpty: number == 2 && text == "")
                #expect(
                    response.status.code == expected, "\(method) \(target): \(response.body) \(response.unexpected)")
                #expect(response.unexpected == [])
            }
        }
    }

    @Test(arguments: [
        ("/text", "", 400, "the body isn't valid utf-8"),
        ("/text", "text/plain", 400, "the body isn't valid utf-8"),
        ("/text", "text/plain; charset=us-ascii", 400, "the body isn't valid us-ascii"),
        ("/text", "text/plain; charset=klingon", 415, #"this server can't read the charset \"klingon\""#),
    ])
    func `the error for bytes that aren't text says so`(path: String, type: String, status: Int, message: String)
        async throws
    {
        let header: HeaderFields = type.isEmpty ? [] : ["Content-Type": type]
        for (method, path) in [(HTTPMethod.post, path), (.put, "\(path)/1")] {
            let response = try await respond(method, path, header, Data([0xFF, 0xFE]))
            #expect(response.status.code == status)
            #expect(response.body == "{\"message\":\"\(message)\"}")
        }
    }

    private static let uuid = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
    private static let good = #""genre":"novel","shape":"round","at":"2024-05-01T12:00:00Z","id":"#

    @Test(arguments: [
        (HTTPMethod.post, "/json", "[]", "the body is not an object"),
        (.put, "/body", "[]", "the body is not an object"), (.put, "/body", "{}", "expected body value `genre`"),
        (.put, "/body", "", "expected a body"), (.post, "/array", "{}", "the body is not an array"),
        (.post, "/dictionary", "", "expected a body"), (.post, "/dictionary", "null", "the body is not an object"),
        (.post, "/dictionary", #"{"a":"b"}"#, "body value `a` is not an integer"),
        (.get, "/pairs?a=b", "", "query value `a` is not an integer"),
        (.get, "/pairs?%FF=1", "", "the request has a name that is not UTF-8"),
        (
            .get, "/query?genre=novel&genre[a]=b", "",
            "query value `genre` must have either a value or nested values, but has both"
        ),
        (
            .post, "/array", "[1,99999999999999999999]",
            "body value `1` is not an integer from \(Int.min) to \(Int.max)"
        ),
        (
            .post, "/sizes", #"{"list":[{"width":1},{"width":300}]}"#,
            "body value `list.1.width` is not an integer from 0 to 255"
        ),
        (.post, "/sizes", #"{"list":[],"ratio":1e999}"#, "body value `ratio` is out of range"),
        (
            .post, "/sizes", #"{"list":[],"tree":{}}"#,
            "body value `tree` must be an object with exactly one of the known keys"
        ),
        (.post, "/sizes", #"{"list":{}}"#, "body value `list` is not an array"),
        (.put, "/sizes/1", #"{"list":[{"width":-1}]}"#, "body value `list.0.width` is not an integer from 0 to 255"),
        (.put, "/sizes/256", #"{"list":[]}"#, "path value `width` is not an integer from 0 to 255"),
        (.post, "/json", "{", "the body is malformed JSON: it ends too early, after 1 byte"),
        (.post, "/json", "{]", "the body is malformed JSON: at byte 1"),
        (.post, "/array", #"[1,"a"]"#, "body value `1` is not an integer"),
        (.post, "/json", #"{"genre":"x"}"#, "body value `genre` isn't one of `novel`, `poetry`"),
        (.post, "/json", #"{"genre":1}"#, "body value `genre` is not a string"),
        (.post, "/json", #"{"genre":"novel","shape":"x"}"#, "body value `shape` isn't one of the known values"),
        (
            .post, "/json", #"{"genre":"novel","shape":"round","at":"x"}"#,
            "body value `at` is not an ISO 8601 date"
        ),
        (.post, "/json", "{\(good)\"x\"}", "body value `id` is not a UUID"),
        (.post, "/json", "{\(good)\"\(uuid)\\u0000x\"}", "body value `id` is not a UUID"),
        (.get, "/id/\(uuid)%00x", "", "path value `id` is not a UUID"),
        (
            .get, "/query?genre=novel&shape=round&at=2024-05-01T12:00:00Z&id=\(uuid)%00x", "",
            "query value `id` is not a UUID"
        ),
        (.get, "/query?genre=x", "", "query value `genre` isn't one of `novel`, `poetry`"),
        (.get, "/query?genre=novel&shape=round&at=x", "", "query value `at` is not an ISO 8601 date"),
        (.get, "/genre/x", "", "path value `genre` isn't one of `novel`, `poetry`"),
        (.get, "/id/x", "", "path value `id` is not a UUID"),
        (.get, "/head", "", "expected header value `Request-Id`"),
        (.get, "/strict?limit=200", "", "query value `limit` is malformed"),
        (.get, "/strict?limit=300", "", "the request is malformed"),
        (.post, "/strict", #"{"limit":300}"#, "the body is malformed"),
    ])
    func `a message quotes the sender's input and names the expected type`(
        method: HTTPMethod, target: String, body: String, message: String
    ) async throws {
        let response = try await respond(method, target, [], Data(body.utf8))
        #expect(response.status == .badRequest)
        #expect(response.body == "{\"message\":\"\(message)\"}")
    }

    @Test func `a body that breaks off isn't reported as a server error`() async throws {
        let unexpected = Guarded(0)
        let routes = Routes(HostileAPI()).on(\.text) { _ in }.onUnexpectedError { _, _ in
            unexpected.withLock { $0 += 1 }
        }
        let body = AsyncThrowingStream<Data, any Error> { source in
            source.yield(Data("a".utf8))
            source.finish(throwing: TransportError(code: .connectionLost, message: "the client has gone"))
        }
        let response = await routes.respond(
            to: IncomingRequest(method: .post, target: "/text", body: MessageBody(body)))
        #expect(response.head.status == .badRequest)
        #expect(try await response.body.collect(upTo: 100) == Data(#"{"message":"the body broke off"}"#.utf8))
        #expect(unexpected.withLock(\.self) == 0)
    }

    @Test func `an error uses the name of a field on the wire`() async throws {
        let response = try await respond(.get, "/head", ["Request-ID": "x"])
        #expect(response.body == #"{"message":"header value `Request-Id` is not a UUID"}"#)
        let missing = try await respond(.get, "/head", ["Request-ID": UUID().uuidString])
        #expect(missing.body == #"{"message":"expected header value `ETag`"}"#)
    }
}

private final class UnexpectedErrors: Sendable {
    let texts = Guarded<[String]>([])
}

private struct HostileAPI: RequestProviding {
    var baseURL = URL("https://hostile.example")

    @GET("/number/{number}") var number: Endpoint<Int, Void>
    @GET("/id/{id}") var id: Endpoint<UUID, Void>
    @GET("/date/{date}") var date: Endpoint<Date, Void>
    @GET("/genre/{genre}") var genre: Endpoint<HostileShelf, Void>
    @GET("/query") var query: Endpoint<HostileInput, Void>
    @GET("/head") var head: Endpoint<HostileHead, Void>
    @POST("/json") var json: Endpoint<HostileInput, Void>
    let form = Endpoint<HostileInput, Void>(.post, "/form").body(.form)
    let multipart = Endpoint<HostileInput, Void>(.post, "/multipart").body(.multipart)
    @POST("/array") var array: Endpoint<[Int], Void>
    @POST("/dictionary") var dictionary: Endpoint<[String: Int], Void>
    @POST("/text") var text: Endpoint<String, Void>
    @PUT("/text/{id}") var textProperty: Endpoint<HostileText, Void>
    @POST("/bytes") var bytes: Endpoint<Data, Void>
    @GET("/strict") var strict: Endpoint<HostileStrict, Void>
    @POST("/strict") var strictBody: Endpoint<HostileStrict, Void>
    @GET("/nested") var nested: Endpoint<HostileNest, Void>
    @PUT("/body") var bodyProperty: Endpoint<HostileBody, Void>
    @GET("/pairs") var pairs: Endpoint<[String: Int], Void>
    @POST("/sizes") var sizes: Endpoint<HostileSizes, Void>
    @PUT("/sizes/{width}") var size: Endpoint<HostileSize, Void>
    let bodyOfDelete = Endpoint<HostileDelete, Void>(.delete, "/body/{id}").setting(\.allowsBody, true)
}

private enum HostileGenre: String, Codable, CaseIterable { case novel, poetry }
private enum HostileShape: String, Codable { case round }

private struct HostileShelf: Codable { var genre: HostileGenre }

private struct HostileInput: Codable {
    var genre: HostileGenre
    var shape: HostileShape
    var at: Date
    var id: UUID
    var list: [Int]?
}

private struct HostileHead: Codable {
    @HeaderValue var requestID: UUID
    @HeaderValue var eTag: String
    @HeaderValue var genre: HostileGenre?
    @HeaderValue var numbers: [Int]
    @CookieValue var session: Int
}

private struct HostileText: Codable {
    var id: Int
    @BodyValue var text: String
}

private struct HostileBody: Codable { @BodyValue var input: HostileInput }

private struct HostileSizes: Codable {
    struct Size: Codable { var width: UInt8 }
    enum Tree: Codable { case leaf(Int), node(String) }

    var list: [Size]
    var ratio: Float?
    var tree: Tree?
}

private struct HostileSize: Codable {
    var width: UInt8
    @BodyValue var sizes: HostileSizes
}

private struct HostileDelete: Codable {
    var id: Int
    @BodyValue var input: HostileInput?
}

private struct HostileNest: Codable {
    @ResponseGroup var strict: HostileStrict
    var genre: HostileGenre?
}

/// A type that validates itself, with a custom error as well.
private struct HostileStrict: Codable {
    struct TooMuch: Error {}

    var limit: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        limit = try container.decode(Int.self, forKey: .limit)
        if limit >= 300 { throw TooMuch() }
        if limit >= 200 {
            throw DecodingError.dataCorruptedError(forKey: .limit, in: container, debugDescription: "too many")
        }
    }
}

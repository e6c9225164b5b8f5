import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// Types per request that store a base URL, a timeout or a method beside their input.
@Suite("Stored requirements of a type per request", .timeLimit(.minutes(1)))
struct StoredRequirementTests {
    private static let staging = URL("https://staging.example/v1")

    @Test func `a stored base URL and timeout are not sent in the query`() async throws {
        let heads = try await withRawServer(responding: { _ in RawServer.ok("[]") }) { server in
            let request = FindRooms(baseURL: server.baseURL, timeoutInterval: 5, method: .post, city: "Oslo")
            #expect(try request.resolve().timeoutInterval == 5)
            _ = try await URLSession.shared.perform(request)
            return server.requests.map { "\($0.method) \($0.target)" }
        }
        #expect(heads == ["GET /rooms?city=Oslo"])
    }

    @Test func `a stored base URL and timeout are not sent in a body, whether of the whole value or of its rest`()
        throws
    {
        let whole = try BookRoom(baseURL: Self.staging, timeoutInterval: 9, room: "a1").resolve()
        #expect(whole.urlText == "https://staging.example/v1/bookings")
        #expect(whole.timeoutInterval == 9)
        #expect(whole.wireFormat(showingBody: true).hasSuffix("\n\n{\"room\":\"a1\"}"))
        let rest = try MoveBooking(baseURL: Self.staging, id: 7, room: "b2", callback: URL("https://a.example"))
            .resolve()
        #expect(rest.urlText == "https://staging.example/v1/bookings/7")
        #expect(
            rest.wireFormat(showingBody: true).hasSuffix("\n\n{\"callback\":\"https://a.example\",\"room\":\"b2\"}")
        )
        let form = try SignGuestBook(baseURL: Self.staging, name: "Ada").resolve()
        #expect(form.wireFormat(showingBody: true).hasSuffix("\n\nname=Ada"))
    }

    @Test func `an input of only stored requirements is an empty object, like an input without properties`()
        async throws
    {
        let bodies = try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            try await URLSession.shared.perform(OpenSession(baseURL: server.baseURL))
            return server.requests.map { String(decoding: $0.body, as: UTF8.self) }
        }
        #expect(bodies == ["{}"])
        #expect(try OpenPlainSession().resolve().wireFormat(showingBody: true).hasSuffix("\n\n{}"))
    }

    @Test func `a member of a group, a wrapper and the path are sent nevertheless`() throws {
        let request = CheckMirror(
            baseURL: Self.staging, timeoutInterval: 3, group: .init(baseURL: URL("https://b.example")))
        #expect(
            try request.resolve().urlText
                == "https://staging.example/v1/mirrors/3.0?baseURL=https%3A%2F%2Fb.example")
        #expect(try request.resolve().timeoutInterval == 3)
    }

    @Test func `a property with such a name but another type is input`() throws {
        let request = PayBill(baseURL: Self.staging, method: "card", timeoutInterval: 30)
        let message = try request.resolve()
        #expect(message.method == .post)
        #expect(message.timeoutInterval == 60)
        #expect(message.wireFormat(showingBody: true).hasSuffix("\n\n{\"method\":\"card\",\"timeoutInterval\":30}"))
    }

    @Test func `a served type has the base URL of the API, the method of the endpoint, and defaults`() async throws {
        let api = RoomsAPI(baseURL: Self.staging)
        let seen = Guarded<[FindRooms]>([])
        let routes = Routes(api).on(\.find) { input in
            seen.withLock { $0.append(input) }
            return ["a1"]
        }
        .on(\.move) { input in "\(input.id) \(input.room) \(input.baseURL)" }
        .on(\.mirror) { input in "\(input.timeoutInterval) \(input.group.baseURL) \(input.baseURL)" }
        let transport = Loopback(routes)
        let find = FindRooms(baseURL: Self.staging, timeoutInterval: 5, method: .post, city: "Oslo")
        #expect(try await transport.perform(find) == ["a1"])
        #expect(
            seen.withLock { $0 }
                == [FindRooms(baseURL: Self.staging, timeoutInterval: 60, method: .get, city: "Oslo")])
        let move = MoveBooking(baseURL: Self.staging, id: 7, room: "b2", callback: URL("https://a.example"))
        #expect(try await transport.perform(move) == "7 b2 https://staging.example/v1")
        let mirror = CheckMirror(
            baseURL: Self.staging, timeoutInterval: 3, group: .init(baseURL: URL("https://b.example")))
        #expect(try await transport.perform(mirror) == "3.0 https://b.example https://staging.example/v1")
    }

    @Test func `the input of an endpoint keeps such properties if it isn't a request type`() throws {
        struct Site: Codable, Sendable {
            var baseURL: URL
            var timeoutInterval: Double
        }
        let api = CheckedOneAPI(it: Endpoint<Site, Void>(.get, "/sites"))
        let message = try api.request(\.it, Site(baseURL: URL("https://c.example"), timeoutInterval: 2)).resolve()
        #expect(
            message.urlText == "https://checked.example/v1/sites?baseURL=https%3A%2F%2Fc.example&timeoutInterval=2.0")
    }

    @Test func `a check accepts a stored requirement, and reports what it can't tell from one`() throws {
        try FindRooms.check()
        try BookRoom.check()
        try MoveBooking.check()
        try RenamedInput.check()
        #expect(
            checkedFindings { try CheckMirror.check() } == [
                "`CheckMirror` (GET /mirrors/{timeoutInterval}): `timeoutInterval` is sent with the request, but "
                    + "also implements EndpointRequest's `timeoutInterval`: rename the property"
            ])
        #expect(
            checkedFindings { try PayBill.check() } == [
                "`PayBill` (POST /bills): `method` is sent as input, because its type isn't that of EndpointRequest's "
                    + "`method`, HTTPMethod: rename the property, and keep `method` as its coding key",
                "`PayBill` (POST /bills): `timeoutInterval` is sent as input, because its type isn't that of "
                    + "EndpointRequest's `timeoutInterval`, Double: rename the property, and keep `timeoutInterval` as its "
                    + "coding key",
            ])
        let renamed = [
            "`RenamedURL` (GET /a): `base` is sent as input, but seems to be EndpointRequest's `baseURL`: change "
                + "the coding key to `baseURL`, or remove the coding key"
        ]
        #expect(checkedFindings { try RenamedURL.check() } == renamed)
        let secret = checkedFindings { try RenamedSecret.check() }
        #expect(secret.first?.hasSuffix("to `baseURL`, or remove the coding key") == true)
        let api = CheckedOneAPI(it: RenamedURL.declaration)
        #expect(
            checkedFindings { try api.check() } == [
                "`it` (GET /a): `base` is sent as input, but seems to be EndpointRequest's `baseURL`: change "
                    + "the coding key to `baseURL`, or remove the coding key"
            ])
    }
}

private struct RoomsAPI: RequestProviding {
    let baseURL: URL
    let find = FindRooms.declaration
    let move = MoveBooking.declaration
    let mirror = CheckMirror.declaration
}

private struct FindRooms: EndpointRequest, Equatable {
    static let declaration = Endpoint<FindRooms, [String]>(.get, "/rooms")

    let baseURL: URL
    var timeoutInterval: TimeInterval
    let method: HTTPMethod
    var city: String
}

private struct BookRoom: EndpointRequest {
    static let declaration = Endpoint<BookRoom, Void>(.post, "/bookings")

    let baseURL: URL
    let timeoutInterval: Double
    var room: String
}

private struct MoveBooking: EndpointRequest {
    static let declaration = Endpoint<MoveBooking, String>(.put, "/bookings/{id}")
        .example(
            input: MoveBooking(
                baseURL: URL("https://staging.example"), id: 7, room: "b2", callback: URL("https://a.example")))

    let baseURL: URL
    var id: Int
    var room: String
    var callback: URL
}

private struct OpenSession: EndpointRequest {
    static let declaration = Endpoint<OpenSession, Void>(.post, "/sessions")

    let baseURL: URL
}

private struct OpenPlainSession: EndpointRequest {
    static let declaration = Endpoint<OpenPlainSession, Void>(.post, "/sessions")

    var baseURL: URL { URL("https://staging.example") }
}

private struct SignGuestBook: EndpointRequest {
    static let declaration = Endpoint<SignGuestBook, Void>(.post, "/guests").body(.form)

    let baseURL: URL
    var name: String
}

/// A type whose path contains a requirement's name, and whose group has a member with a requirement's name.
private struct CheckMirror: EndpointRequest {
    struct Group: Codable { var baseURL: URL }

    static let declaration = Endpoint<CheckMirror, String>(.get, "/mirrors/{timeoutInterval}")

    let baseURL: URL
    var timeoutInterval: Double
    @ResponseGroup var group: Group

    init(baseURL: URL, timeoutInterval: Double, group: Group) {
        self.baseURL = baseURL
        self.timeoutInterval = timeoutInterval
        self.group = group
    }
}

private struct PayBill: EndpointRequest {
    static let declaration = Endpoint<PayBill, Void>(.post, "/bills")

    let baseURL: URL
    var method: String
    var timeoutInterval: Int
}

private struct RenamedInput: EndpointRequest {
    static let declaration = Endpoint<RenamedInput, Void>(.post, "/bills")

    let baseURL: URL
    var paymentMethod: String

    enum CodingKeys: String, CodingKey {
        case baseURL
        case paymentMethod = "method"
    }
}

private struct RenamedURL: EndpointRequest {
    static let declaration = Endpoint<RenamedURL, Void>(.get, "/a")

    let baseURL: URL

    enum CodingKeys: String, CodingKey {
        case baseURL = "base"
    }
}

/// A type that rejects made-up values.
private struct UnguessedPassword: Codable, Hashable, Sendable {
    var text = "xyzzy"

    init() {}

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text == "xyzzy" else { throw CancellationError() }
    }
}

/// A type for which no value can be made up.
private struct RenamedSecret: EndpointRequest {
    static let declaration = Endpoint<RenamedSecret, Void>(.post, "/a")
        .example(input: RenamedSecret(baseURL: URL("https://staging.example"), password: UnguessedPassword()))

    let baseURL: URL
    var password: UnguessedPassword

    enum CodingKeys: String, CodingKey {
        case baseURL = "base"
        case password
    }
}

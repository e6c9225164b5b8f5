import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Samples for checks of endpoints") struct EndpointSampleTests {
    typealias In = CheckedInput

    private let api = OpaqueAPI()

    @Test func `an input that can't be looked into is a problem until it has a sample`() throws {
        do throws(EndpointProblems) {
            try api.check()
            Issue.record("no error")
        } catch {
            #expect(
                error.description == """
                    `opaque` (POST /a/{id}): its input `Opaque` can't be looked into, as no value could be made up for \
                    `secret`: check it with a sample
                    `dictionary` (GET /b/{id}): its input `Dictionary<String, Int>` can't be looked into, as which \
                    properties it has, only a value shows: check it with a sample
                    `endless` (POST /c): its input `Endless` can't be looked into, as no value could be made up for \
                    `next`: check it with a sample
                    """)
            #expect(error.unseen == ["opaque", "dictionary", "endless"])
        }
        let check = try api.check { samples in
            samples.sample(\.opaque, In.Opaque())
            samples.sample(\.dictionary, ["id": 1])
            samples.sample(\.endless, In.Endless())
        }
        #expect(check.endpoints == ["opaque", "dictionary", "endless"])
    }

    @Test func `a sample alone checks its endpoint, stored or not`() throws {
        try api.check(\.opaque, sample: In.Opaque())
        try api.check(\.computed, sample: In.ID())
        #expect(
            checkedFindings { try api.check(\.wrong, sample: In.Version()) }
                == ["GET /d/{id}: the placeholder `id` has no property"])
        #expect(
            checkedFindings { try api.check(\.dictionary, sample: ["x": 1]) }
                == ["`dictionary` (GET /b/{id}): the placeholder `id` has no property"])
    }

    @Test func `the request of a sample is made`() {
        let message = "its sample can't be sent: the value of a segment"
        let found = checkedFindings { try api.check(\.text, sample: "..") }
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("GET /e/{name}: its sample can't be sent: ") == true, "\(found) \(message)")
    }

    @Test func `a request that is a type of its own is checked as an endpoint is`() throws {
        try OwnRequest.check()
        try OwnRequest.check(sample: OwnRequest(list: 7, title: "Tea"))
        #expect(
            checkedFindings { try WrongRequest.check() }
                == ["`WrongRequest` (POST /lists/{list}): the placeholder `list` has no property"])
        #expect(
            checkedFindings { try WrongRequest.check(sample: WrongRequest()) }
                == ["`WrongRequest` (POST /lists/{list}): the placeholder `list` has no property"])
        #expect(
            checkedFindings { try OpaqueRequest.check() } == [
                "`OpaqueRequest` (POST /): its input `OpaqueRequest` can't be looked into, as no value could be made up "
                    + "for `password`: check it with a sample"
            ])
    }

    @Test func `what all requests of the API have clashes as well`() {
        let api = BusyAPI()
        #expect(
            checkedFindings { try api.check() } == [
                "`all` (GET /all): `key` is `key` in the query, which every request has already",
                "`all` (GET /all): `page` is `page` in the query, which every request has already",
                "`all` (GET /all): `accountID` is the header field Account-Id, which every request has already",
            ])
    }
}

private struct OpaqueAPI: RequestProviding {
    var baseURL = URL("https://checked.example")

    @POST("/a/{id}") var opaque: Endpoint<CheckedInput.Opaque, Void>
    @GET("/b/{id}") var dictionary: Endpoint<[String: Int], Void>
    @POST("/c") var endless: Endpoint<CheckedInput.Endless, Void>

    var computed: Endpoint<CheckedInput.ID, Void> { Endpoint(.get, "/d/{id}") }
    var wrong: Endpoint<CheckedInput.Version, Void> { Endpoint(.get, "/d/{id}") }
    var text: Endpoint<String, Void> { Endpoint(.get, "/e/{name}") }
}

private struct BusyAPI: RequestProviding {
    struct Input: Codable, Sendable {
        var key: String
        var page: Int
        @HeaderValue var accountID: String
    }

    var baseURL = URL("https://checked.example?key=1")
    @GET("/all") var all: Endpoint<Input, Void>

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<BusyAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .adding(query: "page", 1).setting(headerField: "account-id", "1")
    }
}

private struct OwnRequest: EndpointRequest {
    typealias Resource = Todo
    static let declaration = Endpoint<OwnRequest, Todo>(.post, "/lists/{list}")
    var baseURL: URL { URL("https://checked.example") }

    var list: Int
    var title: String
}

private struct WrongRequest: EndpointRequest {
    typealias Resource = Void
    static let declaration = Endpoint<WrongRequest, Void>(.post, "/lists/{list}")
    var baseURL: URL { URL("https://checked.example") }

    var title = "a"
}

private struct OpaqueRequest: EndpointRequest {
    typealias Resource = Void
    static let declaration = Endpoint<OpaqueRequest, Void>(.post, "/")
    var baseURL: URL { URL("https://checked.example") }

    var password: CheckedInput.Password
}

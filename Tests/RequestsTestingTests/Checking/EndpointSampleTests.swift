import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Examples in checks of endpoints") struct EndpointSampleTests {
    typealias In = CheckedInput

    private let api = OpaqueAPI()

    @Test func `an input that can't be inspected is a problem until it has an example`() throws {
        do throws(EndpointProblems) {
            try api.check()
            Issue.record("no error")
        } catch {
            #expect(
                error.description == """
                    `opaque` (POST /a/{id}): the input `Opaque` can't be inspected, because no sample value could be created for \
                    `secret`: add an example of the input
                    `dictionary` (GET /b/{id}): the input `Dictionary<String, Int>` can't be inspected, because different \
                    values have different properties: add an example of the input
                    `endless` (POST /c): the input `Endless` can't be inspected, because no sample value could be created for \
                    `next`: add an example of the input
                    """)
        }
        #expect(try ExamplesAPI().check() == ["opaque", "dictionary", "endless"])
    }

    @Test func `named endpoints are checked alone, stored or not`() throws {
        let api = ExamplesAPI()
        #expect(try api.check(\.opaque, \.computed) == ["opaque", "GET /d/{id}"])
        #expect(
            checkedFindings { try api.check(\.wrong) } == ["GET /d/{id}: there is no property for the placeholder `id`"]
        )
        #expect(
            checkedFindings { try api.check(\.wrongKeys) }
                == ["`dictionary` (GET /b/{id}): there is no property for the placeholder `id`"])
    }

    @Test func `the request of each example is made`() {
        let found = checkedFindings { try ExamplesAPI().check(\.text) }
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("GET /e/{name}: the example `dots` can't be sent: ") == true, "\(found)")
    }

    @Test func `a type per request is checked like an endpoint`() throws {
        try OwnRequest.check()
        #expect(
            checkedFindings { try WrongRequest.check() }
                == ["`WrongRequest` (POST /lists/{list}): there is no property for the placeholder `list`"])
        #expect(
            checkedFindings { try OpaqueRequest.check() } == [
                "`OpaqueRequest` (POST /): the input `OpaqueRequest` can't be inspected, because no sample value could be "
                    + "created for `password`: add an example of the input"
            ])
        try ShownRequest.check()
        #expect(
            checkedFindings { try WrongShownRequest.check() }
                == ["`WrongShownRequest` (POST /lists/{list}): there is no property for the placeholder `list`"])
        let unsent = checkedFindings { try UnsentRequest.check() }
        #expect(unsent.count == 1)
        #expect(
            unsent.first?.hasPrefix("`UnsentRequest` (GET /e/{name}): the example `1` can't be sent: ") == true,
            "\(unsent)")
    }

    @Test func `clashes with fields and query items of all requests of the API are found as well`() {
        let api = BusyAPI()
        #expect(
            checkedFindings { try api.check() } == [
                "`all` (GET /all): `key` maps to `key` in the query, but every request already contains that query item",
                "`all` (GET /all): `page` maps to `page` in the query, but every request already contains that query item",
                "`all` (GET /all): `accountID` maps to the header field Account-Id, but every request already contains that field",
            ])
    }
}

private struct OpaqueAPI: RequestProviding {
    var baseURL = URL("https://checked.example")

    @POST("/a/{id}") var opaque: Endpoint<CheckedInput.Opaque, Void>
    @GET("/b/{id}") var dictionary: Endpoint<[String: Int], Void>
    @POST("/c") var endless: Endpoint<CheckedInput.Endless, Void>
}

/// The same inputs, with examples.
private struct ExamplesAPI: RequestProviding {
    typealias In = CheckedInput

    var baseURL = URL("https://checked.example")

    let opaque = Endpoint<In.Opaque, Void>(.post, "/a/{id}").example(input: In.Opaque())
    let dictionary = Endpoint<[String: Int], Void>(.get, "/b/{id}").example(input: ["id": 1])
    let endless = Endpoint<In.Endless, Void>(.post, "/c").example(input: In.Endless())

    var computed: Endpoint<In.ID, Void> { Endpoint(.get, "/d/{id}").example(input: In.ID()) }
    var wrong: Endpoint<In.Version, Void> { Endpoint(.get, "/d/{id}").example(input: In.Version()) }
    var wrongKeys: Endpoint<[String: Int], Void> {
        Endpoint(.get, "/b/{id}").example(input: ["x": 1]).example(input: ["y": 1])
    }
    var text: Endpoint<String, Void> {
        Endpoint(.get, "/e/{name}").example(input: "a").example("dots", input: "..")
    }
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
    typealias Resource = String
    static let declaration = Endpoint<OwnRequest, String>(.post, "/lists/{list}")
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

private struct ShownRequest: EndpointRequest {
    typealias Resource = Void
    static let declaration = Endpoint<ShownRequest, Void>(.post, "/lists/{list}")
        .example(input: ShownRequest(list: 7, password: CheckedInput.Password()))
    var baseURL: URL { URL("https://checked.example") }

    var list: Int
    var password: CheckedInput.Password
}

private struct WrongShownRequest: EndpointRequest {
    typealias Resource = Void
    static let declaration = Endpoint<WrongShownRequest, Void>(.post, "/lists/{list}")
        .example(input: WrongShownRequest(password: CheckedInput.Password()))
    var baseURL: URL { URL("https://checked.example") }

    var password: CheckedInput.Password
}

private struct UnsentRequest: EndpointRequest {
    typealias Resource = Void
    static let declaration = Endpoint<UnsentRequest, Void>(.get, "/e/{name}").example(input: UnsentRequest(name: ".."))
    var baseURL: URL { URL("https://checked.example") }

    var name: String
}

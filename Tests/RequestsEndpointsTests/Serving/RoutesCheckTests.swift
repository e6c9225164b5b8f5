import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Checks of routes") struct RoutesCheckTests {
    @Test func `an endpoint without a handler is reported by name`() throws {
        let routes = Routes(ShelvesAPI()).on(\.all) { _ in [] }
        let error = #expect(throws: EndpointProblems.self) { try routes.check() }
        #expect(
            error?.description == """
                `admin.purge` (POST /purge): it has no handler
                `remove` (DELETE /shelves/{id}): it has no handler
                """)
        try routes.on(\.remove) { _ in }.on(\.admin.purge) { _ in }.check()
    }

    @Test func `an API without endpoints fails the check`() {
        let error = #expect(throws: EndpointProblems.self) { try Routes(NoShelvesAPI()).check() }
        #expect(error?.problems.map(\.endpoint) == ["NoShelvesAPI"])
    }

    @Test func `a description lists the routes without secrets`() {
        let routes = Routes(ShelvesAPI()).on(\.all) { _ in [] }.on(.get, "/health") { _ in
            TransportResponse(head: ResponseHead(status: .ok))
        }
        #expect("\(routes)" == "Routes<ShelvesAPI>: GET /shelves, GET /health")
        #expect(String(reflecting: routes) == "\(routes)")
        #expect("\(Routes(ShelvesAPI()))" == "Routes<ShelvesAPI>: none")
        var text = ""
        dump(routes, to: &text)
        #expect(text.contains("GET /health"))
        #expect(!text.contains("s3cr3t"))
        text = ""
        dump(Loopback(routes), to: &text)
        #expect(!text.contains("s3cr3t"))
    }
}

private struct ShelvesAPI: RequestProviding {
    struct Admin {
        let purge = Endpoint<Void, Void>(.post, "/purge")
    }

    var baseURL = URL("https://shelves.example")
    var token = "s3cr3t"
    let admin = Admin()

    @GET("/shelves") var all: Endpoint<Void, [Int]>
    @DELETE("/shelves/{id}") var remove: Endpoint<Int, Void>
}

private struct NoShelvesAPI: RequestProviding {
    var baseURL = URL("https://shelves.example")
}

import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Checks of routes") struct RoutesCheckTests {
    @Test func `an endpoint without a handler is reported by name`() throws {
        let routes = Routes(ShelvesAPI()).on(\.all) { _ in [] }
        let error = #expect(throws: EndpointProblems.self) { try routes.check() }
        #expect(
            error?.description == """
                `admin.purge` (POST /purge): the endpoint has no handler
                `remove` (DELETE /shelves/{id}): the endpoint has no handler
                """)
        try routes.on(\.remove) { _ in }.on(\.admin.purge) { _ in }.check()
    }

    @Test func `an API without endpoints fails the check`() {
        let error = #expect(throws: EndpointProblems.self) { try Routes(NoShelvesAPI()).check() }
        #expect(error?.description.hasPrefix("`NoShelvesAPI` (no route): the API has no stored endpoint") == true)
    }
}

private struct ShelvesAPI: RequestProviding {
    struct Admin {
        let purge = Endpoint<Void, Void>(.post, "/purge")
    }

    var baseURL = URL("https://shelves.example")
    let admin = Admin()

    @GET("/shelves") var all: Endpoint<Void, [Int]>
    @DELETE("/shelves/{id}") var remove: Endpoint<Int, Void>
}

private struct NoShelvesAPI: RequestProviding {
    var baseURL = URL("https://shelves.example")
}

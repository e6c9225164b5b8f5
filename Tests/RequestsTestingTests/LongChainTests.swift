import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// A chain for a large API: it must compile quickly, whatever its handlers contain.
@Suite("Long chains", .timeLimit(.minutes(1))) struct LongChainTests {
    private let api = LongAPI()

    @Test func `the routes of thirty endpoints each find theirs`() async throws {
        try await check(Loopback(routes))
    }

    @Test func `a stub finds each of thirty endpoints`() async throws {
        try await check(stub)
        try stub.verify()
    }

    private func check(_ transport: some Transport) async throws {
        let number = try await transport.perform(api.request(\.e0, 7))
        #expect(number == 7)
        let text = try await transport.perform(api.request(\.e29, 7))
        #expect(text == "29: 7")
        let constant = try await transport.perform(api.request(\.e2))
        #expect(constant == 2)
        try await transport.perform(api.request(\.e27, 7))
    }

    private var routes: Routes<LongAPI> {
        Routes(api)
            .on(\.e0) { id in try await Self.number(id) }
            .on(\.e1) { id in
                let number = try await Self.number(id)
                return "1: \(number)"
            }
            .on(\.e2) { 2 }
            .on(\.e3) { id in _ = id }
            .on(\.e4) { id in try await Self.number(id) }
            .on(\.e5) { id in
                let number = try await Self.number(id)
                return "5: \(number)"
            }
            .on(\.e6) { 6 }
            .on(\.e7) { id in _ = id }
            .on(\.e8) { id in try await Self.number(id) }
            .on(\.e9) { id in
                let number = try await Self.number(id)
                return "9: \(number)"
            }
            .on(\.e10) { 10 }
            .on(\.e11) { id in _ = id }
            .on(\.e12) { id in try await Self.number(id) }
            .on(\.e13) { id in
                let number = try await Self.number(id)
                return "13: \(number)"
            }
            .on(\.e14) { 14 }
            .on(\.e15) { id in _ = id }
            .on(\.e16) { id in try await Self.number(id) }
            .on(\.e17) { id in
                let number = try await Self.number(id)
                return "17: \(number)"
            }
            .on(\.e18) { 18 }
            .on(\.e19) { id in _ = id }
            .on(\.e20) { id in try await Self.number(id) }
            .on(\.e21) { id in
                let number = try await Self.number(id)
                return "21: \(number)"
            }
            .on(\.e22) { 22 }
            .on(\.e23) { id in _ = id }
            .on(\.e24) { id in try await Self.number(id) }
            .on(\.e25) { id in
                let number = try await Self.number(id)
                return "25: \(number)"
            }
            .on(\.e26) { 26 }
            .on(\.e27) { id in _ = id }
            .on(\.e28) { id in try await Self.number(id) }
            .on(\.e29) { id in
                let number = try await Self.number(id)
                return "29: \(number)"
            }
            .on(.get, "/health") { _ in TransportResponse(head: ResponseHead(status: .ok)) }
    }

    private var stub: Stub<LongAPI> {
        Stub(api)
            .on(\.e0) { id in try await Self.number(id) }
            .on(\.e1, .always) { id in "1: \(id)" }
            .on(\.e2, .atLeast(0)) { 2 }
            .on(\.e3) { id in _ = id }
            .on(\.e4) { id in try await Self.number(id) }
            .on(\.e5, .always) { id in "5: \(id)" }
            .on(\.e6, .atLeast(0)) { 6 }
            .on(\.e7) { id in _ = id }
            .on(\.e8) { id in try await Self.number(id) }
            .on(\.e9, .always) { id in "9: \(id)" }
            .on(\.e10, .atLeast(0)) { 10 }
            .on(\.e11) { id in _ = id }
            .on(\.e12) { id in try await Self.number(id) }
            .on(\.e13, .always) { id in "13: \(id)" }
            .on(\.e14, .atLeast(0)) { 14 }
            .on(\.e15) { id in _ = id }
            .on(\.e16) { id in try await Self.number(id) }
            .on(\.e17, .always) { id in "17: \(id)" }
            .on(\.e18, .atLeast(0)) { 18 }
            .on(\.e19) { id in _ = id }
            .on(\.e20) { id in try await Self.number(id) }
            .on(\.e21, .always) { id in "21: \(id)" }
            .on(\.e22, .atLeast(0)) { 22 }
            .on(\.e23) { id in _ = id }
            .on(\.e24) { id in try await Self.number(id) }
            .on(\.e25, .always) { id in "25: \(id)" }
            .on(\.e26, .atLeast(0)) { 26 }
            .on(\.e27) { id in _ = id }
            .on(\.e28) { id in try await Self.number(id) }
            .on(\.e29, .always) { id in "29: \(id)" }
    }

    private static func number(_ id: Int) async throws -> Int { id }
}

private struct LongAPI: RequestProviding {
    var baseURL: URL { URL("https://long.example") }

    @GET("/e0/{id}") var e0: Endpoint<Int, Int>
    @GET("/e1/{id}") var e1: Endpoint<Int, String>
    @GET("/e2") var e2: Endpoint<Void, Int>
    @GET("/e3/{id}") var e3: Endpoint<Int, Void>
    @GET("/e4/{id}") var e4: Endpoint<Int, Int>
    @GET("/e5/{id}") var e5: Endpoint<Int, String>
    @GET("/e6") var e6: Endpoint<Void, Int>
    @GET("/e7/{id}") var e7: Endpoint<Int, Void>
    @GET("/e8/{id}") var e8: Endpoint<Int, Int>
    @GET("/e9/{id}") var e9: Endpoint<Int, String>
    @GET("/e10") var e10: Endpoint<Void, Int>
    @GET("/e11/{id}") var e11: Endpoint<Int, Void>
    @GET("/e12/{id}") var e12: Endpoint<Int, Int>
    @GET("/e13/{id}") var e13: Endpoint<Int, String>
    @GET("/e14") var e14: Endpoint<Void, Int>
    @GET("/e15/{id}") var e15: Endpoint<Int, Void>
    @GET("/e16/{id}") var e16: Endpoint<Int, Int>
    @GET("/e17/{id}") var e17: Endpoint<Int, String>
    @GET("/e18") var e18: Endpoint<Void, Int>
    @GET("/e19/{id}") var e19: Endpoint<Int, Void>
    @GET("/e20/{id}") var e20: Endpoint<Int, Int>
    @GET("/e21/{id}") var e21: Endpoint<Int, String>
    @GET("/e22") var e22: Endpoint<Void, Int>
    @GET("/e23/{id}") var e23: Endpoint<Int, Void>
    @GET("/e24/{id}") var e24: Endpoint<Int, Int>
    @GET("/e25/{id}") var e25: Endpoint<Int, String>
    @GET("/e26") var e26: Endpoint<Void, Int>
    @GET("/e27/{id}") var e27: Endpoint<Int, Void>
    @GET("/e28/{id}") var e28: Endpoint<Int, Int>
    @GET("/e29/{id}") var e29: Endpoint<Int, String>
}

import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("Expected inputs of stubs", .timeLimit(.minutes(1))) struct StubExpectationTests {
    private let api = ExpectedAPI()
    private let tea = ExpectedOrder(id: 1, name: "Tea")
    private let milk = ExpectedOrder(id: 2, name: "Milk")

    private func refusal(of order: ExpectedOrder, by stub: Stub<ExpectedAPI>) async -> String? {
        let error = await #expect(throws: TransportError.self) {
            try await stub.perform(api.request(\.order, order))
        }
        #expect(error?.code == .notStubbed)
        return error?.message
    }

    @Test func `an unexpected input uses up no response`() async throws {
        let stub = Stub(api).on(\.order, expecting: tea, .once) { $0 }
        _ = await refusal(of: milk, by: stub)
        #expect(throws: StubError.self) { try stub.verify() }
        #expect(try await stub.perform(api.request(\.order, tea)) == tea)
        try stub.verify()
        #expect(stub.inputs(of: \.order) == [milk, tea])
    }

    @Test func `each input finds its response, in any order`() async throws {
        let stub = Stub(api)
            .on(\.order, expecting: tea, .once) { _ in ExpectedOrder(id: 10, name: "first") }
            .on(\.order, expecting: milk, .once) { _ in ExpectedOrder(id: 20, name: "second") }
            .on(\.order) { _ in ExpectedOrder(id: 30, name: "other") }
        let inputs = [milk, ExpectedOrder(id: 3, name: "Rum"), tea, tea]
        var ids: [Int] = []
        for input in inputs { ids.append(try await stub.perform(api.request(\.order, input)).id) }
        #expect(ids == [20, 30, 10, 30])
        #expect(stub.inputs(of: \.order) == inputs)
        try stub.verify()
    }

    @Test func `the error for an unexpected input lists the difference from every expected one`() async throws {
        let stub = Stub(api).on(\.order, expecting: tea) { $0 }.on(\.order, expecting: milk) { $0 }
        let message = await refusal(of: ExpectedOrder(id: 2, name: "Rum"), by: stub)
        let expected =
            #"`id` is 2, but 1 was expected (response 1), `name` is "Rum", but "Milk" was expected (response 2)"#
        #expect(
            message?.contains("the input of POST /orders differs from the expected input: \(expected)") == true,
            "\(message ?? "")")
        #expect(stub.inputs(of: \.order) == [ExpectedOrder(id: 2, name: "Rum")])
    }

    @Test func `the difference between two lists is an element or the count`() async {
        func refusal(of list: ExpectedList) async -> String {
            let stub = Stub(api).on(\.list, expecting: ExpectedList(names: ["a", "b"], note: "x")) { _ in }
            let error = await #expect(throws: TransportError.self) {
                try await stub.perform(api.request(\.list, list))
            }
            return error?.message ?? ""
        }
        #expect(
            await refusal(of: ExpectedList(names: ["a", "c"], note: "x")).contains(
                #"`names.1` is "c", but "b" was expected"#))
        let longer = ExpectedList(names: ["a", "b", "c"], note: "x")
        #expect(await refusal(of: longer).contains("`names` has 3 elements instead of the expected 2"))
        #expect(
            await refusal(of: ExpectedList(names: ["a", "b"], note: "y")).contains(
                #"`note` is "y", but "x" was expected"#))
    }

    @Test func `a used response isn't returned again`() async throws {
        let stub = Stub(api).on(\.order, expecting: tea, .once) { $0 }
        _ = try await stub.perform(api.request(\.order, tea))
        #expect(await refusal(of: tea, by: stub)?.contains(" is stubbed, but was requested too often; ") == true)
    }

    @Test func `in order, the input decides which response is returned`() async throws {
        let stub = Stub(api).inOrder()
            .on(\.order, expecting: tea, .once) { $0 }
            .on(\.order, expecting: milk, .once) { $0 }
        #expect(
            await refusal(of: milk, by: stub)?.contains(
                " was requested too early: POST /orders (response 1) is expected first; ") == true)
        let error = #expect(throws: StubError.self) { try stub.verify() }
        #expect(error?.missing == ["POST /orders (response 1): 0 of 1", "POST /orders (response 2): 0 of 1"])
        for order in [tea, milk] { _ = try await stub.perform(api.request(\.order, order)) }
        try stub.verify()
    }

    @Test func `each of several parallel calls gets one response`() async throws {
        let orders = (0..<20).map { ExpectedOrder(id: $0, name: "\($0)") }
        var stub = Stub(api)
        for order in orders {
            stub = stub.on(\.order, expecting: order, .once) { _ in ExpectedOrder(id: order.id, name: "sent") }
        }
        let (api, full) = (api, stub)
        let responses = try await withThrowingTaskGroup(of: ExpectedOrder.self) { group in
            for order in orders.shuffled() {
                group.addTask { try await full.perform(api.request(\.order, order)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(responses.map(\.id).sorted() == orders.map(\.id))
        try stub.verify()
    }

    @Test func `an input that can't be read gets the server's error, and uses up no response`() async throws {
        let stub = Stub(api).on(\.order, expecting: tea, .once) { $0 }
        let request = api.post(.json(["id": "one"]), to: "/orders")
        let error = await #expect(throws: TransportError.self) { try await stub.perform(request) }
        #expect(error?.head?.status == .badRequest)
        #expect(throws: StubError.self) { try stub.verify() }
    }
}

private struct ExpectedAPI: RequestProviding {
    var baseURL = URL("https://orders.example")

    @POST("/orders") var order: Endpoint<ExpectedOrder, ExpectedOrder>
    @POST("/lists") var list: Endpoint<ExpectedList, Void>

    init() {}
}

private struct ExpectedOrder: Codable, Equatable { var id: Int, name: String }

private struct ExpectedList: Codable, Equatable { var names: [String], note: String }

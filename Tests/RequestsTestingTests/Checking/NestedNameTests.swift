import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Checks of names in nested types") struct NestedNameTests {
    private let clash = "both map to `customer_name`"

    @Test(arguments: [Endpoint<Order, Void>(.post, "/a"), Endpoint(.get, "/a")])
    func `two names that are the same on the wire are found in a property of the input`(
        _ endpoint: Endpoint<Order, Void>
    ) {
        let api = CheckedOneAPI(coding: .snakeCase, it: endpoint)
        #expect(
            checkedFindings { try api.check() }
                == ["`it` (\(endpoint)): `names.customerName` and `names.customer_name` \(clash)"])
        #expect(throws: Never.self) { try CheckedOneAPI(it: endpoint).check() }
    }

    @Test func `two names that are the same on the wire are found in a property of the output, and the error names it`()
    {
        let api = CheckedOneAPI(coding: .snakeCase, it: Endpoint<Void, Order>(.get, "/a"))
        let error = #expect(throws: EndpointProblems.self) { try api.check() }
        #expect(
            error?.description
                == "`it` (GET /a): the output's `names.customerName` and `names.customer_name` \(clash)")
    }

    @Test func `two equal names are found in elements, values of dictionaries, optionals, groups and deeper types`() {
        func findings<Output: Codable & Sendable>(_ output: Output.Type) -> [String] {
            let api = CheckedOneAPI(coding: .snakeCase, it: Endpoint<Void, Output>(.get, "/a"))
            return checkedFindings { try api.check() }
        }
        func found(_ path: String) -> [String] {
            ["`it` (GET /a): the output's `\(path)customerName` and `\(path)customer_name` \(clash)"]
        }
        #expect(findings([Names].self) == found(""))
        #expect(findings([String: [Names?]].self) == found(""))
        #expect(findings(Names?.self) == ["\(found("")[0]) in the body"])
        #expect(findings(Basket.self) == found("orders.names."))
        #expect(findings(Grouped.self) == found("order.names."))
        #expect(findings(Inner.self) == found("group.order."))
    }

    @Test func `two equal names are found in the elements of a stream and in an input with an example`() {
        let stream = CheckedOneAPI(coding: .snakeCase, it: Endpoint<Void, ElementStream<Order>>(.get, "/a"))
        #expect(checkedFindings { try stream.check() }.count == 1)
        let input = CheckedOneAPI(coding: .snakeCase, it: Endpoint<Order, Void>(.post, "/a").example(input: Order()))
        #expect(checkedFindings { try input.check() }.count == 1)
    }

    @Test func `a group in a nested type has a separate set of names, and a recursive type doesn't loop`() throws {
        try CheckedOneAPI(coding: .snakeCase, it: Endpoint<Void, Outer>(.get, "/a")).check()
        try CheckedOneAPI(
            coding: .snakeCase,
            it: Endpoint<CheckedInput.Recursive, Void>(.post, "/a").example(input: CheckedInput.Recursive())
        ).check()
    }
}

extension NestedNameTests {
    struct Names: Codable, Hashable, Sendable { var customerName = "a", customer_name = "b" }
    struct Order: Codable, Hashable, StreamElement { var id = 1, names = Names(), others = [Names()] }
    struct Basket: Codable, Hashable, Sendable { var note: String?, orders: [String: Order]? = [:] }
    struct Grouped: Codable, Hashable, Sendable {
        struct Group: Codable, Hashable, Sendable { var order = Order() }
        @ResponseGroup var group = Group()
    }
    struct Inner: Codable, Hashable, Sendable {
        struct Group: Codable, Hashable, Sendable { @ResponseGroup var order = Names() }
        var group = Group()
    }
    struct Outer: Codable, Hashable, Sendable {
        struct Group: Codable, Hashable, Sendable { var customerName = "a" }
        struct Inner: Codable, Hashable, Sendable {
            @ResponseGroup var group = Group()
            var customer_name = "a"
        }
        var inner = Inner()
    }
}

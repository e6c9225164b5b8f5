import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Shop: RequestProviding {
    let baseURL: URL
    var coding: Coding { .snakeCase }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Shop, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: "X-Version", 3)
            .adding(query: "lang", "de")
            .authenticated(with: .bearerToken("t"))
    }
}

private enum Stage: String, RequestProviding, CaseIterable {
    case test, live

    var baseURL: URL {
        switch self {
        case .test: URL("https://test.example.com/v1")
        case .live: URL("https://example.com/v1/")
        }
    }
}

private struct Item: Codable, Sendable, Equatable { var unitPrice: Int }

struct RequestProvidingTests {
    private static let shop = Shop(baseURL: URL("https://h"))

    @Test(
        arguments: [
            (shop.get(.none, from: "/i"), "GET", ""),
            (shop.post(to: "/i"), "POST", ""),
            (shop.post(.text("x"), to: "/i"), "POST", "text/plain; charset=utf-8"),
            (shop.post(Data("x".utf8), to: "/i"), "POST", "application/octet-stream"),
            (shop.put(to: "/i"), "PUT", ""),
            (shop.put(.text("x"), to: "/i"), "PUT", "text/plain; charset=utf-8"),
            (shop.put(Data("x".utf8), to: "/i"), "PUT", "application/octet-stream"),
            (shop.patch(.text("x"), to: "/i"), "PATCH", "text/plain; charset=utf-8"),
            (shop.patch(Data("x".utf8), to: "/i"), "PATCH", "application/octet-stream"),
            (shop.delete("/i"), "DELETE", ""),
            (shop.head("/i"), "HEAD", ""),
            (shop.options("/i"), "OPTIONS", ""),
        ] as [(Request<Shop, Void>, String, String)])
    private func `settings for all requests of an API reach every method`(
        request: Request<Shop, Void>, method: String, contentType: String
    ) throws {
        let type = contentType.isEmpty ? "" : "Content-Type: \(contentType)\n"
        let body = contentType.isEmpty ? "\n" : "Content-Length: 1\n\nx"
        #expect(
            try request.wire() == """
                \(method) /i?lang=de HTTP/1.1
                Host: h
                X-Version: 3
                \(type)Authorization: Bearer t
                \(body)
                """
        )
    }

    @Test func `one call can undo the settings for all requests`() throws {
        let request = Self.shop.get(.none, from: "/i")
            .removing(headerField: "x-version").with(query: []).authenticated(with: .none)
        #expect(try request.wire() == "GET /i HTTP/1.1\nHost: h\n\n")
    }

    @Test func `the coding of an API writes queries and bodies, and reads responses`() throws {
        let request = Self.shop.post(.json(Item(unitPrice: 1)), to: "/i").adding(query: Item(unitPrice: 2))
            .receiving(.json(Item.self))
        let wire = try request.wire()
        #expect(wire.hasPrefix("POST /i?lang=de&unit_price=2 "))
        #expect(wire.hasSuffix(#"{"unit_price":1}"#))
        let item = try request.responseDecoder.decode(
            ResponseHead(status: .ok), Data(#"{"unit_price":3}"#.utf8), coding: request.coding
        )
        #expect(item == Item(unitPrice: 3))
    }

    @Test(arguments: zip(Stage.allCases, ["https://test.example.com/v1/i", "https://example.com/v1/i"]))
    private func `an enum can be a provider with a case for each environment`(stage: Stage, url: String) throws {
        #expect(try stage.get(.text, from: "/i").resolve().urlText == url)
    }

    @Test func `an anonymous provider takes a base URL and a coding`() throws {
        let request = AnonymousProvider("https://h/v1", coding: .snakeCase).get(.text, from: "i").adding(
            query: Item(unitPrice: 1))
        #expect(try request.resolve().urlText == "https://h/v1/i?unit_price=1")
        let variable = try #require(URL(string: "http://localhost:8080"))
        #expect(try AnonymousProvider(baseURL: variable).head("").resolve().urlText == "http://localhost:8080")
    }
}

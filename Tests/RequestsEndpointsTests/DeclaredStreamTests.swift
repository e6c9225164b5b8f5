import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

/// The request of an endpoint whose output is a stream.
@Suite("Declared streams", .timeLimit(.minutes(1))) struct DeclaredStreamTests {
    @Test func `the request of a stream can be changed for one call like any other`() async throws {
        try await withRawServer(responding: { request in
            RawServer.ok("{\"price\":1}\n{\"price\":2}\n", contentType: "application/x-ndjson")
        }) { server in
            let api = PricesAPI(baseURL: server.baseURL)
            let request = api.request(\.prices, "AAPL").timeout(after: nil).adding(query: "since", 3)
                .setting(headerField: "X-Trace", "1").marked()
            var prices: [Price] = []
            for try await price in try await URLSession.shared.stream(request) { prices.append(price) }
            #expect(prices == [Price(price: 1), Price(price: 2)])
            let sent = try #require(server.requests.first)
            #expect(sent.target == "/prices/AAPL?since=3")
            #expect(sent["Accept"] == ["application/x-ndjson"])
            #expect(sent["X-Trace"] == ["1"])
            #expect(sent["X-Mark"] == ["yes"])
            #expect(try request.resolve().timeoutInterval == .infinity)
        }
    }

    @Test func `streams work with and without an input, with a type per request, and read whole`() async throws {
        let api = PricesAPI(baseURL: URL("https://prices.example"))
        let routes = Routes(api).on(\.prices) { symbol in ElementStream([Price(price: symbol.count)]) }
            .on(\.news) { ElementStream(["a", "b"]) }
            .on(\.watch) { input in ElementStream([Price(price: input.limit)]) }
        let transport = Loopback(routes)
        var lines: [String] = []
        let request = api.request(\.news).timeout(after: .seconds(5))
        for try await line in try await transport.stream(request) { lines.append(line) }
        #expect(lines == ["a", "b"])
        let watch = WatchPrices(baseURL: api.baseURL, limit: 7)
        var prices: [Price] = []
        for try await price in try await transport.stream(watch) { prices.append(price) }
        #expect(prices == [Price(price: 7)])
        for try await price in try await transport.perform(api.request(\.prices, "AAPL")) { prices.append(price) }
        #expect(prices == [Price(price: 7), Price(price: 4)])
    }

    @Test func `a declared stream of data has the bytes unchanged`() async throws {
        let api = PricesAPI(baseURL: URL("https://prices.example"))
        let sent = [Data([0xFF, 0x0A]), Data([0, 0x0D])]
        let transport = Loopback(Routes(api).on(\.film) { ElementStream(sent) })
        var received = Data()
        for try await chunk in try await transport.stream(api.request(\.film)) { received += chunk }
        #expect(received == sent[0] + sent[1])
    }

    @Test func `another decoder can read a declared stream`() async throws {
        let api = PricesAPI(baseURL: URL("https://prices.example"))
        let transport = Loopback(Routes(api).on(\.news) { ElementStream(["a", "b"]) })
        #expect(try await transport.perform(api.request(\.news).receiving(.text)) == "a\nb\n")
        var chunks = Data()
        let request = api.request(\.news).receiving(stream: .chunks)
        for try await chunk in try await transport.stream(request) { chunks += chunk }
        #expect(chunks == Data("a\nb\n".utf8))
    }

    @Test(arguments: [
        ("a\rb", "data: a\ndata: b\n\n"), ("a\r\nb\n", "data: a\ndata: b\ndata: \n\n"),
        ("\r\r\n", "data: \ndata: \ndata: \n\n"), ("a\n\u{301}b", "data: a\ndata: \u{301}b\n\n"), ("", "data: \n\n"),
    ])
    func `each line of an event is one line on the wire, and LF joins the lines on arrival`(
        data: String, wire: String
    ) async throws {
        let api = PricesAPI(baseURL: URL("https://prices.example"))
        let transport = Loopback(Routes(api).on(\.told) { ElementStream([ServerSentEvent(data: data)]) })
        #expect(try await transport.perform(api.request(\.told).receiving(.text)) == wire)
        var received: [String] = []
        for try await event in try await transport.stream(api.request(\.told)) { received.append(event.data) }
        let lines = wire.split(separator: "\n").map { String($0.unicodeScalars.dropFirst("data: ".count)) }
        #expect(received == [lines.joined(separator: "\n")])
    }

    @Test func `a response without a success status throws an error instead of a stream`() async {
        let api = PricesAPI(baseURL: URL("https://prices.example"))
        let routes = Routes(api).on(\.news) { throw ServingError(.conflict, "closed") }
        let error = await #expect(throws: TransportError.self) {
            _ = try await Loopback(routes).stream(api.request(\.news).timeout(after: .seconds(5)))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.head?.status == .conflict)
    }
}

private struct Price: Codable, StreamElement, Equatable {
    var price: Int
}

private struct PricesAPI: RequestProviding {
    let baseURL: URL

    @GET("/prices/{symbol}") var prices: Endpoint<String, ElementStream<Price>>
    @GET("/news") var news: Endpoint<Void, ElementStream<String>>
    @GET("/told") var told: Endpoint<Void, ElementStream<ServerSentEvent<String>>>
    @GET("/film") var film: Endpoint<Void, ElementStream<Data>>
    let watch = WatchPrices.declaration
}

extension Request where API == PricesAPI {
    fileprivate func marked() -> Self { setting(headerField: "X-Mark", "yes") }
}

private struct WatchPrices: EndpointRequest {
    static let declaration = Endpoint<WatchPrices, ElementStream<Price>>(.get, "/watch")

    let baseURL: URL
    var limit: Int
}

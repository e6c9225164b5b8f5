import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Documents of large APIs") struct ManyEndpointsTests {
    @Test func `the time for a document grows only linearly with its endpoints`() throws {
        _ = try document(of: 8)
        let few = try time { try document(of: 40) }
        let many = try time { try document(of: 320) }
        // Eight times as many endpoints take eight times as long. If each endpoint took time for every other one, they
        // would take 64 times as long.
        #expect(many < 24 * few)
    }

    private func document(of count: Int) throws {
        let document = try OpenAPI(ManyAPI(count: count), info: .init(title: "Many", version: "1"))
        #expect(document.content["paths"]?.object?.count == count)
        #expect(document.content["components"]?["schemas"]?.object?.count == count)
        #expect(!document.data.isEmpty)
    }

    /// Returns the processor time of this thread, which other tests don't change.
    private func time(_ work: () throws -> Void) rethrows -> Double {
        let start = now()
        try work()
        return now() - start
    }

    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// An API with any number of endpoints, each of which has its types.
private struct ManyAPI: RequestProviding, CustomReflectable {
    let baseURL: URL = URL("https://h")
    private let endpoints: [any Sendable]

    init(count: Int) { endpoints = (0..<count).map { Self.endpoint($0, bits: 10, Never.self) } }

    var customMirror: Mirror {
        Mirror(self, children: endpoints.enumerated().map { (label: "thing\($0.offset)", value: $0.element) })
    }

    /// Makes an endpoint whose types have the number in their names.
    private static func endpoint<Tag>(_ number: Int, bits: Int, _ tag: Tag.Type) -> any Sendable {
        if bits == 0 {
            return Endpoint<Input<Tag>, Output<Tag>>(.get, "/things\(number)/{id}").tags("things")
        }
        return number >> (bits - 1) & 1 == 0
            ? endpoint(number, bits: bits - 1, Zero<Tag>.self) : endpoint(number, bits: bits - 1, One<Tag>.self)
    }

    enum Zero<Tag> {}
    enum One<Tag> {}

    struct Input<Tag>: Codable, Sendable {
        var id: Int
        var text: String?
        var kinds: [String]
    }

    struct Output<Tag>: Codable, Sendable {
        var id: UUID
        var price: Double?
        var notes: [String: String]
        var madeAt: Date
    }
}

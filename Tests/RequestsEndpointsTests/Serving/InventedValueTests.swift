import Foundation
import Requests
import RequestsEndpoints
import Testing

/// A type that records the values that it is decoded from.
private struct Recorded: Codable, Sendable, Equatable, PropertySchemaProviding {
    @TaskLocal static var values = Values()

    final class Values: Sendable {
        private let ids = Guarded<[Int]>([])

        var all: [Int] { ids.withLock(\.self) }
        func append(_ id: Int) { ids.withLock { $0.append(id) } }
    }

    var id: Int

    static var propertySchemas: JSONValue.Object { ["id": ["minimum": 100]] }

    init(id: Int) { self.id = id }

    init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        Self.values.append(id)
    }
}

private struct RecordedAPI: RequestProviding {
    struct Inside: Codable, Sendable {
        var first: Recorded?
        var list: [Recorded]
        @QueryValue var page: Int?
    }

    let baseURL = URL("https://recorded.example")
    @GET("/ids") var find: Endpoint<Recorded, Recorded>
    @POST("/ids") var add: Endpoint<Recorded, Recorded>
    @POST("/inside") var inside: Endpoint<Inside, [Recorded]>
    let form = Endpoint<Inside, Recorded>(.post, "/form").body(.form)

    var routes: Routes<Self> {
        Routes(self).on(\.find) { $0 }.on(\.add) { $0 }.on(\.inside) { $0.list }.on(\.form) { $0.list[0] }
    }
}

@Suite("Values that nobody sent") struct InventedValueTests {
    @Test func `routes and a client decode only values that were sent`() async throws {
        let values = Recorded.Values()
        try await Recorded.$values.withValue(values) { () async throws in
            let api = RecordedAPI()
            let transport = Loopback(api.routes)
            #expect(try await transport.perform(api.request(\.find, Recorded(id: 700))) == Recorded(id: 700))
            #expect(try await transport.perform(api.request(\.add, Recorded(id: 701))) == Recorded(id: 701))
            let input = RecordedAPI.Inside(first: Recorded(id: 702), list: [Recorded(id: 703)], page: 1)
            #expect(try await transport.perform(api.request(\.inside, input)) == [Recorded(id: 703)])
            #expect(try await transport.perform(api.request(\.form, input)) == Recorded(id: 703))
            let get = api.get(.declared(Recorded.self), from: "/ids?id=704")
            #expect(try await transport.perform(get) == Recorded(id: 704))
            await #expect(throws: RequestError<Never>.self) {
                try await transport.perform(api.request(\.add, Recorded(id: 1)))
            }
        }
        // The value 1 is missing, because a value out of its bounds ends the decoding.
        #expect(Set(values.all) == [700, 701, 702, 703, 704])
    }
}

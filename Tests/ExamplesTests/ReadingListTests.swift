import Foundation
import Requests
import RequestsEndpoints
import RequestsHummingbird
import RequestsTesting
import Testing

@testable import ReadingList

@Suite("The reading list") struct ReadingListTests {
    private let api = BooksAPI(baseURL: URL("https://books.example"))
    private let dune = NewBook(title: "Dune", author: "Frank Herbert")

    @Test func `adding a book twice adds it once`() async throws {
        let stub = Stub(api)
            .on(\.add, .once) { Book(id: 1, title: $0.title, author: $0.author) }
            .on(\.add, .once) { _ in throw Refusal(reason: .duplicate, message: "twice") }
        let client = Client(api, token: "secret", on: stub)
        #expect(try await client.add(dune))
        #expect(try await !client.add(dune))
        #expect(stub.inputs(of: \.add) == [dune, dune])
    }

    @Test func `client and service fit together`() async throws {
        let client = Client(api, token: "secret", on: try service)
        #expect(try await client.add(dune))
        #expect(try await !client.add(dune))
        #expect(try await client.finish(1, stars: 5).stars == 5)
        #expect(try await client.books(Filter(isRead: false)).isEmpty)
        #expect(try await client.books().map(\.title) == ["Dune"])
        let error = await #expect(throws: RequestError<Refusal>.self) { try await client.finish(2, stars: 5) }
        #expect(error?.failure?.reason == .unknownBook)
        try await client.remove(1)
        #expect(try await client.books().isEmpty)
    }

    @Test func `only the owner can change the list`() async throws {
        let guest = Client(api, token: "wrong", on: try service)
        let error = await #expect(throws: RequestError<Refusal>.self) { try await guest.add(dune) }
        #expect(error?.failure?.reason == .unauthorized)
        let anonymous = Client(api, token: nil, on: try service)
        #expect(try await anonymous.books().isEmpty)
    }

    @Test func `the service serves all endpoints and their document`() async throws {
        try Routes(Shelf(), token: "secret").check(methods: .hummingbird)
        let document = try await service.perform(api.get(.json(JSONValue.self), from: "/openapi.json"))
        #expect(document["paths"]?["/books/{id}/review"]?["put"]?["operationId"] == "finish")
    }

    private var service: Loopback {
        get throws { Loopback(try Routes(Shelf(), token: "secret")) }
    }
}

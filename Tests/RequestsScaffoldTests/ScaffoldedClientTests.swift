import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("A scaffolded client", .timeLimit(.minutes(1))) struct ScaffoldedClientTests {
    private let library = CityLibrary(credentials: .bearerToken("secret"))

    private func server() throws -> ExampleServer { try ExampleServer(document: Fixture.library.read()) }

    @Test func `the client reads the examples of the document`() async throws {
        let page = try await server().perform(library.request(\.books.list, .init(genres: [.novel], limit: 5)))
        let book = try #require(page.items.first)
        #expect(book.title == "Notes")
        #expect(book.subtitle == nil)
        #expect(book.genre.rawValue == "essays", "a server may add values")
        #expect(book.status == .onShelf)
        #expect(book.addedAt == Date(timeIntervalSince1970: 1_714_564_800))
        #expect(book.names == ["fr_BE": "Notes"])
        #expect(book.reactions?.plus1 == 3)
        #expect(book.reactions?.totalCount == 3)
        #expect(book.next?.value.title == "More")
        #expect(book.location == .integer(7))
        #expect(book.notes == [1, .null])
    }

    @Test func `an alternative is selected by its constant`() async throws {
        let medium = try await server().perform(library.request(\.media.getMedium, 7))
        #expect(medium == .film(.init(minutes: 90)))
        let other = try JSONDecoder().decode(CityLibrary.Medium.self, from: Data(#"{"kind": "map"}"#.utf8))
        #expect(other == .other(["kind": "map"]))
    }

    @Test func `a status selects the case of an output`() async throws {
        let copies = library.request(\.books.copies, .init(isbn: "9", states: ["on", "off"], branchCodes: ["a", "b"]))
        let query = "?states=on,off&branch_codes=a&branch_codes=b"
        #expect(try copies.resolve().urlText.hasSuffix("/books/9/copies" + query))
        guard case .ok(let list) = try await server().perform(copies) else {
            return #expect(Bool(false), "the status is not 200")
        }
        #expect(list.map(\.mark) == ["a-1"])
        let stub = Stub(library).on(\.books.copies) { _ in .status203(.init(total: 3)) }
        guard case .status203(let other) = try await stub.perform(copies) else {
            return #expect(Bool(false), "the status is not 203")
        }
        #expect(other.total == 3)
    }

    @Test func `a declared failure has its own type`() async throws {
        let move = CityLibrary.Move(endsAt: Date(timeIntervalSince1970: 0))
        let stub = Stub(library).on(\.books.copies) { _ in throw move }
        let error = await #expect(throws: RequestError<CityLibrary.Failure>.self) {
            try await stub.perform(library.request(\.books.copies, .init(isbn: "9")))
        }
        #expect(error?.head?.status == .conflict)
        #expect(try error?.decodeBody(.json(CityLibrary.Move.self), coding: library.coding) == move)
    }

    @Test(arguments: [nil, CityLibrary.BooksSetCoverWordBody(word: "a")])
    private func `a required body that is nil is sent as null`(_ body: CityLibrary.BooksSetCoverWordBody?) throws {
        let request = library.request(\.books.setCoverWord, .init(isbn: "9", body: .init(body)))
        guard case .data(let data) = try request.resolve().body else { return #expect(Bool(false), "no data") }
        #expect(String(decoding: data, as: UTF8.self) == (body == nil ? "null" : #"{"word":"a"}"#))
    }

    @Test func `bounds are checked by routes`() async throws {
        let routes = Routes(library).on(\.books.copies) { _ in .accepted }
        let wrong = library.request(\.books.copies, .init(isbn: "9", price: 100))
        let error = await #expect(throws: (any Error).self) { try await Loopback(routes).perform(wrong) }
        #expect("\(error as Any)".contains("query value `price` must be at most 99.5"))
    }

    @Test func `types contain themselves`() async throws {
        let shelf = try await server().perform(library.request(\.shelves.get, UUID()))
        #expect(shelf.parent?.value.name == "All")
        #expect(shelf.children.map(\.name) == ["A1"])
    }

    @Test func `text, events and lines of JSON are read`() async throws {
        #expect(try await server().perform(library.request(\.loans.receipt, 1)) == "Returned.")
        var isbns: [String] = []
        for try await event in try await server().stream(library.request(\.loans.changes, .init())) {
            isbns.append(event.data.isbn)
        }
        for try await loan in try await server().stream(library.request(\.loans.export)) { isbns.append(loan.isbn) }
        #expect(isbns == ["9780000000001", "9780000000001", "9780000000002"])
    }

    @Test func `requests have the form that the document describes`() throws {
        let list = library.request(\.books.list, .init(author: "Ada", orderBy: .newestFirst, xRequestID: UUID()))
        let request = try list.resolve()
        #expect(request.urlText == "https://ghent.library.example/v2/books?author=Ada&order_by=newest-first")
        #expect(request.header["X-Request-ID"] != nil)
        #expect(request.header["Authorization"] == "Bearer secret")
        let form = library.request(\.session.signIn, .init(userName: "ada", scopes: ["a", "b"]))
        let resolved = try form.resolve()
        #expect(resolved.header["Authorization"] == nil)
        #expect(resolved.header["Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") == true)
    }
}

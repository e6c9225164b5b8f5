import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on migrating from Alamofire, which must do what the page promises.
@Suite("Samples of the page on Alamofire", .timeLimit(.minutes(1)))
struct MigratingFromAlamofireTests {
    private struct NewPicture: Codable {
        var title: String
        var tags: [String]
        var draft: Bool
        var taken: Date?
    }

    private let gallery = FromAlamofire.Gallery(baseURL: URL("https://gallery.example"))
    private let new = NewPicture(title: "Tea", tags: ["a", "b"], draft: true)

    @Test func `a picture is decoded`() async throws {
        let transport = Canned(text: #"{"id":7,"title":"Tea"}"#)
        let picture = try await FromAlamofire.first(transport, gallery, id: 7)
        #expect(picture == FromAlamofire.Picture(id: 7, title: "Tea"))
    }

    @Test func `a failed response throws its decoded body`() async throws {
        let refused = Loopback { _ in try .json(["message": "Closed on Mondays."], status: .forbidden) }
        let error = await #expect(throws: RequestError<FromAlamofire.Complaint>.self) {
            try await FromAlamofire.first(refused, gallery, id: 7)
        }
        #expect(error?.failure?.message == "Closed on Mondays.")
    }

    @Test func `a query is written as the page shows it`() throws {
        let search = gallery.get(from: "/pictures").adding(query: new)
        let url = try search.resolve().urlText
        #expect(url == "https://gallery.example/pictures?title=Tea&tags=a&tags=b&draft=true")
    }

    @Test func `parameters are written as Alamofire writes them`() throws {
        let coding = Coding(
            arrays: .brackets, booleans: .numeric, jsonEncoder: JSONEncoder(), jsonDecoder: JSONDecoder())
        let values = "title=Tea&tags%5B%5D=a&tags%5B%5D=b&draft=1"
        let form = try gallery.post(.form(new), to: "/pictures").with(coding: coding).resolve()
        #expect(try text(form) == values)
        let search = gallery.get(from: "/pictures").adding(query: new).with(coding: coding)
        #expect(try search.resolve().urlText == "https://gallery.example/pictures?\(values)")

        var dated = new
        dated.taken = Date(timeIntervalSinceReferenceDate: 7)
        let json = try gallery.post(.json(dated), to: "/pictures").with(coding: coding).resolve()
        #expect(try text(json).contains(#""taken":7"#))
    }

    private func text(_ message: OutgoingRequest) throws -> String {
        guard case .data(let body) = message.body else {
            Testing.Issue.record("not in memory")
            return ""
        }
        return String(decoding: body, as: UTF8.self)
    }
}

/// The samples of the page on migrating from Moya, which must do what the page promises.
@Suite("Samples of the page on Moya", .timeLimit(.minutes(1)))
struct MigratingFromMoyaTests {
    private let shelf = FromMoya.Shelf(baseURL: URL("https://shelf.example/v1"))

    @Test func `a function makes the request of a case`() throws {
        #expect(try shelf.book(7).resolve().urlText == "https://shelf.example/v1/books/7")
        let search = try shelf.search("a b", page: 2).resolve()
        #expect(search.urlText == "https://shelf.example/v1/books?q=a%20b&page=2")
    }

    @Test func `a book is decoded`() async throws {
        let book = try await FromMoya.first(Canned(text: #"{"id":7,"title":"Faust"}"#), shelf)
        #expect(book == FromMoya.Book(id: 7, title: "Faust"))
    }
}

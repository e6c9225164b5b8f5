import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on migrating from Alamofire, which must do what it promises.
@Suite("Samples of the page on Alamofire", .timeLimit(.minutes(1)))
struct MigratingFromAlamofireTests {
    private let gallery = FromAlamofire.Gallery(baseURL: URL("https://gallery.example"))
    private let new = FromAlamofire.NewPicture(title: "Tea", tags: ["a", "b"], draft: true)

    private func samples<Network: Transport>(_ network: Network) -> FromAlamofire.Model<Network> {
        FromAlamofire.Model(network: network, gallery: gallery)
    }

    /// A server that only accepts the token `a2`, and issues it for the refresh token `r1`.
    private var server: Stub<FromAlamofire.Gallery> {
        Stub(gallery)
            .on(.post, "/token", .once) { request in
                let form = String(decoding: try await request.body.collect(upTo: 1_000), as: UTF8.self)
                #expect(form == "grant_type=refresh_token&refresh_token=r1")
                return try .json(FromAlamofire.Grant(accessToken: "a2", refreshToken: "r2"))
            }
            .on(.get, "/pictures/{id}") { request in
                guard request.header[.authorization] == "Bearer a2" else { return .status(.unauthorized) }
                return try .json(FromAlamofire.Picture(id: 7, title: "Tea"))
            }
    }

    @Test func `a picture is decoded`() async throws {
        let transport = Canned(text: #"{"id":7,"title":"Tea"}"#)
        let picture = try await samples(transport).first(transport, id: 7)
        #expect(picture == FromAlamofire.Picture(id: 7, title: "Tea"))
        #expect(try await samples(transport).add(new, by: transport) == picture)
    }

    @Test func `a user reads the failure of the API`() async throws {
        #expect(try await FromAlamofire.stubbed(gallery) == "There is no such picture.")
        let refused = Loopback { _ in try .json(["message": "Closed on Mondays."], status: .forbidden) }
        #expect(await samples(refused).title(of: 7) == "Closed on Mondays.")
    }

    @Test func `parameters are written as Alamofire writes them`() throws {
        let requests = samples(Canned(text: "")).parameters(new)
        let values = "title=Tea&tags%5B%5D=a&tags%5B%5D=b&draft=1"
        let form = try requests[0].resolve()
        guard case .data(let body) = form.body else {
            Testing.Issue.record("not in memory")
            return
        }
        #expect(String(decoding: body, as: UTF8.self) == values)
        #expect(try requests[1].resolve().urlText == "https://gallery.example/pictures?\(values)")
    }

    @Test func `a refused token is refreshed, saved and used`() async throws {
        let (server, keychain) = (server, Keychain())
        let samples = samples(server)
        let session = samples.signedIn(BearerToken("a1", refreshToken: "r1"), keychain: keychain)
        #expect(try await samples.first(session, id: 7).title == "Tea")
        #expect(try await samples.first(session, id: 7).title == "Tea")
        try server.verify()
        let saved = await keychain.token
        #expect(saved == BearerToken("a2", refreshToken: "r2"))
    }

    @Test func `an adapted message has the header field`() async throws {
        let echo = Loopback { request in .text(request.header["X-Device"] ?? "none") }
        let text = try await samples(echo).adapted(for: "d7").perform(gallery.get(.text, from: "/"))
        #expect(text == "d7")
    }

    @Test func `a request with a key is sent four times`() async throws {
        let keys = Guarded<[String?]>([])
        let down = Loopback { request in
            keys.withLock { $0.append(request.header[.idempotencyKey]) }
            return .status(.serviceUnavailable)
        }
        let (policy, _, create) = samples(down).retrying(new)
        _ = try? await down.retrying(policy, clock: ImmediateClock()).perform(create)
        let seen = keys.withLock { $0 }
        #expect(seen.count == 4)
        #expect(Set(seen).count == 1 && seen.first != .some(nil))
    }

    @Test @MainActor func `a bar shows the end of a multipart upload`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let bar = Bar()
        bar.changed = { continuation.yield() }
        let server = Canned(text: "").adapting { request, next in
            #expect(request.header[.contentType]?.hasPrefix("multipart/form-data; boundary=") == true)
            return try await next(request)
        }
        try await samples(server).upload(URL(filePath: #filePath), by: server, to: bar)
        for await _ in stream where bar.fractions.contains(1) { break }
    }

    @Test func `a download reports its progress and writes the file`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let transport = Canned(text: "film")
        var shown: [String] = []
        try await samples(transport).download(1, to: file, by: transport) { shown.append($0) }
        #expect(shown.last == "received 4 bytes")
        #expect(try String(contentsOf: file, encoding: .utf8) == "film")
    }
}

/// The samples of the page on migrating from Moya, which must do what it promises.
@Suite("Samples of the page on Moya", .timeLimit(.minutes(1)))
struct MigratingFromMoyaTests {
    private let shelf = FromMoya.Shelf(baseURL: URL("https://shelf.example/v1"))
    private let api = FromMoya.ShelfAPI(baseURL: URL("https://shelf.example/v1"))
    private let faust = #"{"id":7,"title":"Faust"}"#

    private func samples<Session: Transport>(_ session: Session) -> FromMoya.Samples<Session> {
        FromMoya.Samples(session: session, shelf: shelf)
    }

    @Test func `functions and endpoints make the same requests`() throws {
        let new = FromMoya.NewBook(title: "Tea")
        let functions: [any RequestConvertible] = [shelf.book(7), shelf.search("a b", page: 2), shelf.add(new)]
        let endpoints: [any RequestConvertible] = [
            api.request(\.book, 7), api.request(\.search, FromMoya.Search(q: "a b", page: 2)),
            api.request(\.add, new),
        ]
        let lines = ["GET /books/7", "GET /books?q=a%20b&page=2", "POST /books"]
        for (requests, line) in zip(zip(functions, endpoints), lines) {
            for request in [requests.0, requests.1] {
                let message = try request.resolve()
                let path = message.urlText.replacing("https://shelf.example/v1", with: "")
                #expect("\(message.method) \(path)" == line)
            }
        }
    }

    @Test func `a book is decoded`() async throws {
        let book = FromMoya.Book(id: 7, title: "Faust")
        #expect(try await samples(Canned(text: faust)).first(7) == book)
        #expect(try await samples(Canned(text: "[\(faust)]")).called(api) == [book])
    }

    @Test func `a callback gets the books`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        samples(Canned(text: "[\(faust)]")).call { continuation.yield($0) }
        for await text in stream {
            #expect(text == "1 books")
            break
        }
    }

    @Test func `the token goes to the API only`() async throws {
        let echo = Loopback { request in .text(request.header[.authorization] ?? "none") }
        let session = samples(echo).authenticated("t1")
        #expect(try await session.perform(shelf.get(.text, from: "/")) == "Bearer t1")
        #expect(try await session.perform(shelf.get(.text, from: "/").authentication(.none)) == "none")
        #expect(try await session.perform(AnonymousProvider("https://h").get(.text, from: "/")) == "none")
    }

    @Test func `a message gets the token that is current when it is sent`() async throws {
        final class Store: FromMoya.TokenStore {
            let current = Guarded("t1")
            var token: String { current.withLock { $0 } }
        }
        let echo = Loopback { request in .text(request.header[.authorization] ?? "none") }
        let store = Store()
        let session = samples(echo).authenticated(by: store)
        #expect(try await session.perform(shelf.get(.text, from: "/")) == "Bearer t1")
        store.current.withLock { $0 = "t2" }
        #expect(try await session.perform(shelf.get(.text, from: "/")) == "Bearer t2")
    }

    @Test func `a decorator does the work of a plugin`() async throws {
        let notes = Guarded<[String]>([])
        let echo = Loopback { request in .text(request.header["X-Device"] ?? "none") }
        let plugged = samples(echo).plugged("d7") { message, status in
            notes.withLock { $0.append("\(message) \(status)") }
        }
        #expect(try await plugged.perform(shelf.get(.text, from: "/a")) == "d7")
        #expect(notes.withLock { $0 } == ["GET https://shelf.example/v1/a 200 OK"])
    }

    @Test @MainActor func `a bar shows the end of an upload of a cover`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let bar = Bar()
        bar.changed = { continuation.yield() }
        try await samples(Canned(text: "")).upload(URL(filePath: #filePath), to: bar)
        for await _ in stream where bar.fractions.contains(1) { break }
    }

    @Test func `a download writes the text of a book`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await samples(Canned(text: "Habe nun, ach!")).download(7, to: file) == .ok)
        #expect(try String(contentsOf: file, encoding: .utf8) == "Habe nun, ach!")
    }

    @Test func `a stub responds with the types of the endpoints`() async throws {
        let (book, added) = try await FromMoya.stubbed(api)
        #expect(book == FromMoya.Book(id: 7, title: "Faust"))
        #expect(added == [FromMoya.NewBook(title: "Tea")])
    }

    @Test func `a target of Moya is sent as it is`() async throws {
        #expect(try await samples(Canned(text: faust)).old(7) == FromMoya.Book(id: 7, title: "Faust"))
        let missing = Loopback { _ in .status(.notFound) }
        await #expect(throws: Moya.StatusError.self) { try await samples(missing).old(7) }

        let get = try FromMoya.TargetRequest(FromMoya.OldShelf.book(7)).resolve()
        #expect("\(get.method) \(get.urlText)" == "GET https://shelf.example/v1/books/7")
        #expect(get.header[.accept] == "application/json")
        let post = try FromMoya.TargetRequest(FromMoya.OldShelf.add(FromMoya.NewBook(title: "Tea"))).resolve()
        #expect(post.header[.contentType] == "application/json")
        guard case .data(let body) = post.body else {
            Testing.Issue.record("not in memory")
            return
        }
        #expect(String(decoding: body, as: UTF8.self) == #"{"title":"Tea"}"#)
    }
}

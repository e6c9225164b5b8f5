import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The recipes for building and sending, which must do what their page promises.
@Suite("Recipes for building and sending", .timeLimit(.minutes(1)))
struct CookbookSendingTests {
    private static let tea = #"{"id":7,"title":"Tea"}"#

    /// Returns the recipes with a server.
    private func recipes(
        _ respond: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> CookbookSending.Recipes {
        CookbookSending.Recipes(session: Loopback(respond))
    }

    /// Returns the body of a request as text.
    private static func text(of request: IncomingRequest) async throws -> String {
        String(decoding: try await request.body.collect(upTo: 1_000), as: UTF8.self)
    }

    @Test func `a new album is sent as JSON, and the album is read from JSON`() async throws {
        let recipes = recipes { request in
            #expect("\(request.method) \(request.target)" == "POST /v1/albums")
            #expect(request.header[.contentType] == "application/json")
            let body = try await Self.text(of: request)
            #expect(body == #"{"is_public":true,"title":"Tea"}"#)
            return .data(Data(Self.tea.utf8), .json, status: .created)
        }
        let album = try await recipes.create(CookbookSending.NewAlbum(title: "Tea", isPublic: true))
        #expect(album.id == 7)
    }

    @Test func `a form is escaped`() async throws {
        let recipes = recipes { request in
            #expect(request.header[.contentType] == "application/x-www-form-urlencoded")
            let body = try await Self.text(of: request)
            #expect(body == "grant_type=password&password=a%26b&username=ada")
            return try .json(["access_token": "t1"])
        }
        #expect(try await recipes.signIn("ada", "a&b").accessToken == "t1")
    }

    @Test func `a query omits nil, and repeats the name of an array`() async throws {
        let recipes = recipes { request in
            #expect(request.target == "/v1/albums?text=tea&tags=sea&tags=sun&limit=20")
            return .data(Data("[\(Self.tea)]".utf8), .json)
        }
        #expect(try await recipes.search(nil).count == 1)
    }

    @Test func `every request of the API has its header fields`() throws {
        let header = try CookbookSending.Headers.Gallery(language: "de").delete("/albums/7").resolve().header
        #expect(header["X-Api-Version"] == "3")
        #expect(header[.acceptLanguage] == "de")
    }

    @Test func `the environment chooses the server`() {
        let staging = CookbookSending.Environments.Gallery.current(in: ["GALLERY": "staging"])
        #expect(staging.baseURL.absoluteString == "https://staging.gallery.example/v1")
        let production = CookbookSending.Environments.Gallery.current(in: [:])
        #expect(production.baseURL.absoluteString == "https://gallery.example/v1")
    }

    @Test func `a request without a type for its API has a path with values`() async throws {
        let recipes = recipes { request in
            #expect(request.header[.host] == "api.github.com")
            #expect(request.target == "/repos/ada/a%2Fb/releases/latest")
            return try .json(["tag_name": "1.2"])
        }
        #expect(try await recipes.latestRelease(of: "ada", "a/b").tagName == "1.2")
    }

    @Test func `a URL from elsewhere is requested as it is`() async throws {
        let recipes = recipes { request in .text(request.target) }
        let content = try await recipes.content(of: URL("https://files.example/a/b.zip?key=1&part=2"))
        #expect(String(decoding: content, as: UTF8.self) == "/a/b.zip?key=1&part=2")
    }

    @Test func `a query of GraphQL is sent with its variables`() async throws {
        let recipes = recipes { request in
            #expect("\(request.method) \(request.target)" == "POST /graphql")
            let body = try await Self.text(of: request)
            #expect(body == #"{"query":"query ($id: ID!) { album(id: $id) { title } }","variables":{"id":"7"}}"#)
            return .data(Data(#"{"data":{"album":{"title":"Tea"}}}"#.utf8), .json)
        }
        #expect(try await recipes.title(of: "7") == "Tea")
    }

    @Test func `the first error of GraphQL is thrown`() async {
        let recipes = recipes { _ in
            .data(Data(#"{"data":null,"errors":[{"message":"No access."}]}"#.utf8), .json)
        }
        let error = await #expect(throws: TransportError.self) { try await recipes.title(of: "7") }
        #expect(error?.code == .validationFailed)
        #expect(error?.underlyingError is CookbookSending.QueryError)
        #expect(error?.localizedDescription == "No access.")
    }

    @Test(arguments: [(200, true), (204, true), (404, false), (500, nil)] as [(Int, Bool?)])
    func `a status tells whether an album exists`(status: Int, exists: Bool?) async {
        let recipes = recipes { request in
            #expect("\(request.method) \(request.target)" == "HEAD /v1/albums/7")
            return .status(HTTPStatus(status))
        }
        let found = try? await recipes.exists(7)
        #expect(found == exists)
    }

    @Test func `a copy is read again only if its tag has changed`() async throws {
        let recipes = recipes { request in
            if request.header[.ifNoneMatch] == #""2""# { return .status(.notModified) }
            return .data(Data(Self.tea.utf8), .json, header: ["ETag": #""2""#])
        }
        let old = CookbookSending.Copy(album: CookbookSending.Album(id: 7, title: "Coffee"), eTag: nil)
        var copy = try await recipes.refreshed(old)
        #expect(copy.album.title == "Tea")
        #expect(copy.eTag == #""2""#)
        copy.album = old.album
        #expect(try await recipes.refreshed(copy).album.title == "Coffee")
    }

    @Test func `a missing album is nil, and other failures are thrown`() async throws {
        #expect(try await recipes { _ in .data(Data(Self.tea.utf8), .json) }.album(7)?.title == "Tea")
        #expect(try await recipes { _ in .status(.notFound) }.album(7) == nil)
        await #expect(throws: TransportError.self) { try await recipes { _ in .status(.badGateway) }.album(7) }
    }

    @Test func `an album that somebody else has changed isn't renamed, but read again`() async throws {
        let methods = Guarded<[HTTPMethod]>([])
        let recipes = recipes { request in
            methods.withLock { $0.append(request.method) }
            if request.method == .get { return .data(Data(Self.tea.utf8), .json, header: ["ETag": #""2""#]) }
            return .status(request.header[.ifMatch] == #""2""# ? .noContent : .preconditionFailed)
        }
        let old = CookbookSending.Copy(album: CookbookSending.Album(id: 7, title: "Coffee"), eTag: #""1""#)
        let current = try #require(await recipes.rename(old, to: "Milk"))
        #expect(current.album.title == "Tea")
        #expect(try await recipes.rename(current, to: "Milk") == nil)
        #expect(methods.withLock { $0 } == [.patch, .get, .patch])
    }

    @Test func `a header field is read as a number`() async throws {
        let recipes = recipes { _ in
            .data(Data("[\(Self.tea)]".utf8), .json, header: ["X-Total-Count": "42"])
        }
        let (albums, total) = try await recipes.albums()
        #expect(albums.count == 1)
        #expect(total == 42)
    }

    @Test func `the content of an envelope is read, for all requests or for one`() async throws {
        let recipes = recipes { _ in .data(Data(#"{"data":\#(Self.tea)}"#.utf8), .json) }
        let album = try await CookbookSending.Enveloped.album(7, recipes.session, CookbookSending.Enveloped.Gallery())
        #expect(album.title == "Tea")
        #expect(try await recipes.session.perform(recipes.wrapped(7)).title == "Tea")
    }

    @Test func `a date with a space is read and written`() throws {
        struct Stay: Codable { let from: Date }
        let date = Date(timeIntervalSince1970: 1_714_564_800)
        let coding = Coding.spacedDates
        #expect(try coding.value(Stay.self, fromJSON: Data(#"{"from":"2024-05-01 12:00:00"}"#.utf8)).from == date)
        let request = CookbookSending.Dated.Gallery().delete("/albums").adding(query: "before", date)
        #expect(try request.resolve().urlText.hasSuffix("/v1/albums?before=2024-05-01%2012%3A00%3A00"))
    }

    @Test func `an unknown value is read as the case for it`() throws {
        let json = Data(#"["friends","aliens"]"#.utf8)
        let values = try Coding.standard.value([CookbookSending.Visibility].self, fromJSON: json)
        #expect(values == [.friends, .unknown])
    }
}

/// The recipes for files, streams and pages, which must do what their page promises.
@Suite("Recipes for files, streams and pages", .timeLimit(.minutes(1)))
struct CookbookFilesTests {
    /// Returns the recipes with a server.
    private func recipes(
        _ respond: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> CookbookFiles.Recipes {
        CookbookFiles.Recipes(session: Loopback(respond))
    }

    /// Passes a new folder to a function, and removes it afterwards.
    nonisolated(nonsending) private func withFolder(
        _ body: nonisolated(nonsending) (URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    // MARK: Files

    @Test @MainActor func `an upload reports its progress, and returns the photo`() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "tea.jpg")
            try Data("image".utf8).write(to: file)
            let recipes = recipes { request in
                #expect(request.header[.contentType] == "image/jpeg")
                let body = try await request.body.collect(upTo: 100)
                #expect(body == Data("image".utf8))
                return try .json(CookbookFiles.Photo(id: 7, name: "tea"))
            }
            let (stream, continuation) = AsyncStream.makeStream(of: Double.self)
            let screen = CookbookFiles.Upload()
            screen.changed = { continuation.yield($0) }
            #expect(try await recipes.upload(file, to: screen).id == 7)
            for await fraction in stream where fraction == 1 { break }
        }
    }

    @Test func `an album is sent with its fields and files`() async throws {
        try await withFolder { folder in
            let photos = ["a.jpg", "b.jpg"].map { folder.appending(path: $0) }
            for photo in photos { try Data("image".utf8).write(to: photo) }
            let recipes = recipes { request in
                #expect(request.header[.contentType]?.hasPrefix("multipart/form-data; boundary=") == true)
                let body = String(decoding: try await request.body.collect(upTo: 10_000), as: UTF8.self)
                for text in [
                    #"name="title""#, #"name="cover"; filename="a.jpg""#, #"name="photos"; filename="a.jpg""#,
                    #"name="photos"; filename="b.jpg""#,
                ] {
                    #expect(body.contains(text))
                }
                #expect(body.ranges(of: #"name="tags""#).count == 2)
                return .status(.created)
            }
            try await recipes.createAlbum("Tea", tags: ["sea", "sun"], cover: Data("cover".utf8), photos: photos)
        }
    }

    @Test func `a download that broke off goes on after the bytes that arrived`() async throws {
        let ranges = Guarded<[String?]>([])
        let server = Loopback { request in
            ranges.withLock { $0.append(request.header[.range]) }
            guard request.header[.range] != nil else {
                return .data(Data("0123456789".utf8), "video/mp4", header: ["ETag": #""1""#])
            }
            return .data(
                Data("56789".utf8), "video/mp4", status: .partialContent,
                header: ["ETag": #""1""#, "Content-Range": "bytes 5-9/10"])
        }
        let recipes = CookbookFiles.Recipes(session: server.failing(.bodyBreaks(after: 5), times: 1))
        try await withFolder { folder in
            let file = folder.appending(path: "film.mp4")
            let error = await #expect(throws: TransportError.self) {
                try await recipes.download(1, to: file) { _ in }
            }
            #expect(error?.code == .connectionLost)
            var fractions: [Double] = []
            try await recipes.download(1, to: file) { fractions.append($0) }
            #expect(fractions.last == 1)
            #expect(try String(contentsOf: file, encoding: .utf8) == "0123456789")
        }
        #expect(ranges.withLock { $0 } == [nil, "bytes=5-"])
    }

    // MARK: Streams

    @Test func `a log is read line by line`() async throws {
        var lines: [String] = []
        try await recipes { _ in .text("a\r\nb\n") }.lines { lines.append($0) }
        #expect(lines == ["a", "b"])
    }

    @Test func `each line of JSON is a photo`() async throws {
        let json = "{\"id\":1,\"name\":\"a\"}\n\n{\"id\":2,\"name\":\"b\"}\n"
        let recipes = recipes { request in
            #expect(request.header[.accept] == "application/x-ndjson")
            return .data(Data(json.utf8), "application/x-ndjson")
        }
        var names: [String] = []
        try await recipes.export { names.append($0.name) }
        #expect(names == ["a", "b"])
    }

    @Test func `changes are followed until the server ends them`() async throws {
        let asked = Guarded<[String?]>([])
        let recipes = recipes { request in
            let count = asked.withLock { asked in
                asked.append(request.header["Last-Event-ID"])
                return asked.count
            }
            switch count {
            case 1:
                let event = "id: 7\nretry: 1000\ndata: {\"photo\":1,\"kind\":\"added\"}\n\n"
                return .data(Data(event.utf8), .eventStream)
            case 2: throw TransportError(code: .connectionFailed, message: "the server restarts")
            case 3: return .data(Data("data: {\"photo\":1,\"kind\":\"removed\"}\n\n".utf8), .eventStream)
            default: return .status(.noContent)
            }
        }
        let clock = ImmediateClock()
        var kinds: [String] = []
        try await recipes.followChanges(clock: clock) { kinds.append($0.kind) }
        #expect(kinds == ["added", "removed"])
        #expect(asked.withLock { $0 } == [nil, "7", "7", "7"])
        #expect(clock.sleeps.count == 3)
        #expect(clock.sleeps.allSatisfy { $0 >= .seconds(1) })
    }

    @Test func `changes that the server refuses aren't requested again`() async {
        let clock = ImmediateClock()
        let refused = recipes { _ in .status(.forbidden) }
        let error = await #expect(throws: TransportError.self) {
            try await refused.followChanges(clock: clock) { _ in }
        }
        #expect(error?.head?.status == .forbidden)
        #expect(clock.sleeps.isEmpty)
    }

    // MARK: Pages

    private static func photos(_ ids: Int...) throws -> Data {
        try JSONEncoder().encode(ids.map { CookbookFiles.Photo(id: $0, name: "photo \($0)") })
    }

    @Test func `links lead from page to page`() async throws {
        let recipes = recipes { request in
            guard request.target == "/v1/photos" else { return .data(try Self.photos(2), .json) }
            return .data(try Self.photos(1), .json, header: ["Link": #"</v1/photos?page=2>; rel="next""#])
        }
        var names: [String] = []
        try await recipes.linked { names.append($0) }
        #expect(names == ["photo 1", "photo 2"])
    }

    @Test func `cursors lead to all items`() async throws {
        let recipes = recipes { request in
            let photos = try Self.photos(request.target == "/v1/photos?cursor=c2" ? 2 : 1)
            let next = request.target == "/v1/photos" ? #","next":"c2""# : ""
            return .data(Data(#"{"photos":\#(String(decoding: photos, as: UTF8.self))\#(next)}"#.utf8), .json)
        }
        #expect(try await recipes.byCursor().map(\.id) == [1, 2])
    }

    @Test func `an offset counts the items that arrived`() async throws {
        let targets = Guarded<[String]>([])
        let recipes = recipes { request in
            targets.withLock { $0.append(request.target) }
            return .data(try request.target.hasSuffix("offset=0") ? Self.photos(1, 2) : Self.photos(), .json)
        }
        var ids: [Int] = []
        for try await photo in recipes.byOffset() { ids.append(photo.id) }
        #expect(ids == [1, 2])
        #expect(
            targets.withLock { $0 } == ["/v1/photos?limit=100&offset=0", "/v1/photos?limit=100&offset=2"])
    }

    // MARK: Jobs

    /// Returns the recipes with a server whose job has one state after the other.
    private func recipes(states: String...) -> CookbookFiles.Recipes {
        let count = Guarded(0)
        return recipes { request in
            if request.method == .post {
                #expect(request.target == "/v1/albums/7/film")
                return .status(.accepted, header: ["Location": "/v1/jobs/3"])
            }
            #expect(request.target == "/v1/jobs/3")
            let state = count.withLock { count in
                count += 1
                return states[min(count, states.count) - 1]
            }
            let header: HeaderFields = state == "running" ? ["Retry-After": "5"] : [:]
            return .data(Data(#"{"state":"\#(state)","film":"7.mp4"}"#.utf8), .json, header: header)
        }
    }

    @Test func `a job is followed until it is done`() async throws {
        let clock = ImmediateClock()
        let film = try await recipes(states: "waiting", "running", "done").makeFilm(of: 7, clock: clock)
        #expect(film == "7.mp4")
        #expect(clock.sleeps == [.seconds(2), .seconds(5)])
    }

    @Test func `a job that fails or never ends throws`() async {
        let clock = ImmediateClock()
        await #expect(throws: CookbookFiles.JobError.failed) {
            try await recipes(states: "failed").makeFilm(of: 7, clock: clock)
        }
        await #expect(throws: CookbookFiles.JobError.tookTooLong) {
            try await recipes(states: "waiting").makeFilm(of: 7, clock: clock)
        }
        #expect(clock.sleeps.count == 60)
    }
}

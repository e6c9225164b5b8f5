import Dispatch
import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the pages of the catalogue, which must do what the pages promise.
@Suite("Samples of the pages", .timeLimit(.minutes(1)))
struct PageTests {
    private static let ada = #"{"login":"ada","followers":3}"#
    private static let getAda = GitHub.live.get(.json(User.self), from: "/users/ada")

    private func order() throws -> Request<Shop, Receipt> {
        let id = try #require(UUID(uuidString: "3F2504E0-4F89-11D3-9A0C-0305E82C3301"))
        return BuildingSamples.order(Basket(id: id, articles: [7, 9]), token: "s3cret")
    }

    @Test func `an order is sent as on the page`() throws {
        let order = try order()
        #expect(order.description == "POST https://api.shop.example/v1/orders?notify=true")
        let wire = try order.resolve().wireFormat(showingBody: true)
        #expect(try Document(page: "InspectingRequests.md").blocks.contains { $0.text == wire }, "\(wire)")
    }

    @Test func `the curl command equals the one on the page`() throws {
        let page = try Document(page: "InspectingRequests.md")
        let command = try BuildingSamples.command(NewIssue(title: "Broken"), token: "s3cret")
        #expect(page.blocks.contains { $0.text.replacing("\n", with: " ") == command }, "\(command)")
    }

    @Test func `an order is explained as on the page`() throws {
        let text = try order().explain().description
        #expect(try Document(page: "InspectingRequests.md").blocks.contains { $0.text == text }, "\(text)")
    }

    @Test func `an order has the timeout of its API`() throws {
        #expect(try order().resolve().timeoutInterval == 10)
    }

    @Test func `a variant leaves its request unchanged`() {
        let urls = BuildingSamples.variants().map(\.description)
        #expect(
            urls == [
                "GET https://api.shop.example/v1/articles", "GET https://api.shop.example/v1/articles?max_price=10",
            ]
        )
    }

    @Test func `a signature covers the message`() throws {
        #expect(try BuildingSamples.signed(1).resolve().header["X-Signature"] == "DELETE 36")
    }

    @Test func `an integer is written and read as text`() async throws {
        let json = #"{"lease_id":"7587870164163305995","ttl":60}"#
        let echo = Loopback { request in
            let body = try await request.body.collect(upTo: 1_000)
            #expect(body == Data(json.utf8))
            return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data(json.utf8)))
        }
        let samples = BodySamples(api: .live)
        let grant = try await echo.perform(samples.integers(etcd: Etcd(baseURL: URL("https://etcd.test/v3"))))
        #expect(grant.leaseId == 7_587_870_164_163_305_995)
        let page = try Document(page: "Bodies.md")
        #expect(page.blocks.contains { $0.text.hasSuffix("// \(json)") })
    }

    @Test func `a sequence is sent in the format of its body`() async throws {
        let echo = Loopback { request in
            let text = String(decoding: try await request.body.collect(upTo: 1_000), as: UTF8.self)
            return .text("\(request.target) \(request.header[.contentType] ?? "none") \(text)")
        }
        var texts: [String] = []
        for request in BodySamples(api: .live).sequences(sensor: Sensor(values: [5, 7])) {
            texts.append(try await echo.perform(request.receiving(.text)))
        }
        #expect(
            texts == [
                "/tables text/csv 0,5\n1,7\n",
                "/readings application/x-ndjson {\"time\":0,\"value\":5}\n{\"time\":1,\"value\":7}\n",
            ])
    }

    @Test func `the body of a response is sent on`() async throws {
        let films = Guarded<[String]>([])
        let archive = Loopback { request in
            let film = String(decoding: try await request.body.collect(upTo: 1_000), as: UTF8.self)
            films.withLock { $0.append(film) }
            return .text("")
        }
        let camera = Loopback { _ in .text("film") }
        try await BodySamples(api: .live).forward(camera: camera, session: archive)
        #expect(films.withLock { $0 } == ["film"])
    }

    @Test func `the user agent names the program unless a request changes it`() async throws {
        let loopback = Loopback { request in
            let agent = request.header[.userAgent] ?? "none"
            return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data(agent.utf8)))
        }
        var agents: [String] = []
        for request in BuildingSamples.agents() { agents.append(try await loopback.perform(request)) }
        #expect(agents[0].contains(/^\S+ Requests\/\d+\.\d+\.\d+$/))
        #expect(agents.dropFirst() == ["Till/3.1", "none"])
    }

    @Test func `the words of an API build a request`() {
        #expect(
            Shop.staging.articles.inStock().description
                == "GET https://staging.shop.example/v1/articles?trace=on&in_stock=true"
        )
    }

    @Test func `a type per request is sent to its API`() throws {
        #expect(
            try BuildingSamples.cleanUp().resolve().urlText == "https://staging.shop.example/v1/articles/7?trace=on")
        #expect(try command(GetArticle(id: 7)).contains("'https://api.shop.example/v1/articles/7'"))
    }

    @Test func `a type per request writes its body in the style of its API`() throws {
        let message = try AddArticle(article: Article(id: 1, unitPrice: 2)).resolve()
        #expect(message.wireFormat(showingBody: true).hasSuffix(#"{"id":1,"unit_price":2}"#))
    }

    @Test func `a value in a path is escaped unless it is raw`() throws {
        #expect(
            try PathSamples.paths(PathSamples.Values()) == [
                "https://h/users/a%2Fb", "https://h/search?q=1%2B1%3D2&page=2",
                "https://h/days/2024-05-01T12%3A00%3A00Z", "https://h/items/01020304-0506-0708-090a-0b0c0d0e0f10",
                "https://h/files/src/a%2Fb.c", "https://h/files/src/a%20b.c", "POST https://h/hooks/<redacted>",
            ]
        )
    }

    @Test func `a dot segment is kept if the request allows it`() throws {
        #expect(try PathSamples.object("a/../b").resolve().urlText == "https://h/a/../b")
    }

    @Test func `a link is a path, a reference or an absolute URL`() throws {
        let requests = PathSamples.links(
            path: "/articles?page=2", href: "/dav/x.ics", nextHref: "?page=3",
            head: ResponseHead(status: .ok, urlText: "https://h/articles?page=2"), url: URL("https://h/articles?page=2")
        )
        #expect(
            try requests.map { try $0.resolve().urlText } == [
                "https://h/articles?page=2", "https://h/dav/x.ics", "https://h/articles?page=3",
                "https://h/articles?page=2",
            ])
    }

    @Test func `every query matches its comment`() throws {
        let page = try Document(page: "PathsAndQueries.md").text
        let filter = Filter(createdAfter: nil, labels: ["bug", "urgent"], author: .init(name: "Ada"))
        let requests =
            [PathSamples.query(date: Date(timeIntervalSince1970: 1_714_564_800))] + PathSamples.several(filter: filter)
        for request in requests {
            let query = try request.resolve().urlText.dropFirst("https://h/issues".count)
            #expect(page.contains("// \(query)\n"), "\(query)")
        }
    }

    @Test func `a loop adds all items`() throws {
        let request = PathSamples.loop([("a", "1"), ("b", "2")], from: PathSamples.api.get(.text, from: "/issues?c=0"))
        #expect(try request.resolve().urlText == "https://h/issues?c=0&a=1&b=2")
    }

    @Test func `a custom style of dates works in both directions`() throws {
        struct Stay: Codable, Equatable { var from: Date }
        let stay = Stay(from: Date(timeIntervalSince1970: 1_714_521_600))
        let api = AnonymousProvider(baseURL: URL("https://h"), coding: .days)
        #expect(try api.get(.none, from: "/").adding(query: stay).resolve().urlText == "https://h/?from=2024-05-01")
        #expect(try Coding.days.value(Stay.self, fromForm: Data("from=2024-05-01".utf8)) == stay)
    }

    private let samples = SendingSamples(session: Canned(text: Self.ada), request: Self.getAda)

    @Test func `performing a request returns the value`() async throws {
        #expect(try await samples.perform().login == "ada")
    }

    @Test func `a response has a header beside the value`() async throws {
        let server = FixedResponse(header: ["ETag": "1"], text: Self.ada)
        let (user, eTag) = try await SendingSamples(session: server, request: Self.getAda).respond()
        #expect(user.followers == 3)
        #expect(eTag == "1")
    }

    @Test func `a body arrives in chunks`() async throws {
        #expect(try await samples.stream() == Self.ada.utf8.count)
    }

    @Test func `options belong to one request`() throws {
        let message = try samples.options(eTag: "1").0.resolve()
        #expect(message.timeoutInterval == 0.5)
        #expect(message.options.policy.responseSizeLimit == 1 << 30)
    }

    @Test func `an accepted 304 has no body`() async throws {
        let cached = samples.options(eTag: "\"1\"").1
        #expect(try cached.resolve().header[.ifNoneMatch] == "\"1\"")
        #expect(try await FixedResponse(status: 304).perform(cached).isEmpty)
    }

    @Test func `a callback gets the value unless its task is cancelled`() async {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        samples.call(on: .global(), show: { continuation.yield($0) }, store: { continuation.yield($0?.login ?? "-") })
        var texts: Set<String> = []
        for await text in stream {
            texts.insert(text)
            if texts.count == 2 { break }
        }
        // The first call is cancelled at once, but may have ended before that.
        #expect(texts.contains("ada"))
        #expect(!texts.isDisjoint(with: ["The request was cancelled.", "200: ada"]))
    }

    @Test(arguments: [
        (401, "Sign in first."), (422, "Too short"), (200, "Renamed."),
    ])
    func `the code of an error chooses the text`(status: Int, text: String) async {
        let session = FixedResponse(status: HTTPStatus(status), text: #"{"message":"Too short"}"#)
        let samples = ErrorSamples(session: session, request: Self.getAda)
        let shown = await samples.rename(User(login: "ada", followers: 0), to: "a")
        #expect(shown == text)
    }

    @Test func `an error has a text for the user and one for the developer`() async throws {
        var (shown, logged): ([String], [String]) = ([], [])
        let refusing = Loopback { _ in try .json(["message": "Issues are closed"], status: .gone) }
        let offline = Loopback { _ in throw TransportError(code: .offline, message: "no network") }
        for server in [refusing, offline] {
            let samples = ErrorSamples(session: server, request: Self.getAda)
            await samples.open(NewIssue(title: "Broken"), show: { shown.append($0) }, log: { logged.append($0) })
        }
        #expect(shown.count == 2)
        #expect(shown.first == "Issues are closed")
        #expect(shown.last?.contains("There is no connection to the internet.") == true)
        #expect(logged.count == 2)
        #expect(logged.first?.contains("POST https://api.github.com/issues returned 410 Gone") == true)
    }

    @Test @MainActor func `a closure can catch the failure of its API`() async {
        let session = FixedResponse(status: 404, text: #"{"message":"Not Found"}"#)
        let samples = ErrorSamples(session: session, request: Self.getAda)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        samples.closures { continuation.yield($0) }
        var iterator = stream.makeAsyncIterator()
        for _ in 1...2 {
            let text = await iterator.next()
            #expect(text == "Not Found")
        }
    }

    @Test func `an error of mixed code is matched by its code`() async throws {
        let samples = ErrorSamples(session: Canned(text: ""), request: Self.getAda)
        var shown = ""
        try await samples.mixed(work: { throw TransportError(code: .offline, message: "") }, show: { shown = $0 })
        #expect(shown == "Later.")
    }
}

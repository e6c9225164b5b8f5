import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("Explaining", .timeLimit(.minutes(1))) struct ExplainingTests {
    private let api = ShelfAPI()

    @Test func `a declared timeout is explained by its endpoint`() {
        let text = "timeout: 20 seconds without data"
        #expect(TagAPI().request(\.counts, .init(counts: [])).explain().has(.policy, text, .endpoint("counts")))
        #expect(TagAPI().explain(\.counts).has(.policy, text, .endpoint("counts")))
        #expect(RemoveTag(tag: "a").explain().has(.policy, text, .endpoint("RemoveTag")))
    }

    @Test func `a request is explained`() {
        let request = api.post(.json(["title": "Tea"]), to: "/shelves/\("a b")/books?dry=true")
            .adding(query: "notify", true).adding(query: "access_token", "KANARI")
            .adding(headerField: "X-Mine", "1").adding(cookie: "id", "KANARI")
            .authenticated(with: .bearerToken("KANARI"))
            .receiving(.json([String].self))
            .timeout(after: .seconds(5))
            .adapting { $0.header["X-Signature"] = "abc" }
        #expect(
            "\(request.explain())" == """
                POST https://books.example/v1/shelves/a%20b/books?lang=en&dry=true&client=cli&notify=true&access_token=<redacted>

                url       https://books.example/v1            base URL
                          /shelves/a%20b/books                path
                query     lang=en                             base URL
                          dry=true                            path
                          client=cli                          API default
                          notify=true                         chain
                          access_token=<redacted>             chain
                header    X-Version: 3                        API default
                          X-Mine: 1                           chain
                          Content-Type: application/json      body
                          Accept: application/json            decoder
                          Cookie: <redacted>                  chain
                          Authorization: <redacted>           credentials
                          X-Signature: abc                    hook
                body      15 bytes                            chain
                response  [String]                            decoder
                policy    timeout: 5 seconds without data     chain
                          total timeout: 30 seconds           API default
                          redirects: followed, at most 20     default
                          response: at most 64 MiB in memory  default
                """)
    }

    @Test func `the fields of a stream come from its decoder`() {
        let text = "\(api.get(from: "/events").receiving(stream: .serverSentEvents).explain())"
        for field in ["Accept: text/event-stream", "Cache-Control: no-store"] {
            let line = text.split(separator: "\n").first { $0.contains(field) }
            #expect(line?.hasSuffix(" decoder") == true, "\(text)")
        }
    }

    @Test func `an endpoint with an input is explained`() {
        let input = NewBook(shelf: 7, bookTitle: "Tea", idempotencyKey: "k", session: "KANARI")
        let text = """
            POST https://books.example/v1/shelves/7/books?lang=en&client=cli

            url       https://books.example/v1            base URL
                      /shelves/{shelf}/books              template of add
                      {shelf} = 7                         property shelf
            query     lang=en                             base URL
                      client=cli                          API default
            header    X-Version: 3                        API default
                      X-Form: 2                           endpoint add
                      Idempotency-Key: k                  property idempotencyKey
                      Content-Type: application/json      body
                      Cookie: <redacted>                  property session
            body      20 bytes                            property bookTitle
                      {"book_title":"Tea"}
            response  String                              decoder
            policy    timeout: 60 seconds without data    default
                      total timeout: 30 seconds           API default
                      redirects: followed, at most 20     default
                      response: at most 64 MiB in memory  default
                      idempotent: yes, with a key         endpoint add
            """
        #expect("\(api.explain(\.add, input, showingBody: true))" == text)
        // The request no longer has its input, only the names of the input's properties.
        let known = api.explain(\.add, input, showingBody: true).parts
        #expect(api.request(\.add, input).explain(showingBody: true).parts == known)
    }

    @Test func `an endpoint without an input is explained`() {
        #expect(
            "\(api.explain(\.books))" == """
                GET https://books.example/v1/shelves/{shelf}/books?lang=en&v=2&client=cli

                url       https://books.example/v1            base URL
                          /shelves/{shelf}/books              template of books
                          {shelf}                             property shelf
                query     lang=en                             base URL
                          v=2                                 template of books
                          client=cli                          API default
                          author={author}                     property author
                          only_new={onlyNew}                  property onlyNew
                          tags={tags}                         property tags
                header    X-Version: 3                        API default
                          Accept: application/json            decoder
                response  [String]                            decoder
                policy    timeout: 60 seconds without data    default
                          total timeout: 30 seconds           API default
                          redirects: followed, at most 20     default
                          response: at most 64 MiB in memory  default
                """)
        let add = api.explain(\.add)
        #expect(add.has(.header, "Idempotency-Key: {idempotencyKey}", .properties(["idempotencyKey"])))
        #expect(add.has(.header, "Cookie: session={session}", .properties(["session"])))
        #expect(add.has(.body, "JSON", .properties(["bookTitle", "year"])))
        #expect(api.explain(\.health).parts.contains { $0.text == "no value" })
        #expect(api.explain(\.file).has(.url, "{path}", .input))
    }

    @Test(arguments: [
        Coding.standard, Coding(keys: .snakeCase, arrays: .brackets), Coding(arrays: .indices, nesting: .dots),
        Coding(arrays: .commaSeparated),
    ]) func `without an input, names are those on the wire`(coding: Coding) throws {
        let api = StockAPI(coding: coding)
        let input = Stock(
            bookTags: ["a"], price: .init(leastPrice: 1, mostPrice: 2, moods: [.calm]), labels: ["key": "b"], text: "c",
            mood: .calm)
        let sent = try api.request(\.find, input).resolve()
        let explained = api.explain(\.find).parts.filter { $0.place == .query }
        let query = try #require(URLComponents(string: sent.urlText)?.queryItems)
        #expect(explained.map { $0.text.prefix { $0 != "=" } } == query.map { Substring($0.name) })
        #expect(explained.last?.text == "mood={mood}")
        #expect(explained.contains { $0.text.hasSuffix("={price.leastPrice}") })
    }

    @Test func `without an input, the body has its Content-Type`() {
        #expect(api.explain(\.add).has(.header, "Content-Type: application/json", .body))
        let form = StockAPI(coding: .standard).explain(\.save)
        #expect(form.has(.header, "Content-Type: application/x-www-form-urlencoded", .body))
        #expect(!api.explain(\.health).parts.contains { $0.text.hasPrefix("Content-Type") })
    }

    @Test func `an input that is the whole body is explained`() {
        let api = TagAPI()
        #expect(api.explain(\.tags).has(.body, "JSON", .input))
        #expect(api.explain(\.tags).has(.header, "Content-Type: application/json", .body))
        #expect(api.explain(\.tags, ["a"]).has(.body, "5 bytes", .input))
    }

    @Test func `a list of cookies is explained by its property`() {
        let visit = TagAPI.Visit(cookies: [WebCookie(name: "a", value: "1")])
        let explained = TagAPI().explain(\.visit, visit)
        #expect(explained.has(.header, "Cookie: <redacted>", .properties(["cookies"])))
    }

    @Test func `a list of optional values is explained without an input`() {
        #expect(TagAPI().explain(\.counts).has(.query, "counts={counts}", .properties(["counts"])))
    }

    @Test func `a field of the chain belongs to the credentials only if they are used`() {
        let request = api.get(from: "/old").adding(headerField: "X-Key", "KANARI", isSensitive: true)
            .authenticated(with: .apiKey("KANARI", inHeader: "X-Key"))
        #expect(request.explain().has(.header, "X-Key: <redacted>", .credentials))
        let without = request.setting(\.authentication, .none).explain()
        #expect(without.has(.header, "X-Key: <redacted>", .chain))
    }

    @Test func `types per request are explained`() {
        #expect(
            "\(AddBook(shelf: 3, title: "Tea").explain())" == """
                POST https://books.example/v1/shelves/3/books?dry

                url       https://books.example/v1            base URL
                          /shelves/{shelf}/books              template of AddBook
                          {shelf} = 3                         property shelf
                query     dry                                 property queryItems
                header    X-Own: 1                            property header
                          X-Form: 2                           endpoint AddBook
                          Content-Type: application/json      body
                          User-Agent: Shelf/1                 property options
                body      15 bytes                            property title
                response  String                              decoder
                policy    timeout: 7 seconds without data     property timeoutInterval
                          total timeout: 7 days               default
                          redirects: followed, at most 20     default
                          response: at most 64 MiB in memory  default
                """)
        let get: any RequestConvertible = GetBook(id: "a/b")
        #expect(
            get.explain().description == """
                GET https://books.example/v1/books/a%2Fb?full=1&page=2

                url       https://books.example/v1                             base URL
                          /books/a%2Fb                                         property endpoint
                query     full=1                                               property endpoint
                          page=2                                               property queryItems
                header    Accept: application/json                             decoder
                response  [String]?                                            decoder
                policy    timeout: 60 seconds without data                     default
                          total timeout: 7 days                                default
                          redirects: followed, at most 20                      default
                          response: at most 64 MiB in memory                   default
                          retries: at most 1 attempt                           property options
                          cache policy: raw value 1 of URLRequest.CachePolicy  property cachePolicy
                """)
    }

    @Test func `the values of placeholders are explained`() {
        func values(_ explanation: RequestExplanation) -> [String] {
            explanation.parts.filter { $0.text.hasPrefix("{") }.map { "\($0.text), \($0.source)" }
        }
        #expect(values(api.explain(\.file, "src/a b.c")) == ["{path} = src/a%20b.c, input"])
        let cover = values(api.explain(\.cover, Cover(book: "tea", form: "png")))
        #expect(cover == ["{book} = tea, property book", "{form} = png, property form"])
        #expect(values(api.explain(\.unstored, BookSearch(shelf: 1))) == ["{shelf} = 1, property shelf"])
        // The request of an endpoint that the API doesn't store contains only the endpoint's path.
        #expect(values(api.request(\.unstored, BookSearch(shelf: 1)).explain()) == ["{shelf} = 1, input"])
    }

    @Test func `a chain that repeats and replaces is explained`() {
        let request = api.request(\.books, BookSearch(shelf: 7, author: "Ada", tags: ["a", "b"]))
            .adding(query: "author", "Bob").setting(headerField: "X-Version", 4).setting(\.policy.totalTimeout, nil)
            .setting(\.policy.redirectLimit, 3).idempotent().retrying(.never).setting(\.authentication, .required)
            .setting(\.userAgent, "Mine/1").setting(\.policy.compression, .identity).accepting(.codes(.ok, .notFound))
        let parts = request.explain().parts
        #expect(
            parts.filter { $0.place == .query }.map(\.source) == [
                .baseURL, .template("books"), .apiDefault, .properties(["author"]), .properties(["tags"]),
                .properties(["tags"]), .chain,
            ])
        for text in [
            "X-Version: 4", "User-Agent: Mine/1", "total timeout: none", "redirects: followed, at most 3",
            "retries: at most 1 attempt", "idempotent: yes", "credentials: required", "compression: identity",
        ] {
            #expect(parts.first { $0.text == text }?.source == .chain, "\(text)")
        }
        #expect(parts.first { $0.place == .response }?.text == "[String], status 200, 404")
    }

    @Test func `a body that differs at each resolution is explained as the body`() {
        let form = api.post(.multipart { Part("note", "Tea") }, to: "/notes").authenticated(with: .bearerToken("a"))
        let parts = form.explain().parts
        #expect(parts.first { $0.text.hasPrefix("Content-Type: multipart/form-data") }?.source == .body)
        #expect(parts.first { $0.place == .body }?.source == .chain)
        let changed = form.adapting { $0.body = .data(Data()) }.sending(.text("a")).explain().parts
        #expect(changed.first { $0.place == .body }?.source == .hook)
    }

    @Test func `colors are used only in terminals, on request`() {
        let explanation = api.explain(\.health)
        #expect(!explanation.description.contains("\u{1B}"))
        #expect(explanation.colored.contains("\u{1B}[36mbase URL\u{1B}[0m"))
        let plain = explanation.colored.replacing(#/\u{1B}\[[0-9]+m/#, with: "")
        #expect(plain == explanation.description)
    }
}

private struct TagAPI: RequestProviding {
    struct Visit: Codable, Sendable { @CookieValue var cookies: [WebCookie] }
    struct Counts: Codable, Sendable { var counts: [Int?] }

    let baseURL: URL = URL("https://tags.example")
    let tags = Endpoint<[String], Void>(.post, "/tags")
    let visit = Endpoint<Visit, Void>(.get, "/visit")
    let counts = Endpoint<Counts, Void>(.get, "/counts").timeout(after: .seconds(20))
}

private struct RemoveTag: EndpointRequest {
    static let declaration = Endpoint<Self, Void>(.delete, "/tags/{tag}").timeout(after: .seconds(20))

    var tag: String
    var baseURL: URL { URL("https://tags.example") }
}

private struct StockAPI: RequestProviding {
    let baseURL: URL = URL("http://localhost")
    var coding: Coding

    let find = Endpoint<Stock, Void>(.get, "/stock?v=1")
    let save = Endpoint<Stock, Void>(.post, "/stock").body(.form)
}

private struct Stock: Codable {
    enum Mood: String, Codable, CaseIterable { case calm }

    struct Price: Codable {
        var leastPrice: Int
        var mostPrice: Double?
        var moods: [Mood]
    }

    var bookTags: [String]
    var price: Price
    var labels: [String: String]
    var text: String?
    var mood: Mood
}

extension RequestExplanation {
    /// Returns whether there is a part.
    fileprivate func has(_ place: Place, _ text: String, _ source: Source) -> Bool {
        parts.contains { $0.place == place && $0.text == text && $0.source == source }
    }
}

import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

private struct Cursored: Codable, Sendable {
    var items: [Int]
    var next: String?
}

/// Pages of a response, one after the other.
@Suite("Pages", .timeLimit(.minutes(1)))
struct PageStreamTests {
    private static func linked(_ request: RawRequest) -> String {
        let page = Int(request.target.split(separator: "=").last ?? "") ?? 1
        let next = page < 3 ? [("Link", "</n?page=\(page + 1)>; rel=\"next\"")] : []
        return RawServer.response(status: 200, reason: "OK", fields: next, body: "[\(page),\(page * 10)]")
    }

    @Test func `a link leads to the next page, which is requested only when it is needed`() async throws {
        try await withRawServer(responding: Self.linked) { server in
            let request = server.get("/n").receiving(.json([Int].self)).adding(query: "page", 1)
                .authenticated(with: .bearerToken("token"))
            let stream = URLSession.shared.stream(request.pages(.linkHeader))
            var pages: [[Int]] = []
            for try await page in stream {
                pages.append(page)
                #expect(server.requests.count == pages.count)
            }
            #expect(pages == [[1, 10], [2, 20], [3, 30]])
            #expect(server.requests.map(\.target) == ["/n?page=1", "/n?page=2", "/n?page=3"])
            #expect(server.requests.allSatisfy { $0["Authorization"] == ["Bearer token"] })
            #expect(stream.position == nil)
        }
    }

    @Test func `items are those of all pages, and an interrupted loop can be resumed`() async throws {
        try await withRawServer(responding: Self.linked) { server in
            let request = server.get("/n?page=1").receiving(.json([Int].self))
            let stream = URLSession.shared.stream(request.pages(.linkHeader).items)
            for try await item in stream where item == 2 { break }
            #expect(server.requests.count == 2)
            var rest: [Int] = []
            for try await item in stream { rest.append(item) }
            #expect(rest == [20, 3, 30])
        }
    }

    @Test func `one page after another can be loaded on demand, again after an error`() async throws {
        let asked = Counter()
        try await withRawServer(responding: { request in
            // Only the second request fails.
            asked.next() == 2
                ? RawServer.response(status: 503, reason: "Service Unavailable", body: "") : Self.linked(request)
        }) { server in
            let pages = URLSession.shared.stream(
                server.get("/n?page=1").receiving(.json([Int].self)).pages(.linkHeader))
            #expect(server.requests.isEmpty)
            #expect(try await pages.next() == [1, 10])
            #expect(server.requests.count == 1)
            let error = await #expect(throws: TransportError.self) { try await pages.next() }
            #expect(error?.head?.status == .serviceUnavailable)
            #expect(try await pages.next() == [2, 20])
            for try await page in pages {
                #expect(page == [3, 30])
                break
            }
            #expect(try await pages.next() == nil)
            #expect(try await pages.next() == nil)
            #expect(server.requests.map(\.target) == [1, 2, 2, 3].map { "/n?page=\($0)" })
        }
    }

    @Test func `a cursor in the body leads to the next page`() async throws {
        try await withRawServer(responding: { request in
            switch request.target {
            case "/c?limit=2": RawServer.ok(#"{"items":[1,2],"next":"a/b+c"}"#)
            case "/c?limit=2&cursor=a%2Fb%2Bc": RawServer.ok(#"{"items":[],"next":"d"}"#)
            case "/c?limit=2&cursor=d": RawServer.ok(#"{"items":[3],"next":""}"#)
            default: RawServer.response(status: 404, reason: "Not Found", body: request.target)
            }
        }) { server in
            let request = server.get("/c").receiving(.json(Cursored.self)).adding(query: "limit", 2)
            var items: [Int] = []
            for try await item in URLSession.shared.stream(request.pages(.cursor("cursor", \.next)).items(\.items)) {
                items.append(item)
            }
            #expect(items == [1, 2, 3])
        }
    }

    @Test func `numbers and offsets count until a page is empty`() async throws {
        try await withRawServer(responding: { request in
            let end = request.target.hasSuffix("page=3") || request.target.hasSuffix("offset=4")
            return RawServer.ok(end ? "[]" : "[7,8]")
        }) { server in
            let request = server.get("/p").receiving(.json([Int].self))
            var count = 0
            for try await _ in URLSession.shared.stream(request.pages(.pageNumber("page")).items) { count += 1 }
            for try await _ in URLSession.shared.stream(request.pages(.offset("offset")).items) { count += 1 }
            #expect(count == 8)
            #expect(
                server.requests.map(\.target)
                    == ["/p?page=1", "/p?page=2", "/p?page=3", "/p?offset=0", "/p?offset=2", "/p?offset=4"]
            )
        }
    }

    @Test func `an error keeps the position, to resume from even in another run`() async throws {
        let failures = Counter()
        try await withRawServer(responding: { request in
            if request.target == "/n?page=2", failures.next() == 1 {
                return RawServer.response(status: 503, reason: "Unavailable", body: "")
            }
            return Self.linked(request)
        }) { server in
            let request = server.get("/n").receiving(.json([Int].self))
            let stream = URLSession.shared.stream(request.pages(.linkHeader).items)
            var items: [Int] = []
            let error = await #expect(throws: TransportError.self) {
                for try await item in stream { items.append(item) }
            }
            #expect(error?.code == .unacceptableStatus)
            let position = try #require(stream.position)
            #expect(position.index == 1)
            #expect("\(position)" == "page 2")
            let kept = try JSONDecoder().decode(PagePosition.self, from: JSONEncoder().encode(position))
            for try await item in URLSession.shared.stream(request.pages(.linkHeader, startingAt: kept).items) {
                items.append(item)
            }
            #expect(items == [1, 10, 2, 20, 3, 30])
            var rest: [Int] = []
            for try await item in stream { rest.append(item) }
            #expect(rest == [2, 20, 3, 30])
        }
    }

    @Test(arguments: [
        (
            "<https://other.example/n>; rel=next", RequestErrorCode.crossOrigin,
            "the link to page 2 can't be followed: the absolute URL has a different scheme"
        ),
        (
            "<http://[>; rel=next", .invalidURL,
            "the link to page 2 can't be followed: the link to the next page is not a valid URL"
        ),
        (
            "</n?token=SECRET>; rel=next", .malformedResponse,
            "the page after page 2 would repeat page 2, because both have the URL "
        ),
    ])
    func `a link to another origin and a page that leads to itself are errors`(
        _ link: String, _ code: RequestErrorCode, _ message: String
    ) async throws {
        let transport = FixedResponse(header: [HeaderField("Link", link)], body: "[1]")
        let request = AnonymousProvider("http://h").get(.json([Int].self), from: "/n").pages(.linkHeader)
        let stream = transport.stream(request.items)
        var items: [Int] = []
        let error = await #expect(throws: TransportError.self) {
            for try await item in stream { items.append(item) }
        }
        #expect(error?.code == code)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
        if code == .malformedResponse {
            #expect(error?.message.hasSuffix("http://h/n?token=<redacted>") == true)
        }
    }

    @Test(arguments: [2, 3, 7]) func `pages that lead back to an earlier one are an error`(length: Int) async throws {
        try await withRawServer(responding: { request in
            let page = Int(request.target.split(separator: "=").last ?? "") ?? 0
            let next = page < 4 + length - 1 ? page + 1 : 4
            return RawServer.response(
                status: 200, reason: "OK", fields: [("Link", "</n?page=\(next)>; rel=next")], body: "[1]")
        }) { server in
            let stream = URLSession.shared.stream(
                server.get("/n").receiving(.json([Int].self)).pages(.linkHeader))
            let error = await #expect(throws: TransportError.self) { for try await _ in stream {} }
            #expect(error?.code == .malformedResponse)
            #expect(error?.message.contains("would repeat an earlier page, because both have the URL http://") == true)
            #expect(server.requests.count < 40)
        }
    }

    @Test(arguments: [1, 2, 3], [0, 1, 2])
    func `no page of a loop is delivered twice`(start: Int, entrance: Int) async throws {
        try await withRawServer(responding: { request in
            let page = Int(request.target.split(separator: "=").last ?? "") ?? 1
            let next = page < start + 3 ? page + 1 : min(start, 1 + entrance)
            return RawServer.response(
                status: 200, reason: "OK", fields: [("Link", "</n?page=\(next)>; rel=next")], body: "[\(page)]")
        }) { server in
            let request = server.get("/n?page=1").receiving(.json([Int].self))
            let stream = URLSession.shared.stream(request.pages(.linkHeader).items)
            var items: [Int] = []
            for _ in 0..<2 {
                let error = await #expect(throws: TransportError.self) {
                    for try await item in stream { items.append(item) }
                }
                #expect(error?.code == .malformedResponse)
                #expect(
                    error?.message.hasPrefix(
                        "page \(start + 4) would repeat an earlier page, because both have the URL http://") == true)
            }
            #expect(items == Array(1...start + 3))
            #expect(server.requests.count == start + 3)
        }
    }

    @Test func `the item of a page replaces any of the same name`() async throws {
        try await withRawServer(responding: { request in
            RawServer.ok(request.target.contains("page=3") ? "[]" : "[1]")
        }) { server in
            let request = server.get("/p?page=9&q=a").adding(query: "page", 8).adding(query: ["page": 7, "z": 1])
                .receiving(.json([Int].self))
            for try await _ in URLSession.shared.stream(request.pages(.pageNumber("page"))) {}
            #expect(server.requests.map(\.target) == [1, 2, 3].map { "/p?q=a&z=1&page=\($0)" })
        }
    }

    @Test(arguments: [
        (
            Pagination<[Int]>.link { _ -> String? in "/a\u{7}b" },
            "the link to the next page isn't a valid URL, because the link contains a control character"
        ),
        (.offset("from") { _ in .max }, "the number or offset of the next page is too large"),
    ]) func `a next page that can't be requested is an error after the page before it`(
        pagination: Pagination<[Int]>, message: String
    ) async throws {
        let request = AnonymousProvider("http://h").get(.json([Int].self), from: "/n").pages(pagination)
        var pages: [[Int]] = []
        let error = await #expect(throws: TransportError.self) {
            for try await page in FixedResponse(body: "[1]").stream(request) { pages.append(page) }
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == message)
        #expect(error?.head?.status == .ok)
        #expect(pages.allSatisfy { $0 == [1] })
    }

    private struct Wrapped: Decodable, Sendable {
        var items: [Int]
        var next: URL?
        var cursor: Int?
    }

    @Test func `a link may be a URL and a cursor a number`() async throws {
        try await withRawServer(responding: { request in
            switch request.target {
            case "/w": RawServer.ok(#"{"items":[1],"next":"w?p=2","cursor":5}"#)
            case "/w?p=2", "/w?c=5", "/w?p=1": RawServer.ok(#"{"items":[2]}"#)
            default: RawServer.response(status: 404, reason: "Not Found", body: "")
            }
        }) { server in
            let request = server.get("/w").receiving(.json(Wrapped.self))
            for pages in [request.pages(.link(\.next)), request.pages(.cursor("c", \.cursor))] {
                var items: [Int] = []
                for try await item in URLSession.shared.stream(pages.items(\.items)) { items.append(item) }
                #expect(items == [1, 2])
            }
            var count = 0
            let numbered = request.pages(.pageNumber("p") { !$0.items.isEmpty })
            for try await _ in URLSession.shared.stream(numbered) { count += 1 }
            #expect(count == 1)
        }
    }

    @Test func `the error of a stream is typed`() async throws {
        let request = AnonymousProvider("http://h").get(.json([Int].self), from: "/n").pages(.linkHeader)
        do {
            for try await _ in FixedResponse(status: .notFound).stream(request) {}
            Issue.record("it did not fail")
        } catch {
            #expect(error.code == .unacceptableStatus)
        }
    }
}

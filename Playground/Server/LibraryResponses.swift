import FlyingFox
import FlyingSocks
import Foundation

/// The responses of the library.
///
/// This code doesn't depend on the code of the client.
enum LibraryResponses {
    static func response(to request: Received) async throws -> HTTPResponse {
        let segments = request.segments
        switch "\(request.method) /\(request.pattern)" {
        case "GET /":
            return text("The library is open.")
        case "GET /books":
            return json("[\(books.filter(matching: request).map(\.json).joined(separator: ","))]")
        case "POST /books":
            return created(request)
        case "GET /books/new":
            return json(#"[{"id":4,"title":"Faust","year":1808},{"id":5,"title":"Undine","year":"unknown"}]"#)
        case "GET /books/*", "PUT /books/*", "PATCH /books/*":
            return book(segments[1])
        case "HEAD /books/*":
            return head()
        case "DELETE /books/*", "GET /books/*/loan":
            return HTTPResponse(statusCode: .noContent)
        case "GET /shelf":
            return json(#"{"data":{"name":"Mathematics","books":\#(books.count)},"status":"ok"}"#)
        case "GET /authors/*":
            return json(object(["name": segments[1]]))
        case "GET /search":
            return json(array(request.query.map { item in item.value.map { "\(item.name) = \($0)" } ?? item.name }))
        case "GET /catalogue.csv":
            return text(books.map { "\($0.id),\($0.title),\($0.year)" }.joined(separator: "\n"), type: "text/csv")
        case "GET /welcome":
            return text(latin1: Data([0x53, 0x63, 0x68, 0xF6, 0x6E, 0x21]))
        case "GET /me":
            return reader(request)
        case "GET /slow":
            try await Task.sleep(for: .seconds(5))
            return text("at last")
        case "GET /countdown":
            return text(HTTPBodySequence(from: Drip(chunks: ["three\n", "two\n", "one\n"])))
        case "GET /moved", "POST /moved":
            return redirect(request)
        case "GET /film":
            return Film.response(to: request)
        case "POST /inbox", "PUT /inbox":
            return receipt(request)
        case "POST /parcels":
            return parcel(request)
        case "POST /forms":
            return text(String(decoding: request.body, as: UTF8.self).removingPercentEncoding ?? "")
        case "POST /forms/*":
            return problem("A reader has a name.", status: .unprocessableContent)
        case "GET /events":
            return HTTPResponse(
                statusCode: .ok, headers: HTTPHeaders([.contentType: "text/event-stream"]),
                body: HTTPBodySequence(
                    from: Drip(chunks: [
                        "event: loan\ndata: 1\n\n", "event: lo", "an\ndata: 2\n\n", "event: return\ndata: 1\n\n",
                    ]))
            )
        case "GET /loans":
            return loans(request)
        default:
            return problem("There is no \(request.requestLine).", status: .notFound)
        }
    }

    private static func book(_ id: String) -> HTTPResponse {
        guard let book = books.first(where: { "\($0.id)" == id }) else {
            return problem("There is no book \(id).", status: .notFound)
        }
        return json(book.json)
    }

    private static func created(_ request: Received) -> HTTPResponse {
        guard var book = try? JSONSerialization.jsonObject(with: request.body) as? [String: Any] else {
            return problem("A book is a JSON object.", status: .badRequest)
        }
        book["id"] = 4
        var response = json(object(book))
        response.statusCode = .created
        response.headers[.location] = "/books/4"
        return response
    }

    private static func reader(_ request: Received) -> HTTPResponse {
        let key = request.query.first { $0.name == "key" }?.value ?? request["X-Api-Key"]
        let credentials = ["Bearer swordfish", "Basic YWRhOnN3b3JkZmlzaA=="]
        if key == "swordfish" || credentials.contains(request["Authorization"] ?? "") {
            return json(object(["name": "Ada"]))
        }
        var response = problem("Who are you?", status: .unauthorized)
        response.headers[HTTPHeader("WWW-Authenticate")] = "Basic realm=\"library\""
        return response
    }

    /// Redirects as the query prescribes: `/moved?to=/me`, with the status `as=307`.
    private static func redirect(_ request: Received) -> HTTPResponse {
        let status = request.query.first { $0.name == "as" }?.value.flatMap { Int($0) } ?? 302
        var response = text("It has moved.")
        response.statusCode = HTTPStatusCode(status, phrase: "Moved")
        response.headers[.location] = request.query.first { $0.name == "to" }?.value ?? "/"
        return response
    }

    /// Responds with the media type of a body, without parameters, and with the body's size.
    private static func parcel(_ request: Received) -> HTTPResponse {
        let type = (request["Content-Type"] ?? "none").prefix { $0 != ";" }
        return json(object(["type": String(type), "bytes": request.body.count]))
    }

    /// Responds with a page of the five loans, two on each page.
    private static func loans(_ request: Received) -> HTTPResponse {
        let page = request.query.first { $0.name == "page" }?.value.flatMap { Int($0) } ?? 1
        let books = [1, 2, 3, 4, 5].dropFirst((page - 1) * 2).prefix(2)
        var response = json("[" + books.map { #"{"book":\#($0)}"# }.joined(separator: ",") + "]")
        if page < 3 { response.headers[HTTPHeader("Link")] = "</loans?page=\(page + 1)>; rel=\"next\"" }
        return response
    }

    private static func receipt(_ request: Received) -> HTTPResponse {
        json(object(["type": request["Content-Type"] ?? "none", "bytes": request.body.count]))
    }
}

extension LibraryResponses {
    private static func json(_ body: String) -> HTTPResponse {
        text(body, type: "application/json")
    }

    private static func text(_ body: String, type: String = "text/plain; charset=utf-8") -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: HTTPHeaders([.contentType: type]), body: Data(body.utf8))
    }

    private static func text(_ body: HTTPBodySequence) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: HTTPHeaders([.contentType: "text/plain"]), body: body)
    }

    private static func text(latin1 body: Data) -> HTTPResponse {
        let headers = HTTPHeaders([.contentType: "text/plain; charset=iso-8859-1"])
        return HTTPResponse(statusCode: .ok, headers: headers, body: body)
    }

    /// Responds with only a head, which declares the length of the omitted body.
    private static func head() -> HTTPResponse {
        var response = HTTPResponse(statusCode: .ok)
        response.headers[.contentType] = "application/json"
        response.headers[.contentLength] = "40"
        return response
    }

    private static func problem(_ title: String, status: HTTPStatusCode) -> HTTPResponse {
        var response = text(object(["title": title, "status": status.code]), type: "application/problem+json")
        response.statusCode = status
        return response
    }

    private static func object(_ value: [String: Any]) -> String { serialized(value) }
    private static func array(_ value: [String]) -> String { serialized(value) }

    private static func serialized(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}

extension LibraryResponses {
    fileprivate struct Book {
        let id: Int
        let title: String
        let year: Int

        var json: String { #"{"id":\#(id),"title":"\#(title)","year":\#(year)}"# }
    }

    private static let books = [
        Book(id: 1, title: "Elements", year: 1482),
        Book(id: 2, title: "Principia", year: 1687),
        Book(id: 3, title: "Laws of Thought", year: 1854),
    ]
}

extension [LibraryResponses.Book] {
    /// Returns the books that match the query: `after` and `before` a year, a `page` of `per_page`.
    fileprivate func filter(matching request: Received) -> [Element] {
        func number(_ name: String) -> Int? { request.query.first { $0.name == name }?.value.flatMap(Int.init) }
        let found = filter { $0.year > number("after") ?? .min && $0.year < number("before") ?? .max }
        guard let page = number("page"), let size = number("per_page"), page > 0, size > 0 else { return found }
        return Array(found.dropFirst((page - 1) * size).prefix(size))
    }
}

/// A body that arrives in small chunks, with a pause before each chunk.
private struct Drip: AsyncBufferedSequence, Sendable {
    let chunks: [String]

    typealias Element = UInt8

    func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks[...]) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var chunks: ArraySlice<String>

        mutating func next() async throws -> UInt8? { nil }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard let chunk = chunks.popFirst() else { return nil }
            try await Task.sleep(for: .milliseconds(50))
            return Array(chunk.utf8)
        }
    }
}

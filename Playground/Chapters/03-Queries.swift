import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct Filter: Encodable {
    var language: Language?
    var subjects: [String] = []
    var year: Year?

    enum Language: String, Encodable { case latin = "la", german = "de" }
    struct Year: Encodable { var after: Int }
}

private struct OtherLibrary: RequestProviding {
    static let style = Coding(
        keys: .snakeCase, arrays: .brackets, nesting: .dots, booleans: .numeric)

    let baseURL: URL
    var coding: Coding { Self.style }
}

private struct OtherFilter: Encodable {
    var isLent: Bool
    var subjects: [String]
    var year: Filter.Year
}

extension Chapter {
    static let queries = Chapter("queries", "Queries") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        let search = library.get(.json([String].self), from: "/search")
        tour.setting()

        tour.say("Any Encodable is a value. The responses here are the query as the server reads it.")
        await tour.step(
            "Numbers, texts, truth, time",
            sends: "GET /search?page=2&q=%2B%26%3D&lent=true&since=1970-01-01T00%3A00%3A00Z",
            gives: ["page = 2", "q = +&=", "lent = true", "since = 1970-01-01T00:00:00Z"]
        ) {
            let request = search.adding(query: "page", 2)
                .adding(query: "q", "+&=")
                .adding(query: "lent", true)
                .adding(query: "since", Date(timeIntervalSince1970: 0))
            return try await session.perform(request)
        }
        await tour.step(
            "Arrays, nothing, and a flag", sends: "GET /search?id=1&id=2&verbose",
            gives: ["id = 1", "id = 2", "verbose"]
        ) {
            let author: String? = nil
            let request = search.adding(query: "id", [1, 2])
                .adding(query: "author", author)  // nil: left out
                .adding(query: "verbose")
            return try await session.perform(request)
        }
        await tour.step(
            "Several, as they are written", sends: "GET /search?sort=title&n=10&verbose",
            gives: ["sort = title", "n = 10", "verbose"]
        ) {
            let items = [QueryItem("sort", "title"), QueryItem("n", 10), QueryItem("verbose")]
            let request = search.adding(queryItems: items)
            return try await session.perform(request)
        }

        tour.say("A type is a whole query, its properties by their names:")
        tour.code("private struct Filter")
        await tour.step(
            "A filter",
            sends: "GET /search?language=la&subjects=logic&subjects=music&year%5Bafter%5D=1500",
            gives: ["language = la", "subjects = logic", "subjects = music", "year[after] = 1500"]
        ) {
            let years = Filter.Year(after: 1500)
            let filter = Filter(language: .latin, subjects: ["logic", "music"], year: years)
            return try await session.perform(search.adding(query: filter))
        }

        tour.say("How names, arrays, nesting, truth and time are written is the API's to say, once:")
        tour.code("private struct OtherLibrary")
        tour.code("private struct OtherFilter")
        let otherLibrary = OtherLibrary(baseURL: tour.server)
        await tour.step(
            "The same grammar, another style",
            sends: "GET /search?is_lent=1&subjects%5B%5D=law&year.after=1500",
            gives: ["is_lent = 1", "subjects[] = law", "year.after = 1500"]
        ) {
            let years = Filter.Year(after: 1500)
            let filter = OtherFilter(isLent: true, subjects: ["law"], year: years)
            return try await session.perform(
                otherLibrary.get(.json([String].self), from: "/search").adding(query: filter))
        }
    }
}

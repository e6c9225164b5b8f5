import Foundation
import Requests

nonisolated enum State: String, Codable {
    case open, closed
}

nonisolated struct Hit: Decodable { var name: String }

nonisolated struct Filter: Encodable {
    var createdAfter: Date?
    var labels: [String]
    var author: Author

    struct Author: Encodable { var name: String }
}

extension Coding {
    static let billing = Coding(
        keys: .snakeCase, dates: .secondsSince1970, arrays: .brackets)
}

extension Coding {
    /// Dates as days: 2024-05-01.
    static let days = Coding(
        dates: .custom(
            encode: { date in date.formatted(.iso8601.year().month().day()) },
            decode: { text in
                try Date(text, strategy: .iso8601.year().month().day())
            }))
}

enum PathSamples {
    static let api = AnonymousProvider("https://h")

    struct Values {
        let login = "a/b"
        let text = "1+1=2"
        let date = Date(timeIntervalSince1970: 1_714_564_800)
        let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        let parts = ["src", "a/b.c"]
        let path = "src/a b.c"
        let token = "s3cret"
    }

    static func paths(_ values: Values) throws -> [String] {
        let (login, text, date) = (values.login, values.text, values.date)
        let (id, parts, path, token) = (values.id, values.parts, values.path, values.token)
        let user = api.get(.text, from: "/users/\(login)")  // "a/b": /users/a%2Fb
        // "1+1=2": /search?q=1%2B1%3D2&page=2
        let hits = api.get(.text, from: "/search?q=\(text)&page=\(2)")
        let day = api.get(.text, from: "/days/\(date)")  // /days/2024-05-01T12%3A00%3A00Z
        // a UUID, a number, an enum by its raw value
        let item = api.get(.text, from: "/items/\(id)")
        // ["src", "a/b.c"]: /files/src/a%2Fb.c
        let part = api.get(.text, from: "/files/\(segments: parts)")
        // "src/a b.c": /files/src/a%20b.c
        let file = api.get(.text, from: "/files/\(raw: path)")
        let hook = api.post(to: "/hooks/\(sensitive: token)")  // shown as /hooks/<redacted>
        let urls = try [
            user.resolve().url, hits.resolve().url, day.resolve().url, item.resolve().url, part.resolve().url,
            file.resolve().url,
        ]
        return urls.map(\.absoluteString) + [hook.description]
    }

    static func coding(_ filter: Filter) throws -> [OutgoingRequest] {
        let api = AnonymousProvider(baseURL: URL("https://h"), coding: .billing)
        let added = api.post(.form(filter), to: "/filters").with(coding: .standard)
        let found = api.post(.form(filter).with(coding: .standard), to: "/search")
            .receiving(.json([Hit].self))
        return try [added.resolve(), found.resolve()]
    }

    static func object(_ key: String) -> Request<AnonymousProvider, Data> {
        // "a/../b": /a/../b
        let object = api.get(.data, from: "/\(raw: key)").setting(\.allowsDotSegments, true)
        return object
    }

    static func links(
        path: String, href: String, nextHref: String, head: ResponseHead, url: URL
    ) -> [Request<AnonymousProvider, String>] {
        let page = api.get(.text, from: URLPath(path))  // "/articles?page=2"
        // "/dav/x.ics": https://h/dav/x.ics
        let event = api.get(.text, from: URLPath(link: href))
        // "?page=3", relative to the response's URL
        let next = api.get(.text, from: URLPath(link: nextHref, in: head))
        // https://api.example.com/articles?page=2
        let copy = api.get(.text, from: URLPath(absolute: url))
        return [page, event, next, copy]
    }

    static func query(date: Date) -> Request<AnonymousProvider, String> {
        // ?page=2&state=open&tags=a&tags=b&since=2024-05-01T12%3A00%3A00Z&exact=true&debug
        let request = api.get(.text, from: "/issues")
            .adding(query: "page", 2)
            .adding(query: "state", State.open)
            .adding(query: "tags", ["a", "b"])
            .adding(query: "since", date)
            .adding(query: "exact", true)
            .adding(query: "before", nil as Int?)
            .adding(query: "debug")
        return request
    }

    static func several(filter: Filter) -> [Request<AnonymousProvider, String>] {
        // ?labels=bug&labels=urgent&author%5Bname%5D=Ada
        let filtered = api.get(.text, from: "/issues").adding(query: filter)

        // ?page=2&sort=name&tags=a&tags=b&debug
        let sorted = api.get(.text, from: "/issues")
            .adding(query: "page", 2).adding(query: "sort", "name")
            .adding(query: "tags", ["a", "b"]).adding(query: "debug")
        return [filtered, sorted]
    }

    static func loop(
        _ filters: [(String, String)], from request: Request<AnonymousProvider, String>
    ) -> Request<AnonymousProvider, String> {
        var request = request
        for (name, value) in filters {
            request = (consume request).adding(query: name, value)
        }
        return request
    }
}

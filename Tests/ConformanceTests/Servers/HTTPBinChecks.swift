import Foundation
import Requests
import RequestsEndpoints
import Testing

/// A request as httpbin received it.
struct Echo: Decodable, Sendable {
    let method: String?
    let url: String
    let args: [String: EchoedValues]
    let form: [String: EchoedValues]?
    let files: [String: EchoedValues]?
    let headers: [String: String]
    let data: String?
    let json: Echoed?

    struct Echoed: Decodable, Sendable, Equatable {
        var name: String?
        var count: Int?
        var tags: [String]?
    }
}

/// One value, or a list of them.
struct EchoedValues: Decodable, Sendable {
    let all: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let one = try? container.decode(String.self) {
            all = [one]
        } else {
            all = try container.decode([String].self)
        }
    }
}

extension ResponseDecoder where Resource == Echo {
    static var echo: ResponseDecoder<Echo> { .json(Echo.self) }
}

extension ServerCheck {
    /// Texts that clients often encode wrongly.
    static let texts = [
        "plain", "two words", "a+b", "a&b=c", "100%", "%2B", "#fragment", "a;b", "a/b", "a\\b", "\"quoted\"", "<tag>",
        "Zoë",
        "日本", "😀", "e\u{301}", "line\nbreak", "tab\tstop", "", "{id}", "[0]", "a=b", "?", "..", "'", "|", "^`", "~._-",
    ]

    static let httpbin: [ServerCheck] = methods + queries + segments + fields + statuses

    private static let methods =
        ["GET", "POST", "PUT", "PATCH", "DELETE"].map { method in
            ServerCheck(.httpbin, "the method \(method)") { transport, api in
                let request = api.request(to: "/anything", using: HTTPMethod(method)).receiving(.echo)
                try await #expect(transport.perform(request).method == method)
            }
        } + [
            ServerCheck(.httpbin, "the method HEAD") { transport, api in
                let (head, _) = try await transport.response(for: api.head("/get"))
                #expect(head.status == 200)
                #expect(head.header["Content-Type"] == "application/json")
            },
            ServerCheck(.httpbin, "the method OPTIONS") { transport, api in
                let (head, _) = try await transport.response(for: api.request(to: "/get", using: .options))
                #expect(head.header["Allow"]?.contains("GET") == true)
            },
            ServerCheck(.httpbin, "a method that the server refuses") { transport, api in
                let error = try await failure(of: api.delete("/get"), on: transport)
                #expect(error.head?.status == 405)
            },
            ServerCheck(.httpbin, "HEAD of a compressed response") { transport, api in
                let (head, _) = try await transport.response(for: api.head("/gzip"))
                #expect(head.status == 200)
            },
        ]

    private static let queries =
        texts.map { text in
            ServerCheck(.httpbin, "the query \(text.debugDescription)") { transport, api in
                let request = api.get(.echo, from: "/get").adding(query: "q", text)
                try await #expect(transport.perform(request).args["q"]?.all == [text])
            }
        } + [
            ServerCheck(.httpbin, "a query with a name twice") { transport, api in
                let request = api.get(.echo, from: "/get").adding(query: "q", ["a", "b"]).adding(query: "q", 3)
                try await #expect(transport.perform(request).args["q"]?.all == ["a", "b", "3"])
            },
            ServerCheck(.httpbin, "a query of a value") { transport, api in
                struct Filter: Encodable { var sortBy = "name", isOpen = true, limit: Int? }
                let echo = try await transport.perform(api.get(.echo, from: "/get").adding(query: Filter()))
                #expect(echo.args.mapValues(\.all) == ["sort_by": ["name"], "is_open": ["true"]])
            },
        ]

    private static let segments = texts.filter { !["", "..", "%2B", "line\nbreak", "a/b"].contains($0) }.map { text in
        ServerCheck(.httpbin, "the segment \(text.debugDescription)") { transport, api in
            let echo = try await transport.perform(api.get(.echo, from: "/anything/\(text)"))
            let url = try #require(URLComponents(string: echo.url))
            #expect(url.percentEncodedPath.removingPercentEncoding == "/anything/\(text)")
        }
    }

    private static let fields = ["plain", "two words", "a, b", "\"quoted\"", "a;b=c", "tab\tstop", "~!@#$%^&*()"].map {
        text in
        ServerCheck(.httpbin, "the field \(text.debugDescription)") { transport, api in
            let request = api.get(.echo, from: "/nothing").setting(headerField: "X-Probe", text)
            let anything = api.get(.echo, from: "/anything").setting(headerField: "X-Probe", text)
            try await #expect(failure(of: request, on: transport).head?.status == 404)
            try await #expect(transport.perform(anything).headers["X-Probe"] == text)
        }
    }

    private static let statuses = [
        200, 201, 202, 203, 204, 206, 300, 304, 400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 413, 415, 418, 422,
        429, 500,
        501, 502, 503, 504,
    ].map { status in
        ServerCheck(.httpbin, "the status \(status)") { transport, api in
            let request = api.get(.data, from: "/status/\(status)")
            if 200..<300 ~= status {
                try await #expect(transport.response(for: request).head.status.code == status)
            } else {
                let error = try await failure(of: request, on: transport)
                #expect(error.code == .unacceptableStatus)
                #expect(error.head?.status.code == status)
                try await #expect(transport.response(for: request.accepting(.any)).head.status.code == status)
            }
        }
    }
}

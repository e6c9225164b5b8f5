import Foundation
import Requests
import RequestsEndpoints

extension TransportConformance {
    /// Paths of several segments, and JSON of any shape, arrive unchanged.
    static let unchanged: [ConformanceCase] =
        dotSegments + [
            ConformanceCase(.requests, "several segments of one value") { stage in
                let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
                let input = FilePart(path: "a b/c%2Fd/ü", part: "e/f")
                let request = FilePartAPI(baseURL: server.baseURL).request(\.part, input)
                try stage.expect(try await stage.transport.perform(request), "hi", "the response")
                let target = "/files/a%20b/c%252Fd/%C3%BC/parts/e%2Ff"
                try stage.expect(server.requests.map(\.target), [target], "the target")
            },
            ConformanceCase(.requests, "any JSON, with the texts of its numbers") { stage in
                let text = #"{"b":1.10,"a":[9007199254740993,-0.0,1e400,null,"é/"]}"#
                let server = try stage.serve(responding: { _ in RawServer.ok(text) })
                let value = try await stage.transport.perform(server.request().receiving(.json(JSONValue.self)))
                try await stage.expect(server.request(.post).sending(.json(value)), .response(text))
                let body = try stage.unwrap(server.requests.last, "a request").body
                try stage.expect(String(decoding: body, as: UTF8.self), text, "the body")
            },
        ]

    /// Paths in which the segments `.` and `..` are names; the requests allow such segments.
    private static let dotSegments = ["/a/../b", "/./a", "/a/.."].map { target in
        ConformanceCase(.requests, "the target \(target) is sent unchanged or not at all") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            let request = server.request(.get, target).setting(\.allowsDotSegments, true)
            try await stage.expect(request, .response("hi") || .failure(.invalidURL))
            try stage.expect(server.requests.allSatisfy { $0.target == target }, "the target", "a different target")
        }
    }
}

private struct FilePart: Codable, Sendable {
    var path: String
    var part: String
}

private struct FilePartAPI: RequestProviding {
    let baseURL: URL
    let part = Endpoint<FilePart, String>(.get, "/files/{path*}/parts/{part}")
}

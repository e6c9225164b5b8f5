import Foundation
import Requests

extension TransportConformance {
    /// The method is sent unchanged, with and without content.
    static let methods: [ConformanceCase] = plainMethods.map(sendingNothing) + contentMethods.map(sendingContent)

    private static let plainMethods: [HTTPMethod] = [
        .get, .head, .options, .trace, .delete, .post, .put, .patch, "PROPFIND", "M-SEARCH", "x-custom", "get",
    ]

    private static let contentMethods: [HTTPMethod] = [
        .post, .put, .patch, .delete, .options, "PROPFIND", "REPORT", .get,
    ]

    private static func sendingNothing(_ method: HTTPMethod) -> ConformanceCase {
        ConformanceCase(.methods, "\(method) without content") { stage in
            let server = try stage.serve(responding: { RawServer.ok($0.method == "HEAD" ? "" : "hi") })
            try await stage.expect(server.request(method), .response(method == .head ? "" : "hi"))
            let request = try stage.unwrap(server.requests.first, "a request")
            try stage.expect(request.method, method.rawValue, "the method")
            try stage.expect(request.body.count, 0, "the size of the content")
            try stage.expect(server.requests.count, 1, "the number of requests")
        }
    }

    private static func sendingContent(_ method: HTTPMethod) -> ConformanceCase {
        ConformanceCase(.methods, "\(method) with content") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            let request = server.request(method).sending(.text("the content")).allowingBody()
            try await stage.expect(request, .response("hi"))
            let received = try stage.unwrap(server.requests.first, "a request")
            try stage.expect(received.method, method.rawValue, "the method")
            try stage.expect(received.bodyText, "the content", "the content")
            try stage.expect(server.requests.count, 1, "the number of requests")
        }
    }
}

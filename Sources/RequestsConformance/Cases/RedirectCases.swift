import Foundation
import Requests

extension TransportConformance {
    /// Redirects (RFC 9110, section 15.4) with each policy.
    static let redirects: [ConformanceCase] =
        (statusesAndMethods + bodiesSentAgain + finalResponses + policies + refusals + crossOrigin + hops)
        .overHTTP1(
            "https where nobody", "where nobody listens", because: "no connection is made that could speak HTTP/2")

    /// Starts a server that redirects from `/`, and otherwise echoes the request.
    static func redirecting(
        _ status: Int, to location: String?, _ stage: Stage, body: String = "moved"
    ) throws -> RawServer {
        try stage.serve(responding: { request in
            guard request.target == "/" else {
                return RawServer.ok(request.method == "HEAD" ? "" : "\(request.method) \(request.bodyText)")
            }
            let fields = location.map { [("Location", $0)] } ?? []
            return RawServer.response(
                status: status, reason: "Moved", fields: fields, body: request.method == "HEAD" ? "" : body
            )
        })
    }

    // MARK: Status and method

    private static let methodsAfter: [(status: Int, method: HTTPMethod, next: HTTPMethod)] = [
        (301, .get, .get), (301, .head, .head), (301, .post, .get), (301, .put, .put), (301, .delete, .delete),
        (302, .get, .get), (302, .head, .head), (302, .post, .get), (302, .put, .put), (302, .patch, .patch),
        (303, .get, .get), (303, .head, .head), (303, .post, .get), (303, .put, .get), (303, .delete, .get),
        (307, .get, .get), (307, .head, .head), (307, .post, .post), (307, .put, .put), (307, "PROPFIND", "PROPFIND"),
        (308, .get, .get), (308, .head, .head), (308, .post, .post), (308, .put, .put), (308, .patch, .patch),
    ]

    private static let statusesAndMethods = methodsAfter.map { status, method, next in
        let verb = method == next ? "keeps \(method)" : "makes \(method) \(next)"
        return ConformanceCase(.redirects, "\(status) \(verb)") { stage in
            let server = try redirecting(status, to: "/next", stage)
            let hasContent = ![.get, .head, .delete].contains(method)
            let request = server.request(method)
            let text = hasContent && method == next ? "content" : ""
            try await stage.expect(
                hasContent ? request.sending(.text("content")) : request,
                .response(next == .head ? "" : "\(next) \(text)")
            )
            try stage.expect(server.requests.map(\.method), [method, next].map(\.rawValue), "the methods")
            guard let last = server.requests.last, text.isEmpty else { return }
            try stage.expect(last["Content-Type"] + last["Transfer-Encoding"], [], "the fields that describe content")
            let isEmpty = ["0", nil].contains(last.first("Content-Length"))
            try stage.expect(isEmpty, "no Content-Length", "\(last["Content-Length"])")
        }
    }

    private static let bodiesSentAgain = Source.allCases.flatMap { source in
        [307, 308].map { status in
            ConformanceCase(.redirects, "\(status) sends again what comes from \(source.rawValue)") { stage in
                let server = try redirecting(status, to: "/next", stage)
                let data = Data(repeating: 0x61, count: 100_000)
                let request = try server.request(.post).sending(source.body(data, stage))
                try await stage.expect(request, .response("POST " + String(repeating: "a", count: data.count)))
                try stage.expect(server.requests.map(\.body.count), [data.count, data.count], "the sizes")
            }
        }
    }

    // MARK: Policies

    private static let finalResponses: [ConformanceCase] =
        [300, 305, 306, 399].map { status in
            ConformanceCase(.redirects, "\(status) with a Location is the response") { stage in
                let server = try redirecting(status, to: "/next", stage)
                try await stage.expect(server.request(), .response(status, "moved"))
                try stage.expect(server.requests.count, 1, "the number of requests")
            }
        }
        + [301, 302, 303, 307, 308].map { status in
            ConformanceCase(.redirects, "\(status) without a Location is the response") { stage in
                let server = try redirecting(status, to: nil, stage)
                try await stage.expect(server.request(), .response(status, "moved"))
            }
        }
        + [
            ConformanceCase(.redirects, "304 with a Location is the response") { stage in
                let server = try redirecting(304, to: "/next", stage, body: "")
                try await stage.expect(server.request(), .response(304, ""))
                try stage.expect(server.requests.count, 1, "the number of requests")
            },
            ConformanceCase(.redirects, "201 with a Location is the response") { stage in
                let server = try redirecting(201, to: "/next", stage, body: "made")
                try await stage.expect(server.request(.post), .response(201, "made"))
            },
        ]

    private static let policies: [ConformanceCase] = [
        ConformanceCase(.redirects, "stop returns the 302 with its content") { stage in
            for reading in Reading.allCases {
                let server = try redirecting(302, to: "/next", stage)
                let request = server.request().setting(\.policy.redirects, .stop)
                let response = try await stage.expect(request, .response(302, "moved"), reading).response
                try stage.expect(response?.header["Location"], "/next", "Location")
                try stage.expect(server.requests.count, 1, "the number of requests")
            }
        },
        ConformanceCase(.redirects, "same origin follows within the origin") { stage in
            let server = try redirecting(302, to: "/next", stage)
            try await stage.expect(server.request().setting(\.policy.redirects, .sameOrigin), .response("GET "))
        },
        ConformanceCase(.redirects, "same origin refuses another") { stage in
            let other = try stage.serve(responding: { _ in RawServer.ok("other") })
            let server = try redirecting(302, to: other.origin + "/next", stage)
            let request = server.request().setting(\.policy.redirects, .sameOrigin)
            try await stage.expect(request, .failure(.redirectRefused))
            try stage.expect(other.connectionCount, 0, "the connections to the other server")
        },
        ConformanceCase(.redirects, "as many as the limit are followed") { stage in
            let server = try counting(stage)
            try await stage.expect(server.request(.get, "/3").setting(\.policy.redirectLimit, 3), .response("end"))
        },
        ConformanceCase(.redirects, "one more than the limit is an error") { stage in
            let server = try counting(stage)
            try await stage.expect(
                server.request(.get, "/4").setting(\.policy.redirectLimit, 3), .failure(.tooManyRedirects)
            )
            try stage.expect(server.requests.map(\.target), ["/4", "/3", "/2", "/1"], "the targets")
        },
        ConformanceCase(.redirects, "a limit of none") { stage in
            let server = try counting(stage)
            try await stage.expect(
                server.request(.get, "/1").setting(\.policy.redirectLimit, 0), .failure(.tooManyRedirects)
            )
        },
        ConformanceCase(.redirects, "20 by default") { stage in
            let server = try counting(stage)
            try await stage.expect(server.request(.get, "/20"), .response("end"))
            try await stage.expect(server.request(.get, "/21"), .failure(.tooManyRedirects))
        },
        ConformanceCase(.redirects, "a loop ends") { stage in
            let server = try redirecting(302, to: "/", stage)
            try await stage.expect(server.request(), .failure(.tooManyRedirects))
        },
        ConformanceCase(.redirects, "a large content of the 302 is no hindrance") { stage in
            let server = try redirecting(302, to: "/next", stage, body: String(repeating: "a", count: 300_000))
            try await stage.expect(server.request().setting(\.policy.responseSizeLimit, 1_000), .response("GET "))
        },
        ConformanceCase(.redirects, "the URL of the response is the last one") { stage in
            let server = try redirecting(302, to: "/next?a=%2F", stage)
            let response = try await stage.expect(server.request(), .response("GET ")).response
            try stage.expect(response?.url, "\(server.origin)/next?a=%2F", "the URL")
        },
        ConformanceCase(.redirects, "a stream gets the last response alone") { stage in
            let server = try redirecting(302, to: "/next", stage)
            try await stage.expect(server.request(), .response("GET "), .chunks)
        },
    ]

    /// Starts a server that redirects from `/3` to `/2`, then to `/1`, and then to the end.
    private static func counting(_ stage: Stage) throws -> RawServer {
        try stage.serve(responding: { request in
            guard let count = Int(request.target.dropFirst()), count > 0 else { return RawServer.ok("end") }
            return RawServer.response(status: 302, reason: "Found", fields: [("Location", "/\(count - 1)")])
        })
    }
}

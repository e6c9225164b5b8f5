import Foundation
import Requests

extension TransportConformance {
    /// A function that is passed to ``/Requests/Transport/adaptingEachHop(_:)`` runs for each message of a call.
    static let hops: [ConformanceCase] = [
        ConformanceCase(.redirects, "a function for each hop sees every request and response") { stage in
            let server = try redirecting(302, to: "/next", stage)
            let seen = Guarded<[String]>([])
            let session = stage.transport.adaptingEachHop { request, next in
                var request = request
                request.header.append(HeaderField("X-Hop", String(seen.withLock { $0.count })))
                let response = try await next(request)
                let line = "\(request.urlText.dropFirst(server.origin.count)) \(response.head.status.code)"
                seen.withLock { $0.append(line) }
                return response
            }
            _ = try await session.perform(server.request())
            try stage.expect(seen.withLock { $0 }, ["/ 302", "/next 200"], "the hops")
            try stage.expect(server.requests.map { $0["X-Hop"] }, [["0"], ["1"]], "X-Hop")
        },
        ConformanceCase(.redirects, "a function for each hop may respond itself") { stage in
            let server = try redirecting(302, to: "/next", stage)
            let session = stage.transport.adaptingEachHop { request, next in
                guard request.urlText.hasSuffix("/next") else { return try await next(request) }
                return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data("mine".utf8)))
            }
            let data = try await session.perform(server.request())
            try stage.expect(String(decoding: data, as: UTF8.self), "mine", "the response")
            try stage.expect(server.requests.map(\.target), ["/"], "the targets")
        },
        ConformanceCase(.redirects, "what a function for each hop changes is checked") { stage in
            let server = try redirecting(302, to: "/next", stage)
            let session = stage.transport.adaptingEachHop { request, next in
                var request = request
                if request.urlText.hasSuffix("/next") { request.header.append(HeaderField("X-A", "a\r\nX-B: b")) }
                return try await next(request)
            }
            let error = await stage.error { try await session.perform(server.request()) }
            try stage.expect(error?.code, .invalidHeaderValue, "the error")
            try stage.expect(server.requests.map(\.target), ["/"], "the targets")
        },
    ]
}

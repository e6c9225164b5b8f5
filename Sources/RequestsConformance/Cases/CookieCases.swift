import Foundation
import Requests

extension TransportConformance {
    /// A transport stores no cookies, and sends manually set cookies unchanged.
    static let cookies: [ConformanceCase] =
        [
            ("Set-Cookie", "a=kept"), ("Set-Cookie with attributes", "a=kept; Path=/; Max-Age=3600; HttpOnly"),
            ("Set-Cookie for the host", "a=kept; Domain=127.0.0.1"),
        ].map { name, value in
            ConformanceCase(.cookies, "\(name) is not sent back") { stage in
                let server = try stage.serve(responding: { _ in RawServer.ok("hi", fields: [("Set-Cookie", value)]) })
                for _ in 0..<2 { try await stage.expect(server.request(), .response("hi")) }
                try stage.expect(server.requests.map { $0["Cookie"] }, [[], []], "Cookie")
            }
        } + [
            ConformanceCase(.cookies, "Set-Cookie of a redirect is not sent back") { stage in
                let server = try stage.serve(responding: { request in
                    guard request.target == "/" else { return RawServer.ok("hi") }
                    let fields = [("Location", "/next"), ("Set-Cookie", "a=kept")]
                    return RawServer.response(status: 302, reason: "Found", fields: fields)
                })
                try await stage.expect(server.request(), .response("hi"))
                try stage.expect(server.requests.map { $0["Cookie"] }, [[], []], "Cookie")
            },
            ConformanceCase(.cookies, "a Cookie of one's own is not mixed with others") { stage in
                let server = try stage.serve(responding: { _ in RawServer.ok("hi", fields: [("Set-Cookie", "a=kept")]) }
                )
                for _ in 0..<2 {
                    let request = server.request().adding(headerField: HeaderField("Cookie", "b=own"))
                    try await stage.expect(request, .response("hi"))
                }
                try stage.expect(server.requests.map { $0["Cookie"] }, [["b=own"], ["b=own"]], "Cookie")
            },
            ConformanceCase(.cookies, "Set-Cookie is there to be read") { stage in
                let server = try stage.serve(responding: { _ in
                    RawServer.ok("hi", fields: [("Set-Cookie", "a=kept; Path=/")])
                })
                let response = try await stage.expect(server.request(), .response("hi")).response
                try stage.expect(response?.header["Set-Cookie"], "a=kept; Path=/", "Set-Cookie")
            },
        ] + keptCookies
}

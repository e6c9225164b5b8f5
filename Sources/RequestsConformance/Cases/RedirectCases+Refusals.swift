import Foundation
import Requests

extension TransportConformance {
    // MARK: Forbidden targets

    static let refusals: [ConformanceCase] =
        [
            ("file:", "file:///etc/passwd"), ("javascript:", "javascript:alert(1)"), ("ftp:", "ftp://127.0.0.1/a"),
            ("data:", "data:,a"), ("an unknown scheme", "g:h"), ("a user", "http://user@127.0.0.1:1/"),
            ("a user and a password", "http://user:secret@127.0.0.1:1/"), ("no host", "http:///a"),
            ("a port that is none", "http://127.0.0.1:99999/"), ("a control character", "/a\u{1}b"),
            ("an escape in the host", "http://a%2Fb/"), ("half a character in the host", "http://evil%80h/"),
            ("a space in brackets", "http://[a b]/"), ("an IPv4 address in brackets", "http://[127.0.0.1]/"),
        ].map { name, location in
            ConformanceCase(.redirects, "refused: a Location with \(name)") { stage in
                let server = try redirecting(302, to: location, stage)
                try await stage.expect(
                    server.request(),
                    name.contains("control")
                        ? .failure(.redirectRefused, .malformedResponse) : .failure(.redirectRefused)
                )
                try stage.expect(server.requests.count, 1, "the number of requests")
            }
        }
        + [
            ConformanceCase(.redirects, "https where nobody speaks it is an error") { stage in
                let other = try stage.serve { connection in
                    _ = try connection.read(upTo: 1)
                    connection.close()
                }
                let server = try redirecting(302, to: "https://127.0.0.1:\(other.port)/", stage)
                try await stage.expect(server.request(), .failure(.secureConnectionFailed, .connectionLost))
            },
            ConformanceCase(.redirects, "to a port where nobody listens is an error") { stage in
                let (socket, port) = try RawSocket.deaf()
                defer { socket.close() }
                let server = try redirecting(302, to: "http://127.0.0.1:\(port)/", stage)
                try await stage.expect(server.request(), .failure(.connectionFailed))
            },
        ]

    // MARK: Credentials

    private static let secrets: [HeaderField] = [
        HeaderField("Authorization", "Bearer secret"), HeaderField("Proxy-Authorization", "Basic secret"),
        HeaderField("Cookie", "a=secret"), HeaderField("Cookie2", "secret"),
        HeaderField("X-Key", "secret", isSensitive: true),
    ]

    private static let referer = HeaderField("Referer", "http://user:secret@a.example/b?c#secret")

    private static let open: [HeaderField] = [HeaderField("X-Open", "1"), HeaderField("Accept", "a/b")]

    static let crossOrigin: [ConformanceCase] =
        [301, 302, 303, 307, 308].flatMap { status in
            [HTTPMethod.get, .post].map { method in
                ConformanceCase(.redirects, "\(status) of \(method) to another origin takes no credentials along") {
                    stage in
                    let other = try stage.serve(responding: { _ in RawServer.ok("other") })
                    let server = try redirecting(status, to: other.origin + "/next", stage)
                    var request = server.request(method).removing(headerField: "Accept")
                        .adding(headerFields: secrets + open + [referer])
                    if method == .post { request = request.sending(.text("content")) }
                    try await stage.expect(request, .response("other"))
                    let received = try stage.unwrap(other.requests.first, "a request")
                    try stage.expect(!received.headText.contains("secret"), "no credentials", received.headText)
                    for field in open {
                        try stage.expect(received[field.name.rawValue], [field.value], field.name.rawValue)
                    }
                    try stage.expect(received["Referer"], ["http://a.example/b?c"], "Referer")
                    try stage.expect(received["Host"], ["127.0.0.1:\(other.port)"], "Host")
                    try stage.expect(server.requests.first?["X-Key"], ["secret"], "X-Key, at first")
                }
            }
        } + [
            ConformanceCase(.redirects, "within the origin credentials go along") { stage in
                let server = try redirecting(302, to: "/next", stage)
                try await stage.expect(server.request().adding(headerFields: secrets), .response("GET "))
                let received = try stage.unwrap(server.requests.last, "a request")
                for field in secrets {
                    try stage.expect(received[field.name.rawValue], [field.value], field.name.rawValue)
                }
            },
            ConformanceCase(.redirects, "back at the first origin credentials do not come back") { stage in
                let back = Guarded("")
                let other = try stage.serve(responding: { _ in
                    RawServer.response(status: 302, reason: "Found", fields: [("Location", back.withLock { $0 })])
                })
                let server = try redirecting(302, to: other.origin + "/", stage)
                back.withLock { $0 = server.origin + "/next" }
                try await stage.expect(server.request().adding(headerFields: secrets + [open[0]]), .response("GET "))
                let received = try stage.unwrap(server.requests.last, "a request")
                try stage.expect(received.target, "/next", "the target")
                try stage.expect(!received.headText.contains("secret"), "no credentials", received.headText)
                try stage.expect(received["X-Open"], ["1"], "X-Open")
            },
            ConformanceCase(.redirects, "another name of the same host is another origin") { stage in
                let server = try stage.serve(responding: { request in
                    guard request.target == "/" else { return RawServer.ok("GET ") }
                    let port = request.first("Host")?.split(separator: ":").last ?? ""
                    return RawServer.response(
                        status: 302, reason: "Found", fields: [("Location", "//localhost:\(port)/next")]
                    )
                })
                // If localhost first resolves to an IPv6 address, nothing may be listening there.
                let outcome = try await stage.expect(
                    server.request().adding(headerFields: secrets), .response("GET ") || .failure(.connectionFailed)
                )
                guard outcome.response != nil else { return }
                let received = try stage.unwrap(server.requests.last, "a request")
                try stage.expect(!received.headText.contains("secret"), "no credentials", received.headText)
            },
        ]
}

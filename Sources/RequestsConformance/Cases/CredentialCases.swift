import Foundation
import Requests

extension TransportConformance {
    /// A challenge is an ordinary response: the transport neither asks for credentials nor sends the request again.
    static let credentials: [ConformanceCase] =
        challenges.flatMap { challenge in
            [HTTPMethod.get, .post, .head].map { method in
                ConformanceCase(.credentials, "401 to \(method), \(challenge.name)") { stage in
                    let line = challenge.field.map { "WWW-Authenticate: \($0)\r\n" } ?? ""
                    let length = method == .head ? "" : "Content-Length: 3\r\n\r\nno!"
                    try await complete(
                        "HTTP/1.1 401 Unauthorized\r\n\(line)\(method == .head ? "\r\n" : length)", 401, method, stage
                    )
                }
            }
        } + [
            ConformanceCase(.credentials, "401 with two challenges") { stage in
                let lines =
                    "WWW-Authenticate: Basic realm=\"a\"\r\nWWW-Authenticate: Digest realm=\"a\", nonce=\"b\"\r\n"
                try await complete("HTTP/1.1 401 No\r\n\(lines)Content-Length: 3\r\n\r\nno!", 401, .get, stage)
            },
            ConformanceCase(.credentials, "401 in chunks") { stage in
                let lines = "WWW-Authenticate: Basic realm=\"a\"\r\nTransfer-Encoding: chunked\r\n"
                try await complete("HTTP/1.1 401 No\r\n\(lines)\r\n3\r\nno!\r\n0\r\n\r\n", 401, .get, stage)
            },
            ConformanceCase(.credentials, "403 with a challenge") { stage in
                let line = "WWW-Authenticate: Basic realm=\"a\"\r\n"
                try await complete("HTTP/1.1 403 No\r\n\(line)Content-Length: 3\r\n\r\nno!", 403, .get, stage)
            },
            ConformanceCase(.credentials, "a request that needs no credentials") { stage in
                let server = try stage.serve(responding: { _ in RawServer.ok("ok") })
                for reading in Reading.allCases {
                    let request = server.request().setting(headerField: "X-Own", "mine")
                        .authenticated(with: .basic(user: "ada", password: "swordfish")).authentication(.none)
                    try await stage.expect(request, .response(200, "ok"), reading)
                }
                try stage.expect(server.requests.flatMap { $0["Authorization"] }, [], "Authorization")
                try stage.expect(Set(server.requests.flatMap { $0["X-Own"] }), ["mine"], "X-Own")
            },
            ConformanceCase(.credentials, "407 of an origin") { stage in
                let line = "Proxy-Authenticate: Basic realm=\"a\"\r\n"
                try await complete("HTTP/1.1 407 No\r\n\(line)Content-Length: 3\r\n\r\nno!", 407, .get, stage)
            },
        ] + respondedChallenges

    private static let challenges: [(name: String, field: String?)] = [
        ("no challenge", nil), ("Basic", "Basic realm=\"a\""), ("Basic without a realm", "Basic"),
        ("Digest", "Digest realm=\"a\", nonce=\"b\", qop=\"auth\""), ("Bearer", "Bearer error=\"invalid_token\""),
        ("Negotiate", "Negotiate"), ("an unknown scheme", "X-Own a=b"), ("an empty challenge", ""),
        ("garbage", ",=\"\\"),
    ]

    private static func complete(_ response: String, _ status: Int, _ method: HTTPMethod, _ stage: Stage) async throws {
        for reading in Reading.allCases {
            let server = try stage.serve(CannedResponse(response).play)
            let field = HeaderField("Authorization", "Bearer wrong", isSensitive: true)
            var request = server.request(method).adding(headerField: field)
            if method == .post { request = request.sending(.text("content")) }
            try await stage.expect(request, .response(status, method == .head ? "" : "no!"), reading)
            try stage.expect(server.requests.map { $0["Authorization"] }, [["Bearer wrong"]], "Authorization")
        }
    }
}

import Foundation
import Requests

extension TransportConformance {
    /// A responder that wraps a transport receives the challenge of each hop, and sends the message again.
    static let respondedChallenges: [ConformanceCase] = [
        ConformanceCase(.credentials, "a challenge that a responder responds to") { stage in
            let server = try challenging(stage)
            let session = stage.responding(to: server)
            for reading in 0..<2 {
                let request = server.request(.post, "/a/\(reading)").sending(.text("content")).receiving(.text)
                try stage.expect(try await session.perform(request), "hi", "the response")
            }
            try stage.expect(
                server.requests.map { "\($0.target) \($0["Authorization"].count) \($0.bodyText)" },
                ["/a/0 0 content", "/a/0 1 content", "/a/1 1 content"], "the requests")
        },
        ConformanceCase(.credentials, "a challenge while the response is streamed") { stage in
            let server = try challenging(stage)
            let response = try await stage.responding(to: server).send(server.request(.get, "/").resolve())
            try stage.expect(response.head.status, .ok, "the status")
            try stage.expect(try await response.body.collect(upTo: 10), Data("hi".utf8), "the body")
        },
        ConformanceCase(.credentials, "credentials that the server refuses") { stage in
            let server = try challenging(stage)
            let session = stage.responding(to: server, password: "wrong")
            let response = try await session.send(server.request(.get, "/").resolve())
            try stage.expect(response.head.status, .unauthorized, "the status")
            try stage.expect(response.head.challenges.map(\.scheme), ["negotiate", "basic"], "the challenges")
            try stage.expect(server.requests.map { $0["Authorization"].count }, [0, 1], "Authorization")
        },
        ConformanceCase(.credentials, "a challenge behind a redirect to another origin") { stage in
            let other = try challenging(stage)
            let server = try stage.serve(responding: { _ in
                RawServer.response(status: 307, reason: "Moved", fields: [("Location", "\(other.origin)/other")])
            })
            let response = try await stage.responding(to: server).send(server.request(.get, "/").resolve())
            try stage.expect(response.head.status, .unauthorized, "the status")
            try stage.expect(other.requests.map { $0["Authorization"] }, [[]], "Authorization")
        },
    ]

    /// Starts a server that requires the password "swordfish".
    private static func challenging(_ stage: Stage) throws -> RawServer {
        try stage.serve(responding: { request in
            if request["Authorization"] == ["Basic YWRhOnN3b3JkZmlzaA=="] { return RawServer.ok("hi") }
            let fields = [("WWW-Authenticate", "Negotiate"), ("WWW-Authenticate", "Basic realm=\"a, b\"")]
            return RawServer.response(status: 401, reason: "Unauthorized", fields: fields, body: "no!")
        })
    }
}

extension Stage {
    /// Returns the transport with credentials for a server.
    fileprivate func responding(to server: RawServer, password: String = "swordfish") -> any Transport {
        transport.authenticating(with: .basic(user: "ada", password: password, for: server.baseURL))
    }
}

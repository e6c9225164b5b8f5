import Foundation
import Requests
import Testing

#if Digest
import RequestsDigest
#endif

extension ServerCheck {
    /// Credentials that Apache, httpbin and nginx require.
    static let challenges: [ServerCheck] = askedByBasic + askedByDigest

    private static let askedByBasic: [ServerCheck] = [
        ServerCheck(.nginx, "Basic when it is asked for") { transport, api in
            let session = transport.authenticating(
                with: .basic(user: "ada", password: "lovelace", for: api.baseURL))
            try await #expect(session.perform(api.get(.text, from: "/private/hello.txt")) == "hello, nginx\n")
        },
        ServerCheck(.httpbin, "Basic when it is asked for, with a wrong password") { transport, api in
            let session = transport.authenticating(with: .basic(user: "ada", password: "wrong", for: api.baseURL))
            let error = try await failure(of: api.get(from: "/basic-auth/ada/lovelace"), on: session)
            #expect(error.head?.status == 401)
            #expect(error.head?.challenges.first?.parameter("realm") == "Fake Realm")
        },
    ]

    #if Digest
    private static let askedByDigest: [ServerCheck] = apache + httpbinAlgorithms

    private static let httpbinAlgorithms: [ServerCheck] =
        ["auth", "auth-int"].flatMap { qop in
            ["MD5", "SHA-256"].map { algorithm in
                ServerCheck(.httpbin, "Digest, \(algorithm) and \(qop)") { transport, api in
                    let session = transport.authenticating(
                        with: .digest(user: "ada", password: "lovelace", for: api.baseURL))
                    struct Reply: Decodable, Sendable { let authenticated: Bool, user: String }
                    let path: URLPath = "/digest-auth/\(qop)/ada/lovelace/\(algorithm)"
                    for _ in 0..<2 {
                        let reply = try await session.perform(api.get(.json(Reply.self), from: path))
                        #expect(reply.authenticated && reply.user == "ada")
                    }
                    let wrong = transport.authenticating(
                        with: .digest(user: "ada", password: "wrong", for: api.baseURL))
                    try await #expect(failure(of: api.get(from: path), on: wrong).head?.status == 401)
                }
            }
        }

    private static let apache: [ServerCheck] =
        // A nonce that stays valid, one that is valid for a second, and single-use nonces.
        ["private", "brief", "once"].map { place in
            ServerCheck(.apache, "Digest, \(place)") { transport, api in
                let statuses = Guarded<[Int]>([])
                let session =
                    transport
                    .adaptingEachHop { request, next in
                        let response = try await next(request)
                        statuses.withLock { $0.append(response.head.status.code) }
                        return response
                    }
                    .authenticating(with: .digest(user: "ada", password: "lovelace", for: api.baseURL))
                for _ in 0..<5 {
                    let file = api.get(.text, from: "/\(place)/hello.txt")
                    try await #expect(session.perform(file) == "hello, nginx\n")
                }
                #expect(statuses.withLock { $0 } == [401, 200, 200, 200, 200, 200])
                // For single-use nonces, Apache remembers one nonce of each client.
                if place == "once" { return }
                try await withThrowingTaskGroup { group in
                    for _ in 0..<20 {
                        group.addTask { try await session.perform(api.get(.text, from: "/\(place)/hello.txt")) }
                    }
                    for try await text in group { #expect(text == "hello, nginx\n") }
                }
            }
        } + [
            ServerCheck(.apache, "Digest behind a redirect") { transport, api in
                let session = transport.authenticating(
                    with: .digest(user: "ada", password: "lovelace", for: api.baseURL))
                try await #expect(session.perform(api.get(.text, from: "/moved")) == "hello, nginx\n")
            },
            ServerCheck(.apache, "Digest with a wrong password") { transport, api in
                let session = transport.authenticating(
                    with: .digest(user: "ada", password: "wrong", for: api.baseURL))
                let error = try await failure(of: api.get(from: "/private/hello.txt"), on: session)
                #expect(error.head?.status == 401)
                #expect(error.head?.challenges.map(\.scheme) == ["digest"])
            },
        ]
    #else
    private static let askedByDigest: [ServerCheck] = []
    #endif
}

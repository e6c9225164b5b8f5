#if Digest
import Foundation
import Requests
import RequestsConformance
import RequestsDigest
import RequestsTesting
import Testing

@Suite("Replayed digests", .timeLimit(.minutes(1))) struct ReplayedDigestTests {
    @Test(arguments: WireTransport.all, [(Int.max, false), (2, false), (1, true)])
    func `a recorded exchange of challenges is replayed`(
        _ wire: WireTransport, _ nonces: (uses: Int, areAnnounced: Bool)
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "digest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "calls.har")
        let rules = DigestRules(
            algorithm: "SHA-256", qop: "auth, auth-int", uses: nonces.uses, announcesNonces: nonces.areAnnounced,
            proves: "auth")
        let digest = DigestServer(rules)
        let baseURL = try await withRawServer(responding: { digest.respond(to: $0) }) { server in
            let recorded = try await Self.calls(wire.transport.recording(to: file), server.baseURL)
            #expect(recorded == Self.expected)
            return server.baseURL
        }
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("nonce-"))
        #expect(try await Self.calls(try Replaying(file), baseURL) == Self.expected)
    }

    private static let expected = [String](repeating: "welcome", count: 6)

    private static func calls(_ transport: some Transport, _ baseURL: URL) async throws -> [String] {
        let session = transport.authenticating(with: .digest(user: "ada", password: "canary", for: baseURL))
        let api = AnonymousProvider(baseURL: baseURL)
        var texts: [String] = []
        for _ in 0..<5 { texts.append(try await session.perform(api.get(.text, from: "/a"))) }
        texts.append(try await session.perform(api.post(.text("b"), to: "/a").receiving(.text)))
        return texts
    }
}
#endif

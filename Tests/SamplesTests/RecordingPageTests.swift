import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on recording and replaying, which must do what the page promises.
@Suite("Samples of the page on recording", .timeLimit(.minutes(1)))
struct RecordingPageTests {
    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "user.har"))
    }

    /// A session that knows one user.
    private let session: any Transport = Loopback { _ in
        try .json(["login": "ada", "session_key": "secret key"])
    }

    private let request = GitHub.live.get(.json([String: String].self), from: "/users/ada")

    @Test func `a recording hides the values that the app names`() async throws {
        try await withFile { file in
            let samples = RecordingSamples(session: session, file: file)
            #expect(try await samples.redacting().perform(request)["session_key"] == "secret key")
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("secret key"))
        }
    }

    @Test func `every way to replay returns the recorded response`() async throws {
        try await withFile { file in
            let samples = RecordingSamples(session: session, file: file)
            _ = try await samples.redacting().perform(request)
            for transport: any Transport in [
                try samples.browser(file), try samples.matching(), try samples.inRealTime(), try samples.notTooOld(),
            ] {
                let replayed = try await transport.perform(request)
                #expect(replayed == ["login": "ada", "session_key": "redacted-0"])
            }
        }
    }

    @Test func `a recorded response is replayed`() async throws {
        try await withFile { file in
            let server = Loopback { _ in try .json(User(login: "ada", followers: 3)) }
            _ = try await server.recording(to: file).perform(GitHub.live.get(.json(User.self), from: "/users/ada"))
            let user = try await RecordingSamples(session: server, file: file).user()
            #expect(user.login == "ada")
        }
    }

    @Test func `an error about a missing recording names the nearest request`() async throws {
        try await withFile { file in
            _ = try await session.recording(to: file).perform(GitHub.live.get(.data, from: "/users/ada"))
            let error = await #expect(throws: RequestError<Problem>.self) {
                try await Replaying(file).perform(GitHub.live.get(.data, from: "/users/bob"))
            }
            let page = try Document(page: "RecordingAndReplaying.md")
            let message = try #require(error).message
            #expect(page.blocks.contains { $0.text.replacing("\n", with: " ") == message }, "\(message)")
        }
    }
}

#if os(Linux) || os(macOS)
import Foundation
import Requests
import TestSupport
import Testing
import TransportSoak

/// Short forms of the long benchmarks.
///
/// Each runs in a separate process, because memory is measured per process.
@Suite("URLSession, many calls and large files", .timeLimit(.minutes(2)))
struct SoakTests {
    /// Runs the body with a server and a directory.
    private static func soak(_ body: (Soak, URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await SoakServer.running { url in
            let transport = URLSessionTransport()
            try await body(Soak(transport, url), directory)
            transport.finishTasksAndInvalidate()
        }
    }

    @Test func `many concurrent calls succeed, and nothing remains of them`() async {
        await #expect(processExitsWith: .success) {
            try await Self.soak { soak, _ in
                let growth = try await soak.calls(2_048, atOnce: 64)
                #expect(growth.memory < 16 << 20)
                #expect(growth.descriptors <= 64)
            }
        }
    }

    @Test func `calls that are cancelled at any point don't hang, and nothing remains of them`() async {
        await #expect(processExitsWith: .success) {
            try await Self.soak { soak, directory in
                let growth = try await soak.cancellations(2_048, atOnce: 64, in: directory)
                #expect(growth.memory < 64 << 20)
                #expect(growth.descriptors <= 64)
            }
        }
    }

    @Test func `a file is never in memory, whether it is sent or received`() async {
        await #expect(processExitsWith: .success) {
            try await Self.soak { soak, directory in
                let up = try await soak.upload(128 << 20, in: directory)
                #expect(up.memory < 32 << 20)
                let down = try await soak.download(128 << 20, in: directory)
                #expect(down.memory < 32 << 20)
            }
        }
    }
}
#endif

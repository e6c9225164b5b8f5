#if AsyncHTTPClient && (os(Linux) || os(macOS))
import AsyncHTTPClient
import Foundation
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import Testing
import TransportSoak

/// Short forms of the long benchmarks.
///
/// Each runs in a separate process, because memory is measured per process.
@Suite("AsyncHTTPClient, many calls and large files", .timeLimit(.minutes(2)))
struct SoakTests {
    /// Runs the body with a server and a directory.
    private static func soak(_ body: (Soak, URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await SoakServer.running { url in
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .requests)
            try await body(Soak(client, url), directory)
            try await client.shutdown()
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

    /// Responds with 200 letters, compressed by gzip; the response to `/cut` contains only the first half of the bytes.
    @Sendable private static func sendLetters(_ connection: RawConnection) throws {
        let letters = Array(Data(base64Encoded: "H4sIAAAAAAACA0tMHB4AAFjwmlnIAAAA") ?? Data())
        while true {
            let isCut = try connection.readRequest().target == "/cut"
            try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(letters.count)\r\n\r\n")
            try connection.send(isCut ? Array(letters.prefix(12)) : letters)
            if isCut { return }
        }
    }

    @Test func `nothing remains of compressed responses, complete or not`() async {
        await #expect(processExitsWith: .success) {
            try await withRawServer(Self.sendLetters) { server in
                try await withClient(.requests) { client in
                    func call(_ count: Int) async throws {
                        for _ in 0..<count {
                            #expect(try await client.perform(server.api.get(.data, from: "/")).count == 200)
                            await #expect(throws: TransportError.self) {
                                try await client.perform(server.api.get(.data, from: "/cut"))
                            }
                        }
                    }
                    try await call(100)
                    let before = Usage.settled.memory
                    try await call(1_000)
                    #expect(Usage.settled.memory - before < 8 << 20)
                }
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

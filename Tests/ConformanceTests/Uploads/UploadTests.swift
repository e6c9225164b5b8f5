import Foundation
import Requests
import RequestsConformance
import Testing
import TransportSoak

@Suite("Uploads one after the other", .timeLimit(.minutes(30)))
struct UploadTests {
    @Test(arguments: UploadCase.all)
    func `each of many uploads succeeds if the server reads it before it responds`(_ uploads: UploadCase) async throws {
        try await check(uploads) { connection in
            while true {
                var request = try connection.readHead()
                try connection.readBody(of: &request)
                try connection.send(RawServer.ok("read"))
            }
        }
    }

    @Test(arguments: UploadCase.all)
    func `each of many uploads succeeds if the server responds before it reads`(_ uploads: UploadCase) async throws {
        try await check(uploads) { connection in
            while true {
                var request = try connection.readHead()
                try connection.send(RawServer.ok("early"))
                try connection.readBody(of: &request)
            }
        }
    }

    /// Sends the uploads with a new client, and counts the failures and the connections.
    private func check(
        _ uploads: UploadCase, _ script: @escaping @Sendable (RawConnection) throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "uploads-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await withRawServer(script) { server in
            let (succeeded, errors) = try await uploads.transport.withTransport { client in
                try await Uploads(client, server.baseURL).run(uploads.kind, Uploads.count, in: directory)
            }
            #expect(succeeded == Uploads.count, "\(succeeded) succeeded; \(errors.prefix(3))")
            // If a connection isn't free yet, a new one is opened, up to 100.
            #expect(server.connectionCount <= 100)
        }
    }
}

/// A kind of body on a transport that sends it.
struct UploadCase: Sendable, CustomTestStringConvertible {
    let transport: TestedTransport
    let kind: UploadKind

    var testDescription: String { "\(transport.rawValue), \(kind.rawValue)" }

    static let all = TestedTransport.allCases.flatMap { transport in
        UploadKind.allCases.filter { transport.sends($0) }.map { UploadCase(transport: transport, kind: $0) }
    }
}

import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The recipe for an upload in pieces, against a server that stores what arrives before a failure.
@Suite("Recipe for an upload in pieces", .timeLimit(.minutes(1)))
struct CookbookUploadPageTests {
    @Test(arguments: [nil, 1, 3])
    func `an upload is complete, even if a piece is cut off`(failure: Int?) async throws {
        let content = Data((0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
        let folder = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "film.mp4")
        try content.write(to: file)
        let server = TusServer(failingAt: failure)
        let clock = ImmediateClock()
        let recipes = CookbookUploads.Recipes(session: Loopback { try await server.respond(to: $0) })
        let upload = try await recipes.createUpload(of: file, "video/mp4")
        #expect(upload == URL("https://uploads.example/files/7"))
        try await recipes.send(file, to: upload, clock: clock)
        #expect(server.content == content)
        #expect(clock.sleeps == (failure == nil ? [] : [.seconds(1)]))
        // A complete upload is left alone.
        try await recipes.send(file, to: upload, clock: clock)
        #expect(server.content == content)
    }
}

/// A server of tus that fails for one of the pieces, after it has stored a part of it.
private final class TusServer: Sendable {
    private let failure: Int?
    private let state = Guarded((content: Data(), pieceCount: 0))

    var content: Data { state.withLock(\.content) }

    init(failingAt failure: Int?) { self.failure = failure }

    func respond(to request: IncomingRequest) async throws -> TransportResponse {
        #expect(request.header["Tus-Resumable"] == "1.0.0")
        let offset = "\(content.count)"
        switch request.method {
        case .post:
            #expect(request.target == "/files")
            #expect(request.header["Upload-Length"] == "20000000")
            #expect(request.header["Upload-Metadata"] == "filename ZmlsbS5tcDQ=,filetype dmlkZW8vbXA0")
            return .status(.created, header: ["Location": "/files/7"])
        case .head:
            let length = HeaderField("Upload-Length", "20000000")
            return .status(.ok, header: [HeaderField("Upload-Offset", offset), length])
        default:
            #expect(request.target == "/files/7")
            #expect(request.header[.contentType] == "application/offset+octet-stream")
            guard request.header["Upload-Offset"] == offset else { return .status(.conflict) }
            let piece = try await request.body.collect(upTo: 10_000_000)
            let isFailing = state.withLock { state in
                state.pieceCount += 1
                let isFailing = state.pieceCount == failure
                state.content += isFailing ? piece.prefix(1_000) : piece
                return isFailing
            }
            return .status(isFailing ? .serviceUnavailable : .noContent)
        }
    }
}

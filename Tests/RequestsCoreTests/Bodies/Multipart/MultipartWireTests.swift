import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

/// Forms as a server receives them.
@Suite("Multipart forms over a socket", .timeLimit(.minutes(1)))
struct MultipartWireTests {
    /// Runs the body with a file of zeros, which takes no space on the disk and is removed at the end.
    nonisolated(nonsending) private func withSparseFile(
        _ size: Int, _ body: nonisolated(nonsending) (URL) async throws -> Void
    ) async throws {
        let url = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString).bin")
        try Data().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try Self.resize(url, to: size)
        try await body(url)
    }

    private static func resize(_ url: URL, to size: Int) throws {
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: UInt64(size))
        try file.close()
    }

    @Test func `a form is sent with exactly these bytes and their length`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let form = BodyProvider.multipart(boundary: "x y") {
                Part("title", "Ä")
                Part("n", [1, 2])
            }
            _ = try await URLSession.shared.perform(server.api.post(form, to: "/"))
            let request = try #require(server.requests.first)
            #expect(request["Content-Type"] == ["multipart/form-data; boundary=\"x y\""])
            #expect(
                request.bodyText == """
                    --x y\r
                    Content-Disposition: form-data; name="title"\r
                    \r
                    Ä\r
                    --x y\r
                    Content-Disposition: form-data; name="n"\r
                    \r
                    1\r
                    --x y\r
                    Content-Disposition: form-data; name="n"\r
                    \r
                    2\r
                    --x y--\r\n
                    """
            )
            #expect(request["Content-Length"] == ["\(request.body.count)"])
            #expect(request["Transfer-Encoding"].isEmpty)
        }
    }

    @Test(arguments: [0, 1, 65_536, 5_000_000])
    func `a file arrives whole, and the progress reports it`(size: Int) async throws {
        try await withSparseFile(size) { url in
            try await withRawServer(responding: { _ in RawServer.ok("ab") }) { server in
                let request = server.api.post(.multipart { Part("file", file: url) }, to: "/").receiving(.data)
                let length = try #require(request.resolve().body.length)
                #expect(length > size)
                var last: TransferProgress?
                for try await event in URLSession.shared.events(of: request) {
                    if case .sent(let progress) = event { last = progress }
                }
                #expect(last == TransferProgress(.sent, completedByteCount: length, totalByteCount: length))
                let sent = try #require(server.requests.first)
                #expect(sent["Content-Length"] == ["\(length)"])
                #expect(sent.body.count == length)
                #expect(sent.body.count { $0 == 0 } == size)
            }
        }
    }

    @Test func `a stream of unknown length is sent in chunks`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let form = BodyProvider.multipart(boundary: "b") {
                Part("s", .stream { InputStream(data: Data(count: 100_000)) })
            }
            _ = try await URLSession.shared.perform(server.api.post(form, to: "/"))
            let sent = try #require(server.requests.first)
            #expect(sent["Transfer-Encoding"] == ["chunked"])
            #expect(sent.body.count { $0 == 0 } == 100_000)
            #expect(sent.bodyText.hasSuffix("\r\n--b--\r\n"))
        }
    }

    @Test func `a 307 sends the form once more, with the same boundary`() async throws {
        try await withSparseFile(200_000) { url in
            try await withRawServer(responding: { request in
                guard request.target == "/" else { return RawServer.ok("") }
                return RawServer.response(status: 307, reason: "There", fields: [("Location", "/b")])
            }) { server in
                let request = server.api.post(.multipart { Part("file", file: url) }, to: "/")
                _ = try await URLSession.shared.perform(request)
                #expect(server.requests.map(\.target) == ["/", "/b"])
                #expect(Set(server.requests.map(\.body)).count == 1)
                #expect(Set(server.requests.map { $0["Content-Type"] }).count == 1)
                let type = try #require(MediaType(server.requests[1].first("Content-Type") ?? ""))
                let boundary = try #require(type.parameter("boundary"))
                #expect(server.requests[1].bodyText.hasPrefix("--\(boundary)\r\n"))
                #expect(server.requests[1].bodyText.hasSuffix("\r\n--\(boundary)--\r\n"))
            }
        }
    }

    @Test(arguments: [0, 100_000, 2_999_999, 3_000_001, 9_000_000])
    func `a file that changes its size is an error that names the part, and sends no request`(size: Int) async throws {
        try await withSparseFile(3_000_000) { url in
            try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
                let request = server.api.post(
                    .multipart {
                        // This part is resolved before the last part, which then changes the file.
                        Part("scan", file: url)
                        Part(
                            "last",
                            BodyProvider { _, _ in
                                try Self.resize(url, to: size)
                                return .none
                            })
                    }, to: "/")
                let error = await URLSession.shared.failure(of: request)
                #expect(error?.code == .bodyUnreadable)
                #expect(
                    error?.message.hasPrefix("in the part \"scan\", the file \"\(url.lastPathComponent)\" has ") == true
                )
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test func `a file that vanishes is an error that names the part, and sends no request`() async throws {
        try await withSparseFile(100) { url in
            try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
                let message = try server.api.post(.multipart { Part("scan", file: url) }, to: "/").resolve()
                try FileManager.default.removeItem(at: url)
                let error = await #expect(throws: TransportError.self) { try await URLSession.shared.send(message) }
                #expect(error?.code == .bodyUnreadable)
                #expect(
                    error?.message == "in the part \"scan\", the file \"\(url.lastPathComponent)\" could not be read")
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test func `an unreadable part of a chunked body is an error, and sends no request`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let request = server.api.post(
                .multipart {
                    Part("long", .stream { InputStream(data: Data(count: 100_000)) })
                    Part("scan", .stream { throw CocoaError(.fileNoSuchFile) })
                }, to: "/")
            let error = await URLSession.shared.failure(of: request)
            #expect(error?.code == .bodyUnreadable)
            #expect(error?.message == "in the part \"scan\", the stream could not be read")
            #expect(server.requests.isEmpty)
        }
    }
}

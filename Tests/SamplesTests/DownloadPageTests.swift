import Dispatch
import Foundation
import Requests
import Testing

/// The samples of the page on downloads, which must do what the page promises.
@Suite("Samples of the page on downloads", .timeLimit(.minutes(1)))
struct DownloadPageTests {
    private static let ada = #"{"login":"ada","followers":3}"#

    nonisolated(nonsending) private func withSamples(
        _ body: nonisolated(nonsending) (DownloadSamples<Canned>) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let samples = DownloadSamples(
            session: Canned(text: Self.ada), api: GitHub.live,
            request: GitHub.live.get(.json(User.self), from: "/users/ada"), file: directory.appending(path: "ada.json")
        )
        try await body(samples)
    }

    @Test func `a download writes the file`() async throws {
        try await withSamples { samples in
            let status = try await samples.download()
            #expect(status == .ok)
            #expect(try String(contentsOf: samples.file, encoding: .utf8) == Self.ada)
        }
    }

    @Test func `a download can be resumed`() async throws {
        try await withSamples { samples in
            try await samples.goOn()
            #expect(try String(contentsOf: samples.file, encoding: .utf8) == Self.ada)
        }
    }

    @Test func `a temporary download is removed unless it is moved`() async throws {
        try await withSamples { samples in
            let library = samples.file.deletingLastPathComponent()
            let temporary = try await samples.downloadForNow(movingTo: library)
            #expect(try String(contentsOf: library.appending(path: "1.mp4"), encoding: .utf8) == Self.ada)
            let directory = temporary.deletingLastPathComponent()
            #expect(!FileManager.default.fileExists(atPath: directory.path))
        }
    }

    @Test func `a part of a file is requested by its range`() async throws {
        try await withSamples { samples in
            var shown: [String] = []
            let requests = try await samples.part { shown.append($0) }
            #expect(shown == ["29 of 29"])
            let ranges = try requests.map { try $0.resolve().header[.range] }
            #expect(ranges == ["bytes=0-99", "bytes=100-", "bytes=-100"])
        }
    }

    @Test(arguments: [1, 7, 28, 29, 100], [true, false])
    func `several parts make up the whole file`(size: Int, hasTag: Bool) async throws {
        let transport = Parts(content: Data(Self.ada.utf8), tag: hasTag ? #""1""# : nil)
        let request = GitHub.live.get(.data, from: "/films/1").setting(\.policy.compression, .identity)
        let samples = DownloadSamples(
            session: transport, api: .live, request: GitHub.live.get(.json(User.self), from: "/users/ada"),
            file: URL(filePath: "/"))
        #expect(try await samples.parts(of: size, request) == transport.content)
    }

    @Test func `a callback gets the head unless its task is cancelled`() async throws {
        try await withSamples { samples in
            let (stream, continuation) = AsyncStream.makeStream(of: String.self)
            samples.call(
                on: .global(), show: { continuation.yield($0) }, store: { continuation.yield("\($0?.status ?? 0)") }
            )
            var texts: [String] = []
            for await text in stream {
                texts.append(text)
                if texts.count == 2 { break }
            }
            // The first call is cancelled at once, but may have ended before that.
            #expect(texts.contains("200 OK"))
            #expect(Set(texts).isSubset(of: ["The request was cancelled.", "200 OK"]))
        }
    }

    @Test @MainActor func `a bar shows the end of an upload`() async throws {
        try await withSamples { samples in
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            let bar = Bar()
            bar.changed = { continuation.yield() }
            try await samples.upload(film: URL(filePath: #filePath), to: bar)
            for await _ in stream where bar.fractions.contains(1) { break }
        }
    }

    @Test func `events report the bytes before the value`() async throws {
        try await withSamples { samples in
            var texts: [String] = []
            try await samples.events { texts.append($0) }
            #expect(texts.contains("200 OK: ada"))
            #expect(texts.contains("received \(Self.ada.utf8.count) bytes"))
            #expect(texts.last == "received \(Self.ada.utf8.count) bytes")
        }
    }
}

/// Responds with a part of a content, as a file server does.
private struct Parts: Transport {
    let content: Data
    let tag: String?

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        guard let range = request.header[.range] else { return response(.ok, [:], content) }
        let bounds = try #require(range.wholeMatch(of: /bytes=(\d+)-(\d+)/))
        let (first, last) = try (#require(Int(bounds.1)), min(#require(Int(bounds.2)), content.count - 1))
        if let tag, first > 0 { #expect(request.header[.ifMatch] == tag) }
        let header: HeaderFields = ["Content-Range": "bytes \(first)-\(last)/\(content.count)"]
        return response(.partialContent, header, content[first...last])
    }

    private func response(_ status: HTTPStatus, _ header: HeaderFields, _ body: Data) -> TransportResponse {
        var header = header
        header["ETag"] = tag
        return TransportResponse(
            head: ResponseHead(status: status, header: header, urlText: "https://h/films/1"), body: MessageBody(body))
    }
}

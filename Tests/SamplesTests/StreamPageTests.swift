import Foundation
import Requests
import Testing

/// What the page on streams says that its samples do.
@Suite("Samples of the page on streams", .timeLimit(.minutes(1)))
struct StreamPageTests {
    private func samples(_ text: String) -> StreamSamples<Canned> {
        StreamSamples(session: Canned(text: text), api: GitHub.live, request: GitHub.live.get(from: "/ticks"))
    }

    @Test func `events`() async throws {
        var texts: [String] = []
        try await samples("id: 7\ndata: a\ndata: b\n\n").events { texts.append($0) }
        #expect(texts == ["200 OK", "7 message: a\nb"])
    }

    @Test func `a line that does not fit`() async {
        var texts: [String] = []
        await samples("{\"price\":1.5}\n\n{}\n").ticks { texts.append($0) }
        #expect(texts.count == 2)
        #expect(texts.first == "1.5")
        #expect(
            texts.last?.hasPrefix("decodingFailed: line 3 could not be decoded as Tick: `price` is missing\n") == true)
    }

    @Test func `going on`() throws {
        #expect(try samples("").next(after: "7").resolve().header["Last-Event-ID"] == "7")
        #expect(try !samples("").next(after: "").resolve().header.contains("Last-Event-ID"))
    }

    @Test func `records`() async throws {
        let records = try await samples(String(repeating: "0123456789abcdef", count: 3) + "rest").records()
        #expect(records.map { String(decoding: $0, as: UTF8.self) } == Array(repeating: "0123456789abcdef", count: 3))
    }
}

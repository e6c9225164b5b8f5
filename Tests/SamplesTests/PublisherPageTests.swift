#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Foundation
import Requests
import Testing

/// The samples of the page on publishers, which must do what the page promises.
@Suite("Samples of the page on publishers", .timeLimit(.minutes(1)))
struct PublisherPageTests {
    private func samples(_ text: String) -> PublisherSamples<Canned> { PublisherSamples(session: Canned(text: text)) }

    /// Returns all values of a publisher of the samples.
    private func values<P: Publisher>(of publisher: P) async -> [String] {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let cancellable = publisher.sink(
            receiveCompletion: { _ in continuation.finish() }, receiveValue: { continuation.yield("\($0)") })
        defer { cancellable.cancel() }
        var values: [String] = []
        for await value in stream { values.append(value) }
        return values
    }

    @Test(arguments: [
        (200, #"{"login":"ada","followers":3}"#, ["ada", "That was all."]),
        (404, #"{"message":"Not Found"}"#, ["Not Found"]),
    ])
    func `a publisher ends with the value or the failure`(status: Int, body: String, shown: [String]) async {
        let samples = PublisherSamples(session: FixedResponse(status: HTTPStatus(status), text: body))
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        samples.load { continuation.yield($0) }
        var iterator = stream.makeAsyncIterator()
        for text in shown {
            let next = await iterator.next()
            #expect(next == text)
        }
    }

    @Test func `a publisher sends one request after another`() async {
        let teams = await values(of: samples(#"{"login":"ada","followers":3}"#).compose())
        #expect(teams == [#"("{\"login\":\"ada\",\"followers\":3}", nil)"#])
    }

    @Test func `a publisher delivers on the queue that it is given`() async {
        let names = await values(of: samples(#"{"login":"ada","followers":3}"#).names(on: .global()))
        #expect(names == ["ADA"])
    }

    @Test func `a subscriber can leave a stream early`() async {
        let prices = await values(of: samples("{\"price\":1.5}\n{\"price\":2}\n{\"price\":3}\n").stream())
        #expect(prices == ["1.5", "2.0"])
    }

    @Test func `a publisher downloads to a file`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let files = await values(of: samples("text").download(GitHub.live.get(.data, from: "/f"), to: file))
        #expect(files == ["\(file)"])
        #expect(try String(contentsOf: file, encoding: .utf8) == "text")
    }
}
#endif

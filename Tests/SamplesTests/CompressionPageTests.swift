#if Compression
import Foundation
import Requests
import Testing

/// The samples of compression, which must do what the page on bodies promises.
@Suite("Samples of compression")
struct CompressionPageTests {
    @Test func `bodies are compressed`() throws {
        let samples = CompressionSamples(api: LogAPI(baseURL: URL("https://h")))
        let file = URL(filePath: #filePath)
        let entry = LogEntry(text: "Tea")
        let messages =
            try samples.bodies(entries: [entry], log: file).map { try $0.resolve() }
            + [samples.endpoint(entry: entry).resolve()]
        #expect(messages.map { $0.header[.contentEncoding] } == ["gzip", "deflate", "gzip"])
        #expect(messages.map { $0.body.length == nil } == [false, true, false])
    }
}
#endif

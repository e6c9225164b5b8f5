#if canImport(FoundationNetworking)
import Foundation
import Requests
import Testing
@testable import RequestsCore

@Suite("URLSession on Linux, the stream of a body") struct SentStreamTests {
    @Test func `a stream has the state of the one that it reads`() throws {
        let base = InputStream(data: Data("ab".utf8))
        let stream = SentStream(base, length: 2) { Issue.record($0) }
        #expect(stream.streamStatus == .notOpen)
        stream.open()
        #expect(stream.streamStatus == .open)
        var bytes = [UInt8](repeating: 0, count: 9)
        #expect(stream.read(&bytes, maxLength: 9) == 2)
        #expect(stream.streamError == nil)
        stream.close()
        #expect(base.streamStatus == .closed)
        #expect(stream.streamStatus == .closed)
    }

    @Test(arguments: [nil, 0, 5]) func `a reader that reads to the end receives 0, and no error`(length: Int?) throws {
        let text = length == 0 ? "" : "01234"
        let stream = SentStream(InputStream(data: Data(text.utf8)), length: length) { Issue.record($0) }
        stream.open()
        var bytes = [UInt8](repeating: 0, count: 3)
        var count = 0
        while case let read = stream.read(&bytes, maxLength: 3), read > 0 { count += read }
        #expect(count == text.utf8.count)
        #expect(stream.read(&bytes, maxLength: 3) == 0)
        #expect(stream.streamStatus != .error)
    }

    @Test func `the error of the stream that it reads is its own`() throws {
        let stream = SentStream(try #require(InputStream(fileAtPath: "/nowhere/a")), length: nil) { _ in }
        stream.open()
        #expect(stream.streamStatus == .error)
        #expect(stream.streamError != nil)
    }
}
#endif

#if !canImport(Darwin)
import Foundation
import Requests
import Testing
@testable import RequestsCore

@Suite("SourceStream") struct SourceStreamTests {
    @Test(arguments: [nil, 0, 5]) func `reading returns 0 at the end, and throws no error`(length: Int?) throws {
        let text = Data((length == 0 ? "" : "01234").utf8)
        let stream = SourceStream(BlockingReader(.data(text), length: length)) { Issue.record($0) }
        #expect(stream.streamStatus == .notOpen)
        stream.open()
        #expect(stream.streamStatus == .open)
        var bytes = [UInt8](repeating: 0, count: 3)
        var count = 0
        while case let read = stream.read(&bytes, maxLength: 3), read > 0 { count += read }
        #expect(count == text.count)
        #expect(stream.read(&bytes, maxLength: 3) == 0)
        #expect(stream.streamStatus == .atEnd)
        #expect(stream.streamError == nil)
        stream.close()
        #expect(stream.streamStatus == .closed)
    }

    @Test func `the error of the source is the error of the stream`() throws {
        var errors: [TransportError] = []
        let reader = BlockingReader(.file(URL(filePath: "/nowhere/a")), length: nil)
        let stream = SourceStream(reader) { errors.append($0) }
        stream.open()
        var byte: UInt8 = 0
        #expect(stream.read(&byte, maxLength: 1) == -1)
        #expect(stream.hasBytesAvailable, "otherwise Foundation would take the error for the end")
        #expect(stream.streamStatus == .error)
        #expect((stream.streamError as? TransportError)?.code == .bodyUnreadable)
        #expect(errors.map(\.code) == [.bodyUnreadable])
    }
}
#endif

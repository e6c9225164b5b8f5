import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

@Suite struct InputStreamFailureTests {
    @Test func `a stream that succeeds has no error`() {
        let stream = InputStream(data: Data("a".utf8))
        #expect(stream.failure == nil)
        stream.open()
        #expect(stream.failure == nil)
        stream.close()
        #expect(stream.failure == nil)
    }

    @Test func `a missing file is an error`() throws {
        let stream = try #require(InputStream(url: URL(filePath: "/nowhere/\(UUID().uuidString)")))
        stream.open()
        defer { stream.close() }
        #expect(stream.failure != nil)
    }
}

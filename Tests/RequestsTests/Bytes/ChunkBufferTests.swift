import Foundation
import Testing

@testable import Requests

@Suite("ChunkBuffer")
struct ChunkBufferTests {
    @Test(arguments: 0...4) func `the rest after some chunks is one piece`(_ taken: Int) {
        var buffer = ChunkBuffer()
        let chunks = ["a", "bc", "def"].map { Data($0.utf8) }
        for chunk in chunks { buffer.append(chunk) }
        let first = (0..<taken).compactMap { _ in buffer.removeFirst() }
        #expect(first == Array(chunks.prefix(taken)))
        let left = chunks.dropFirst(taken).reduce(Data(), +)
        #expect(buffer.count == left.count)
        #expect(buffer.removeAll() == left)
        #expect(buffer.count == 0)
        #expect(buffer.removeFirst() == nil)
    }

    @Test func `a buffer can be filled again`() {
        var buffer = ChunkBuffer()
        for round in 0..<3 {
            buffer.append(Data([UInt8(round)]))
            #expect(buffer.removeFirst() == Data([UInt8(round)]))
            #expect(buffer.count == 0)
        }
    }
}

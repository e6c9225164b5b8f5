import Foundation
import Requests
import Testing

@testable import RequestsCore

@Suite("ChunkBuffer")
struct ChunkBufferTests {
    @Test(arguments: 0...4) func `the rest after some chunks is one piece`(_ taken: Int) {
        var buffer = ChunkBuffer()
        let chunks = [1, 2, 3].map { Data(repeating: $0, count: 1_000) }
        for chunk in chunks { buffer.append(chunk) }
        let first = (0..<taken).compactMap { _ in buffer.removeFirst() }
        #expect(first == Array(chunks.prefix(taken)))
        let left = chunks.dropFirst(taken).reduce(Data(), +)
        #expect(buffer.count == left.count)
        #expect(buffer.removeAll() == left)
        #expect(buffer.count == 0)
        #expect(buffer.removeFirst() == nil)
    }

    @Test func `small chunks are joined if there are many, and large ones are not`() {
        var buffer = ChunkBuffer()
        let large = Data(repeating: 1, count: 10_000)
        buffer.append(large)
        for byte in 0..<UInt8(200) { buffer.append(Data([byte])) }
        buffer.append(large)
        #expect(buffer.removeFirst() == large)
        for byte in 0..<UInt8(62) { #expect(buffer.removeFirst() == Data([byte])) }
        #expect(buffer.removeFirst() == Data(62..<200))
        // A chunk that was removed doesn't change when another chunk is appended.
        buffer.append(Data([1]))
        #expect(buffer.count == 10_001)
        #expect(buffer.removeAll() == large + [1])
    }

    @Test func `a buffer of single bytes takes little memory`() {
        var buffer = ChunkBuffer()
        for index in 0..<100_000 { buffer.append(Data([UInt8(truncatingIfNeeded: index)])) }
        var count = 0
        while buffer.removeFirst() != nil { count += 1 }
        #expect(count <= 64 + 100_000 / 4_096)
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

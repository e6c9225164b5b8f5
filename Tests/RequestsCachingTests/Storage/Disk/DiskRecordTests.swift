import Foundation
import Requests
import Testing

@testable import RequestsCaching

@Suite struct DiskRecordTests {
    private static let key = CacheKey(url: "http://localhost/ä?b")

    private static var record: DiskRecord {
        var record = DiskRecord(key)
        _ = record.insert(.init(id: 1, head: .of(["A": "1", "a": "", "B": "ü\t"]), body: .inline([1, 2, 3])))
        let selecting = [SelectingField(name: "x", value: nil), SelectingField(name: "y", value: "")]
        let header = HeaderFields([HeaderField("X-Token", "t", isSensitive: true)])
        _ = record.insert(
            .init(id: .max, head: .of(header, selecting: selecting, isSensitive: true), body: .file(70_000)))
        return record
    }

    @Test func `A written record is read back`() throws {
        let record = try #require(DiskRecord(Self.record.bytes))
        #expect(record.key == Self.key)
        #expect(record.entries.map(\.id) == [.max, 1])
        #expect(record.bytes == Self.record.bytes)
        let (new, old) = (record.entries[0], record.entries[1])
        guard case .file(70_000) = new.body, case .inline([1, 2, 3]) = old.body else {
            Issue.record("\(new.body) \(old.body)")
            return
        }
        #expect(old.head.header == ["A": "1", "a": "", "B": "ü\t"])
        #expect(old.head.status == .ok)
        #expect(old.head.url == "http://localhost/a")
        #expect(old.head.requestTime == Date(timeIntervalSince1970: 1.5))
        #expect(old.head.responseTime == Date(timeIntervalSince1970: 2.25))
        #expect(!old.head.isSensitive)
        #expect(new.head.isSensitive)
        #expect(new.head.header.map(\.isSensitive) == [true])
        #expect(new.head.selecting.map(\.value) == [nil, ""])
    }

    @Test func `A record that is truncated or extended is invalid`() {
        let bytes = Self.record.bytes
        for count in 0..<bytes.count { #expect(DiskRecord(Array(bytes[..<count])) == nil, "\(count)") }
        #expect(DiskRecord(bytes + [0]) == nil)
        #expect(DiskRecord(bytes + bytes) == nil)
    }

    @Test func `A record with a changed byte is invalid`() {
        var bytes = Self.record.bytes
        for index in bytes.indices {
            for change: UInt8 in [1, 0x80, 0xFF] {
                bytes[index] ^= change
                #expect(DiskRecord(bytes) == nil, "\(index)")
                bytes[index] ^= change
            }
        }
    }

    @Test func `Wrong lengths end the reading, although their checksum is correct`() {
        let bytes = Self.record.bytes
        var refusedCount = 0
        for index in 16..<bytes.count - 4 {
            var bytes = bytes
            bytes.replaceSubrange(index..<index + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
            let sum = bytes[16...].withUnsafeBytes { XXHash64.hash($0, seed: DiskRecord.mark) }
            withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(8..<16, with: $0) }
            // The file may be a valid record with other numbers.
            if let record = DiskRecord(bytes) { #expect(record.bytes == bytes, "\(index)") } else { refusedCount += 1 }
        }
        #expect(refusedCount > 100)
    }

    @Test func `An entry replaces the one with the same selecting fields, and the oldest entries make room`() {
        var record = DiskRecord(Self.key)
        for id in 0..<40 {
            let selecting = [SelectingField(name: "n", value: "\(id)")]
            let removed = record.insert(.init(id: UInt64(id), head: .of(selecting: selecting), body: .inline([])))
            #expect(removed.map(\.id) == (id < 32 ? [] : [UInt64(id - 32)]))
        }
        let again = [SelectingField(name: "n", value: "20")]
        #expect(record.insert(.init(id: 99, head: .of(selecting: again), body: .inline([]))).map(\.id) == [20])
        #expect(record.entries.map(\.id) == [99] + (8..<40).reversed().filter { $0 != 20 })
    }
}

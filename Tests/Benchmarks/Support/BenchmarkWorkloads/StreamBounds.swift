package import Foundation

/// Loops that only split each chunk at its line ends, without limits or waits.
///
/// A line that spans two chunks stays split, except for values, which couldn't be decoded then.
package enum StreamBounds {
    /// Makes a string of each line, and returns the total number of bytes.
    package static func strings(_ chunks: [Data]) -> Int {
        lines(chunks) { String(decoding: $0, as: UTF8.self).utf8.count }
    }

    /// Makes `Data` of each line, and returns the total number of bytes.
    package static func data(_ chunks: [Data]) -> Int {
        lines(chunks) { Data($0).count }
    }

    /// Decodes the values on the lines, and joins the split ones.
    package static func values<Value: Decodable>(of type: Value.Type, in chunks: [Data]) throws -> Int {
        let decoder = JSONDecoder()
        var rest = Data(), count = 0
        for chunk in chunks {
            var lines = chunk.split(separator: 0x0A, omittingEmptySubsequences: false)
            lines[0] = rest + lines[0]
            rest = Data(lines.removeLast())
            for line in lines {
                _ = try decoder.decode(type, from: Data(line))
                count += 1
            }
        }
        return count
    }

    /// Makes an array of events for each chunk, and reads the events from it.
    ///
    /// Each event is a struct of strings, with one line of data.
    package static func events(_ chunks: [Data]) -> Int {
        var sum = 0
        for chunk in chunks {
            var events: [HandWrittenEvent] = []
            var text: String?
            _ = lines([chunk]) { line in
                if line.isEmpty {
                    if let text { events.append(HandWrittenEvent(type: "message", data: text, id: "")) }
                    text = nil
                } else if line.count > 6, let base = line.baseAddress, memcmp(base, "data: ", 6) == 0 {
                    text = String(decoding: line[6...], as: UTF8.self)
                }
                return 0
            }
            for event in events { sum += event.data.utf8.count }
        }
        return sum
    }

    private struct HandWrittenEvent {
        var type: String
        var data: String
        var id: String
    }

    @inline(__always)
    private static func lines(_ chunks: [Data], _ take: (UnsafeBufferPointer<UInt8>) -> Int) -> Int {
        var sum = 0
        for chunk in chunks {
            chunk.withUnsafeBytes { bytes in
                let bytes = bytes.bindMemory(to: UInt8.self)
                guard let base = bytes.baseAddress else { return }
                var start = 0
                while start < bytes.count, let found = memchr(base + start, 0x0A, bytes.count - start) {
                    let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
                    sum += take(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                    start = end + 1
                }
            }
        }
        return sum
    }
}

import Foundation

/// Bytes that are looked for in others, in a time that grows with the length of these alone (Knuth, Morris and Pratt).
///
/// `Data.range(of:)` takes twenty times as long on Linux where much of the content is like the beginning of these.
struct BytePattern {
    private let pattern: [UInt8]

    /// How many bytes still fit, for each count of them that fitted, where the next one doesn't.
    private let fallback: [Int]

    /// Makes a pattern of a text that is not empty.
    init(_ text: String) {
        let pattern = Array(text.utf8)
        var fallback = [Int](repeating: 0, count: pattern.count)
        var matched = 0
        for index in pattern.indices.dropFirst() {
            while matched > 0, pattern[index] != pattern[matched] { matched = fallback[matched - 1] }
            if pattern[index] == pattern[matched] { matched += 1 }
            fallback[index] = matched
        }
        self.pattern = pattern
        self.fallback = fallback
    }

    /// The pattern itself.
    var bytes: [UInt8] { pattern }

    /// Whether the bytes stand somewhere in the content.
    func occurs(in content: Data) -> Bool {
        content.withUnsafeBytes { content in
            firstPlace(in: content.bindMemory(to: UInt8.self), from: 0, to: content.count) != nil
        }
    }

    /// Where the bytes stand first; `nil` where they don't.
    ///
    /// - Parameters:
    ///   - content: The bytes that are looked through.
    ///   - start: Where to begin.
    ///   - end: Where the content ends; by default with its last byte.
    /// - Returns: The offset of the first byte.
    func firstPlace(in content: [UInt8], from start: Int, to end: Int? = nil) -> Int? {
        let end = min(end ?? content.count, content.count)
        return content.withUnsafeBufferPointer { firstPlace(in: $0, from: start, to: end) }
    }

    private func firstPlace(in content: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        guard start < end else { return nil }
        return pattern.withUnsafeBufferPointer { pattern in
            fallback.withUnsafeBufferPointer { fallback in
                var matched = 0
                for index in start..<end {
                    let byte = content[index]
                    while matched > 0, byte != pattern[matched] { matched = fallback[matched - 1] }
                    if byte == pattern[matched] { matched += 1 }
                    if matched == pattern.count { return index + 1 - matched }
                }
                return nil
            }
        }
    }
}

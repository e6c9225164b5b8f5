import Foundation

/// A pattern of bytes that is searched for in linear time (Knuth, Morris and Pratt).
///
/// On Linux, `Data.range(of:)` takes twenty times as long if much of the content resembles the start of the pattern.
package struct BytePattern {
    private let pattern: [UInt8]

    /// For each number of matched bytes, how many of them still match after a mismatch (Knuth–Morris–Pratt).
    private let fallback: [Int]

    /// Makes a pattern from a string that is not empty.
    package init(_ text: String) {
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

    /// The bytes of the pattern.
    var bytes: [UInt8] { pattern }

    /// Returns whether the pattern occurs in the content.
    func occurs(in content: Data) -> Bool {
        content.withUnsafeBytes { content in
            firstPlace(in: content.bindMemory(to: UInt8.self), from: 0, to: content.count) != nil
        }
    }

    /// Returns the offset of the first occurrence; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - content: The bytes to search.
    ///   - start: The offset at which the search begins.
    ///   - end: The offset at which the search ends; by default the end of the content.
    /// - Returns: The offset of the first byte.
    package func firstPlace(in content: [UInt8], from start: Int, to end: Int? = nil) -> Int? {
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

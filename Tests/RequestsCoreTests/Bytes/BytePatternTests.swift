import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

struct BytePatternTests {
    @Test(
        arguments: [
            ("a", "a", true), ("a", "", false), ("a", "b", false), ("ab", "aab", true), ("aab", "aaab", true),
            ("abab", "abaabab", true), ("abab", "abaab", false), ("--a", "---a", true), ("--a", "-a--", false),
        ])
    func `a pattern is found at each place`(pattern: String, content: String, occurs: Bool) {
        #expect(BytePattern(pattern).occurs(in: Data(content.utf8)) == occurs)
        // A slice doesn't start at 0.
        #expect(BytePattern(pattern).occurs(in: Data((pattern + content).utf8).dropFirst(pattern.utf8.count)) == occurs)
    }

    @Test(arguments: 0..<20)
    func `a search equals a comparison at each place`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func text(_ counts: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: counts, using: &generator)).map { _ in Bool.random(using: &generator) ? "a" : "-" })
        }
        for _ in 0..<500 {
            let (pattern, content) = (text(1...6), text(0...20))
            #expect(
                BytePattern(pattern).occurs(in: Data(content.utf8)) == content.contains(pattern),
                "\(pattern) \(content)")
        }
    }
}

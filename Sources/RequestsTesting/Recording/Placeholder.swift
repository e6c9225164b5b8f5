import Foundation
import Requests

/// The placeholder in recorded texts, which matches any text.
enum Placeholder {
    /// The placeholder in a URL, which must not contain `<` and `>`.
    static let inURL = "%3Credacted%3E"

    /// Returns whether a text matches a recorded text.
    static func matches(_ text: String, _ recorded: String) -> Bool {
        matches(Data(text.utf8), Data(recorded.utf8))
    }

    /// Returns whether bytes match recorded bytes.
    static func matches(_ text: Data, _ recorded: Data) -> Bool {
        if text == recorded { return true }
        let pieces = pieces(of: recorded)
        guard pieces.count > 1, let first = pieces.first, let last = pieces.last,
            text.count >= first.count + last.count, text.starts(with: first), text.suffix(last.count) == last
        else { return false }
        // The pieces in the middle must occur in order. Matching each piece as early as possible leaves the most text
        // for the later pieces.
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() {
            guard let range = rest.range(of: piece) else {
                if piece.isEmpty { continue }
                return false
            }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// Returns the pieces between the placeholders.
    private static func pieces(of recorded: Data) -> [Data] {
        var pieces: [Data] = []
        var rest = recorded[...]
        while let range = rest.range(of: Data(Redaction.placeholder.utf8)) {
            pieces.append(Data(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return pieces + [Data(rest)]
    }
}

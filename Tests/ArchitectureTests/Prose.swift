import Foundation
import Testing

/// The sentences of a text: the comments of a Swift file, or a page without its samples.
struct Prose: Sendable {
    /// A line of prose, without the code in it.
    struct Line: Sendable {
        let place: String
        let text: String
        /// Indicates whether the line is the first of a documentation comment.
        let isSummary: Bool
    }

    private(set) var lines: [Line] = []

    /// Reads the comments of a Swift file.
    init(swift text: String, path: String) {
        var (isSample, isComment) = (false, false)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingPrefix { $0 == " " }
            guard line.hasPrefix("//") else {
                isComment = false
                continue
            }
            let isDocumentation = line.hasPrefix("///")
            let comment = line.dropFirst(isDocumentation ? 3 : 2).trimmingPrefix { $0 == " " }
            if comment.hasPrefix("```") { isSample.toggle() }
            if !isSample { append(comment, path, number + 1, isSummary: isDocumentation && !isComment) }
            isComment = true
        }
    }

    /// Reads a page of the documentation.
    init(page text: String, path: String) {
        var isSample = false
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") { isSample.toggle() }
            if !isSample { append(line, path, number + 1, isSummary: false) }
        }
    }

    private mutating func append(_ text: Substring, _ path: String, _ number: Int, isSummary: Bool) {
        // Every other piece between backticks is code.
        let pieces = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        let prose = pieces.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        lines.append(Line(place: "\(path):\(number)", text: prose, isSummary: isSummary))
    }

    /// The words of a line, in small letters.
    static func words(of text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && $0 != "'" }
    }
}

/// A habit that makes a sentence hard to read.
struct Habit: Sendable, CustomTestStringConvertible {
    let name: String
    /// How many times comments may have it.
    var limit = 0
    /// How many times the pages may have it.
    var pageLimit = 0
    /// Counts it in a line.
    let count: @Sendable (Prose.Line) -> Int

    var testDescription: String { name }

    /// A sequence of words.
    static func phrase(_ phrases: String..., limit: Int = 0, pageLimit: Int = 0) -> Habit {
        Habit(name: phrases.joined(separator: ", "), limit: limit, pageLimit: pageLimit) { line in
            let words = Prose.words(of: line.text)
            return phrases.map { phrase in
                let phrase = phrase.split(separator: " ")
                return words.indices.count { words[$0...].starts(with: phrase) }
            }
            .reduce(0, +)
        }
    }

    /// A summary that begins with a relative clause.
    static func opening(_ words: Set<String>, limit: Int = 0) -> Habit {
        Habit(name: "summaries that begin with \(words.sorted().joined(separator: ", "))", limit: limit) { line in
            guard line.isSummary, let first = Prose.words(of: line.text).first else { return 0 }
            return words.contains(String(first)) ? 1 : 0
        }
    }
}

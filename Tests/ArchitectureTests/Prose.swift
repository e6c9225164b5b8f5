import Foundation
import Testing

/// The sentences of a text: the comments and test names of a Swift file, or a page without its samples.
struct Prose: Sendable {
    /// A line of prose, without the code in it.
    struct Line: Sendable {
        let place: String
        let text: String
        /// The words of the text, in small letters.
        let words: [Substring]
        /// Indicates whether the line is the first of a documentation comment, or a test's name.
        let isSummary: Bool
        /// Indicates whether the line is the first of a function's documentation comment.
        var isFunction = false
    }

    private(set) var lines: [Line] = []

    /// Reads the comments of a Swift file, and the names of its tests and suites.
    init(swift text: String, path: String) {
        var (isSample, isComment) = (false, false)
        var summary: Int?
        let code = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingPrefix { $0 == " " } }
        for (index, line) in code.enumerated() {
            guard line.hasPrefix("//") else {
                if let name = Self.testName(in: line, after: index > 0 ? code[index - 1] : "") {
                    append(name, path, index + 1, isSummary: true)
                }
                isComment = false
                // The arguments of an attribute can take several lines; the declaration follows them.
                if let first = summary, let isFunction = Self.isFunction(line) {
                    lines[first].isFunction = isFunction
                    summary = nil
                }
                continue
            }
            let isDocumentation = line.hasPrefix("///")
            let comment = line.dropFirst(isDocumentation ? 3 : 2).trimmingPrefix { $0 == " " }
            if comment.hasPrefix("```") { isSample.toggle() }
            if !isSample { append(comment, path, index + 1, isSummary: isDocumentation && !isComment) }
            if isDocumentation, !isComment, !isSample { summary = lines.count - 1 }
            isComment = true
        }
    }

    /// Reads the string literals of a Swift file that have four words or more, such as error messages.
    init(messages text: String, path: String) {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") else { continue }
            for literal in Self.literals(in: line) where Self.words(of: literal).count >= 4 {
                append(literal[...], path, number + 1, isSummary: false)
            }
        }
    }

    /// Returns the string literals of a line, without their interpolations.
    private static func literals(in line: Substring) -> [String] {
        var literals: [String] = [], literal: String?
        /// The number of open parentheses of an interpolation.
        var depth = 0
        var isEscaped = false
        for character in line {
            switch character {
            case "(" where isEscaped || depth > 0: depth += 1
            case ")" where depth > 0: depth -= 1
            case _ where depth > 0: break
            case "\"" where !isEscaped:
                if let text = literal { literals.append(text) }
                literal = literal == nil ? "" : nil
            case "\\" where !isEscaped:
                isEscaped = literal != nil
                continue
            default: literal?.append(character)
            }
            isEscaped = false
        }
        return literals
    }

    /// Reads the comments of a script, which begin with `#`.
    init(script text: String, path: String) {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingPrefix { $0 == " " }
            if line.hasPrefix("# ") { append(line.dropFirst(2), path, number + 1, isSummary: false) }
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
        // Every second piece was between backticks, so it is code.
        let pieces = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        let prose = pieces.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        lines.append(
            Line(place: "\(path):\(number)", text: prose, words: Self.words(of: prose), isSummary: isSummary))
    }

    /// Returns the name of a test (in backticks or quotes) or of a suite (in quotes); a name in quotes may be on the
    /// line after its attribute.
    private static func testName(in line: Substring, after previous: Substring) -> Substring? {
        guard line.utf8.contains(where: { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "\"") }) else { return nil }
        let starts = [("func `", "`"), ("@Suite(\"", "\""), ("@Test(\"", "\"")]
        for (start, end) in starts {
            guard let range = line.firstRange(of: start) else { continue }
            let name = line[range.upperBound...].prefix { String($0) != end }
            if name.contains(" ") { return name }
        }
        guard previous.hasSuffix("@Test(") || previous.hasSuffix("@Suite("), line.hasPrefix("\"") else { return nil }
        return line.dropFirst().prefix { $0 != "\"" }
    }

    /// Returns whether a line declares a function rather than a type or a value; `nil` if the line declares nothing.
    private static func isFunction(_ line: Substring) -> Bool? {
        var depth = 0
        let head = line.prefix { $0 != "{" && $0 != "=" }.filter { character in
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            return depth == 0
        }
        for word in head.split(whereSeparator: { !$0.isLetter && $0 != "." }) {
            if word == "func" || word == "init" { return true }
            if declarations.contains(word) { return false }
        }
        return nil
    }

    private static let declarations: Set<Substring> = [
        "struct", "class", "enum", "protocol", "actor", "extension", "typealias", "associatedtype", "macro",
        "var", "let", "case", "subscript",
    ]

    /// Returns the words of a line, in small letters.
    private static func words(of text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && $0 != "'" }
    }
}

/// A habit that makes a sentence hard to read.
struct Habit: Sendable, CustomTestStringConvertible {
    let name: String
    /// The number of times that the habit may occur in the library's comments.
    var limit = 0
    /// The number of times that the habit may occur on the pages.
    var pageLimit = 0
    /// The number of times that the habit may occur in the names and comments of tests.
    var testLimit = 0
    /// The number of times that the habit may occur in messages.
    var messageLimit = 0
    /// Counts how often the habit occurs in a line.
    let count: @Sendable (Prose.Line) -> Int

    var testDescription: String { name }

    /// Makes the habit of using certain phrases.
    static func phrase(_ phrases: String..., limit: Int = 0, pageLimit: Int = 0, testLimit: Int = 0) -> Habit {
        let name = phrases.joined(separator: ", ")
        return Habit(name: name, limit: limit, pageLimit: pageLimit, testLimit: testLimit) { line in
            return phrases.map { phrase in
                let phrase = phrase.split(separator: " ")
                return line.words.indices.count { line.words[$0...].starts(with: phrase) }
            }
            .reduce(0, +)
        }
    }

    /// Makes the habit of beginning a summary with a relative clause.
    static func opening(_ words: Set<String>, limit: Int = 0) -> Habit {
        Habit(name: "summaries that begin with \(words.sorted().joined(separator: ", "))", limit: limit) { line in
            guard line.isSummary, let first = line.words.first else { return 0 }
            return words.contains(String(first)) ? 1 : 0
        }
    }

    /// Makes the habit of starting a function's summary with anything but a third-person verb.
    static func headless(limit: Int = 0) -> Habit {
        Habit(name: "summaries of functions without a verb", limit: limit) { line in
            guard line.isFunction, let first = line.words.first else { return 0 }
            return first.hasSuffix("s") && !["this", "its", "is", "as"].contains(first) ? 0 : 1
        }
    }

    /// Makes the habit of saying `is no token` for `isn't a token`.
    static func negatedNoun(limit: Int = 0, pageLimit: Int = 0, testLimit: Int = 0) -> Habit {
        let comparatives: Set<Substring> = ["longer", "larger", "more", "later", "earlier", "further"]
        return Habit(name: "is no, is none", limit: limit, pageLimit: pageLimit, testLimit: testLimit) { line in
            let words = line.words
            return words.indices.count { index in
                guard ["is", "are", "was", "were"].contains(words[index]) else { return false }
                let (before, rest) = (words[..<index].last, words[(index + 1)...])
                guard let negation = rest.first, ["no", "none"].contains(negation), before != "there" else {
                    return false
                }
                return !(negation == "no" && rest.dropFirst().first.map(comparatives.contains) == true)
            }
        }
    }
}

/// The words of a document as documentation comments.
enum Prose {
    /// Returns the lines of a documentation comment: the first sentence, and for a longer comment the paragraphs after it.
    ///
    /// - Parameters:
    ///   - text: The text in CommonMark or HTML.
    ///   - indentation: The columns before the comment.
    ///   - lineLimit: The maximum number of lines. If it is 1, the comment is only the first sentence, even if that is
    ///     longer than a line.
    /// - Returns: The lines without the indentation; none if there are no words.
    static func comment(_ text: String, indentation: Int, lineLimit: Int) -> [String] {
        let paragraphs = paragraphs(of: text)
        guard let first = paragraphs.first else { return [] }
        let (summary, rest) = firstSentence(of: first)
        var lines = SwiftText.comment(summary, indentation: indentation)
        for paragraph in ([rest] + paragraphs.dropFirst()).map(withoutIntroduction) where !paragraph.isEmpty {
            let more = SwiftText.comment(paragraph, indentation: indentation)
            guard lines.count + more.count < lineLimit else { break }
            lines += ["///"] + more
        }
        return lines
    }

    /// Returns a paragraph without its last sentence, if that introduces a list.
    private static func withoutIntroduction(_ paragraph: String) -> String {
        guard paragraph.hasSuffix(":") else { return paragraph }
        return paragraph.ranges(of: ". ").last.map { String(paragraph[...$0.lowerBound]) } ?? ""
    }

    /// Returns whether a text consists of the words of a name, as the titles of many schemas do.
    static func repeats(_ text: String, name: String) -> Bool {
        guard text.count < 100 else { return false }
        return Words(text).typeName.lowercased() == Words(name).typeName.lowercased()
    }

    /// Returns the paragraphs up to the first table, list, heading or sample, each on one line.
    private static func paragraphs(of text: String) -> [String] {
        var paragraphs: [String] = []
        var current: [String] = []
        func finish() {
            if !current.isEmpty { paragraphs.append(current.joined(separator: " ")) }
            current = []
        }
        for raw in withoutLinks(withoutTags(text)).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            let line = SwiftText.line(raw)
            if line.isEmpty {
                finish()
            } else if ["|", "#", "-", "*", "+", ">", "```", "~~~", "1."].contains(where: line.hasPrefix) {
                // A list or a sample would be unreadable on one line.
                if paragraphs.isEmpty, current.isEmpty {
                    let words = line.drop { !$0.isLetter && $0 != "`" }
                    if !words.isEmpty { current.append(String(words)) }
                }
                finish()
                if !paragraphs.isEmpty { break }
            } else {
                current.append(line)
            }
        }
        finish()
        return paragraphs
    }

    /// Returns a text without the tags of HTML.
    private static func withoutTags(_ text: String) -> String {
        guard text.contains("<") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            result += rest[..<start]
            rest = rest[start...]
            let inner = rest.dropFirst().prefix(200)
            if let end = inner.firstIndex(of: ">"), inner.first?.isLetter == true || inner.first == "/" {
                if inner.hasPrefix("p") || inner.hasPrefix("br") || inner.hasPrefix("/p") { result += "\n\n" }
                rest = rest[rest.index(after: end)...]
            } else {
                result += "<"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    /// Returns a text in which the words of each long or relative link replace the link.
    private static func withoutLinks(_ text: String) -> String {
        guard text.contains("](") else { return text }
        var result = ""
        var rest = text[...]
        while let middle = rest.firstRange(of: "](") {
            let before = rest[..<middle.lowerBound]
            guard let start = before.lastIndex(of: "["), let end = rest[middle.upperBound...].firstIndex(of: ")") else {
                result += rest[..<middle.upperBound]
                rest = rest[middle.upperBound...]
                continue
            }
            let url = rest[middle.upperBound..<end]
            let isKept = url.hasPrefix("http") && url.count <= 60
            let after = rest.index(after: end)
            result += isKept ? rest[..<after] : before[..<start] + before[before.index(after: start)...]
            rest = rest[after...]
        }
        return result + rest
    }

    /// Returns the first sentence, with a full stop, and the rest.
    private static func firstSentence(of paragraph: String) -> (sentence: String, rest: String) {
        var depth = 0
        var previous: Character = " "
        for index in paragraph.indices {
            let character = paragraph[index]
            if character == "`" { depth = depth == 0 ? 1 : 0 }
            let next = paragraph.index(after: index)
            let isEnd = next < paragraph.endIndex && paragraph[next] == " "
            if ".!?".contains(character), isEnd, depth == 0, !isAbbreviation(paragraph[..<index]), previous != "." {
                return (closed(paragraph[..<index]), SwiftText.line(paragraph[next...]))
            }
            previous = character
        }
        let isClosed = paragraph.last.map { ".!?:;,".contains($0) } ?? false
        return (closed(isClosed ? paragraph.dropLast() : paragraph[...]), "")
    }

    /// Returns a sentence that ends with its only full stop, because any other full stop would begin a second sentence.
    private static func closed(_ text: Substring) -> String {
        let plain = text.replacing("e.g. ", with: "e.g., ").replacing("i.e. ", with: "i.e., ")
        return plain.replacing(". ", with: " ") + "."
    }

    private static func isAbbreviation(_ text: Substring) -> Bool {
        let word = text.split(separator: " ").last?.lowercased().drop { $0 == "(" } ?? ""
        return ["e.g", "i.e", "etc", "vs", "no", "approx"].contains(word)
            || word.count == 1 && word.first?.isLetter == true
    }
}

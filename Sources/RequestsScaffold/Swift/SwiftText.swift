/// Writes texts of a document as Swift literals and comments, so that no text can become code.
enum SwiftText {
    /// The maximum number of columns in a line.
    static let width = 100

    /// Returns a string literal.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case _ where isInvisible(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns a text on one line, without invisible characters and repeated spaces.
    static func line(_ text: some StringProtocol) -> String {
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { visible.append(isInvisible(scalar) ? " " : scalar) }
        return String(visible).split(separator: " ").joined(separator: " ")
    }

    /// Returns whether a character starts a line, or changes the display of other characters.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: false
        }
    }

    /// Returns the lines of a comment.
    ///
    /// - Parameters:
    ///   - text: The text on one line.
    ///   - mark: `///` or `//`.
    ///   - indentation: The columns before the mark.
    /// - Returns: The lines, each with the mark, without the indentation.
    static func comment(_ text: String, mark: String = "///", indentation: Int) -> [String] {
        let space = max(30, width - indentation - mark.count - 1)
        var lines: [String] = []
        var current = ""
        for word in text.split(separator: " ") {
            if !current.isEmpty, current.count + 1 + word.count > space {
                lines.append(current)
                current = ""
            }
            // A long word, such as a URL, would exceed the line.
            current += current.isEmpty ? shortened(word, to: space) : " \(word)"
        }
        if !current.isEmpty { lines.append(current) }
        return lines.map { "\(mark) \($0)" }
    }

    private static func shortened(_ word: Substring, to count: Int) -> String {
        word.count <= count ? String(word) : word.prefix(count - 1) + "…"
    }
}

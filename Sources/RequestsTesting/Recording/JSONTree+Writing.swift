extension JSONTree {
    /// The layout of a text.
    fileprivate enum Layout {
        /// One line without spaces.
        case compact
        /// One line with spaces.
        case line
        /// A line for each member, behind a number of spaces.
        case indented(Int)
    }

    /// The text of the value on one line, without spaces.
    var compactText: String {
        var text = ""
        write(to: &text, .compact)
        return text
    }

    /// Returns the text of the value with a line for each member, and with small objects on one line.
    ///
    /// - Parameter indentation: The number of spaces before the lines after the first.
    /// - Returns: The text.
    func text(indentedBy indentation: Int) -> String {
        var text = ""
        write(to: &text, .indented(indentation))
        return text
    }

    private func write(to text: inout String, _ layout: Layout) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .number(let number): text += number
        case .text(let value): Self.write(value, to: &text)
        case .array(let values):
            Self.write(values, between: "[", "]", to: &text, layout) { value, text, inner in
                value.write(to: &text, inner)
            }
        case .object(let members):
            Self.write(members, between: "{", "}", to: &text, isSmall ? layout.onLine : layout) { member, text, inner in
                Self.write(member.name, to: &text)
                if case .compact = inner { text += ":" } else { text += ": " }
                member.value.write(to: &text, inner)
            }
        }
    }

    /// Indicates whether the value is an object of few scalars, such as a field.
    private var isSmall: Bool {
        guard case .object(let members) = self, members.count <= 2 else { return false }
        return members.allSatisfy { member in
            switch member.value {
            case .array, .object: false
            default: true
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between start: String, _ end: String, to text: inout String, _ layout: Layout,
        by write: (Element, inout String, Layout) -> Void
    ) {
        if elements.isEmpty {
            text += start + end
            return
        }
        text += start + layout.beginning
        for (index, element) in elements.enumerated() {
            if index > 0 { text += layout.separator }
            write(element, &text, layout.inner)
        }
        text += layout.end + end
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Some editors take the separators of lines and paragraphs for the end of a line.
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSONTree.Layout {
    fileprivate var onLine: Self {
        if case .indented = self { .line } else { self }
    }

    fileprivate var inner: Self {
        if case .indented(let count) = self { .indented(count + 2) } else { self }
    }

    fileprivate var beginning: String {
        switch self {
        case .compact: ""
        case .line: " "
        case .indented(let count): "\n" + String(repeating: " ", count: count + 2)
        }
    }

    fileprivate var separator: String {
        switch self {
        case .compact: ","
        case .line: ", "
        case .indented: "," + beginning
        }
    }

    fileprivate var end: String {
        switch self {
        case .compact: ""
        case .line: " "
        case .indented(let count): "\n" + String(repeating: " ", count: count)
        }
    }
}

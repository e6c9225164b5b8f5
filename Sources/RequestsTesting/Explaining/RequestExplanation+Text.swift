public import Requests

extension RequestExplanation: RedactedDescription {
    /// The parts in aligned columns: place, part, source.
    public var description: String { text(.plain) }

    /// The description in colors, using a terminal's escape sequences (ECMA-48).
    ///
    /// Print it only to a terminal: other outputs show the sequences.
    public var colored: String { text(.ansi) }

    /// A style of text.
    private struct Style {
        let begins: String
        let ends: String

        init(_ code: String) {
            begins = code.isEmpty ? "" : "\u{1B}[\(code)m"
            ends = code.isEmpty ? "" : "\u{1B}[0m"
        }

        func callAsFunction(_ text: String) -> String { text.isEmpty ? "" : begins + text + ends }
    }

    private struct Styles {
        let title: Style
        let place: Style
        let source: Style
        let error: Style

        static let plain = Styles(title: Style(""), place: Style(""), source: Style(""), error: Style(""))
        static let ansi = Styles(title: Style("1"), place: Style("2"), source: Style("36"), error: Style("31"))
    }

    /// The width of the first column.
    private static let placeWidth = 10
    /// The maximum width of the second column; the source directly follows a longer part.
    private static let widthLimit = 60

    private func text(_ styles: Styles) -> String {
        var lines = [styles.title(message), ""]
        let widths = parts.map { Self.lines(of: $0.text)[0].count }.filter { $0 <= Self.widthLimit }
        let width = (widths.max() ?? 0) + 2
        var place: Place?
        for part in parts {
            let label = part.place == place ? "" : part.place.rawValue
            place = part.place
            let text = Self.lines(of: part.text)
            let start = styles.place(label) + Self.space(Self.placeWidth - label.count)
            let gap = Self.space(max(2, width - text[0].count))
            lines.append(start + text[0] + gap + styles.source(part.source.description))
            lines += text.dropFirst().map { Self.space(Self.placeWidth) + $0 }
        }
        if let error {
            let text = Self.lines(of: "\(error.code): \(error.message)")
            if !parts.isEmpty { lines.append("") }
            lines.append(styles.error("error     " + text[0]))
            lines += text.dropFirst().map { Self.space(Self.placeWidth) + $0 }
        }
        return lines.joined(separator: "\n")
    }

    private static func space(_ count: Int) -> String { String(repeating: " ", count: count) }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

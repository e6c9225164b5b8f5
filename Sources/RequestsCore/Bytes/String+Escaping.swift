extension UInt8 {
    /// The byte as two hexadecimal digits.
    var hexText: String {
        let text = String(self, radix: 16, uppercase: true)
        return text.utf8.count == 1 ? "0" + text : text
    }
}

extension Unicode.Scalar {
    /// Indicates whether the scalar is a control character, starts a new line or changes the text direction.
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

extension String {
    /// The string on one line and in the order of its characters, so that untrusted text can be shown.
    ///
    /// Control characters, line separators and marks that change the text direction become `\u{…}`.
    package var withoutControls: String {
        // Nearly every string is printable ASCII.
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isControl ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }

    /// The string in quotes on one line, with control and non-ASCII characters as `\u{…}`, truncated after 64 characters.
    package var escapedForDisplay: String {
        var text = "\""
        for scalar in unicodeScalars.prefix(64) { text += scalar.escaped(asASCII: true) }
        return text + (unicodeScalars.dropFirst(64).isEmpty ? "\"" : "…\"")
    }

    /// The string unchanged if it is a token; otherwise in quotes and escaped.
    var shownPlain: String { utf8.allSatisfy(ByteSet.token.contains) ? self : escapedForDisplay }
}

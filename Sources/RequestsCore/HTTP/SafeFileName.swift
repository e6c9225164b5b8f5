/// A file name from outside, changed so that every file system accepts it as the name of a visible file.
package struct SafeFileName {
    package let text: String

    /// The longest name that common file systems accept, in bytes of UTF-8.
    private static let limit = 255

    /// The names of devices on Windows, which are reserved even with an extension.
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// Makes a name from a text, such as a path on any system; `nil` if no character is left.
    package init?(_ text: String) {
        let last = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? []
        var name = String.UnicodeScalarView()
        for scalar in last where !Self.isRemoved(scalar) {
            name.append("<>:\"|?*".unicodeScalars.contains(scalar) ? "_" : scalar)
        }
        // A leading dot hides a file, and Windows drops dots and spaces at the end.
        let start = name.firstIndex { $0 != "." && $0 != " " } ?? name.endIndex
        let end = name.lastIndex { $0 != "." && $0 != " " }.map(name.index(after:)) ?? start
        guard start < end else { return nil }
        var kept = String(name[start..<end])
        if Self.devices.contains(kept.prefix { $0 != "." }.lowercased()) { kept = "_" + kept }
        self.text = Self.shortened(kept)
    }

    /// Returns whether a scalar is invisible, or changes how the rest is displayed: `cod.<U+202E>gpj.exe` looks like a picture.
    private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        // Emoji contain zero-width joiners.
        case .format: scalar != "\u{200D}"
        default: false
        }
    }

    /// Returns a name within the limit, with its extension.
    private static func shortened(_ name: String) -> String {
        if name.utf8.count <= limit { return name }
        let dot = name.lastIndex(of: ".").flatMap { name[$0...].utf8.count <= 16 ? $0 : nil }
        let suffix = dot.map { String(name[$0...]) } ?? ""
        var stem = String(dot.map { name[..<$0] } ?? name[...])
        while stem.utf8.count + suffix.utf8.count > limit { stem.removeLast() }
        return stem + suffix
    }
}

extension ResponseHead {
    /// The file name that the server proposes in Content-Disposition, without anything unsafe; `nil` if it proposes none (RFC 6266,
    /// section 4.3).
    ///
    /// A server can propose any text. The name has no directory, control character, mark that changes the direction of
    /// text, or leading dot. It isn't the name of a device on Windows, and has at most 255 bytes of UTF-8. A file with
    /// this name may already exist.
    public var suggestedFileName: String? {
        guard let text = value(of: .contentDisposition) else { return nil }
        let parameters = ParameterReader(text).parameters
        func parameter(_ name: String) -> String? { parameters.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
        // The name with a charset has precedence (RFC 6266, section 4.3).
        let name = parameter("filename*").flatMap(ExtendedValue.text(of:)) ?? parameter("filename")
        return name.flatMap { SafeFileName($0)?.text }
    }
}

/// One directive of a Cache-Control field: `max-age=60`, `no-cache="set-cookie"`.
struct CacheDirective: Sendable, Hashable {
    /// The name in lower case.
    let name: String

    /// The argument without its quotes; `nil` if there is none.
    let value: String?

    /// Indicates whether the directive has white space around its `=`, which the syntax does not allow.
    private let isMalformed: Bool

    /// The argument as a number of seconds; `nil` if it is not one.
    ///
    /// A number that is too large is the largest one (RFC 9111, section 1.2.2).
    var seconds: Double? {
        guard !isMalformed, let value else { return nil }
        return Self.seconds(value)
    }

    /// The argument as names of fields, in lower case.
    var fields: [String] {
        (value ?? "").split(separator: ",").map { $0.trimmingBlanks.lowercased() }.filter { !$0.isEmpty }
    }

    /// Reads digits as a number of seconds.
    static func seconds(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return min(Double(text) ?? largest, largest)
    }

    private static let largest = 2_147_483_648.0

    /// Reads the directives of a line; a comma in quotes does not separate them.
    static func all(in line: String) -> [CacheDirective] {
        FieldList.members(of: line).compactMap(CacheDirective.init)
    }

    private init?(_ member: Substring) {
        guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            name = member.lowercased()
            value = nil
            isMalformed = false
            return
        }
        let name = member[..<equals]
        let value = member[member.utf8.index(after: equals)...]
        self.name = name.trimmingBlanks.lowercased()
        isMalformed = name.utf8.last == 0x20 || value.utf8.first == 0x20
        self.value = FieldList.unquoted(value.trimmingBlanks)
        if self.name.isEmpty { return nil }
    }
}

/// The comma-separated lists of header fields (RFC 9110, section 5.6.1).
enum FieldList {
    /// Returns the members of a list without the white space around them; empty members are left out.
    static func members(of text: some StringProtocol) -> [Substring] {
        var members: [Substring] = []
        let text = Substring(text)
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                members.append(text[start..<index])
                start = text.utf8.index(after: index)
            }
        }
        members.append(text[start...])
        return members.map(\.trimmingBlanks).filter { !$0.isEmpty }
    }

    /// Returns the content of a quoted text; other texts are unchanged.
    static func unquoted(_ text: Substring) -> String {
        guard text.utf8.first == UInt8(ascii: "\"") else { return String(text) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8.dropFirst() {
            if !isEscaped, byte == UInt8(ascii: "\"") { break }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            if !isEscaped { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    var trimmingBlanks: Substring {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var text = Substring(self)
        while let first = text.utf8.first, isBlank(first) { text = Substring(text.utf8.dropFirst()) }
        while let last = text.utf8.last, isBlank(last) { text = Substring(text.utf8.dropLast()) }
        return text
    }
}

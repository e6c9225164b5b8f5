/// Reads lists of challenges and of their parameters (RFC 9110, sections 11.2 and 11.3).
///
/// A comma separates challenges as well as parameters. So each element of the list either begins a challenge, or is a parameter of
/// the challenge before it. Parameters of an unreadable challenge are skipped with it.
struct ChallengeReader {
    private(set) var challenges: [Challenge] = []

    /// Indicates whether parameters belong to the last challenge.
    private var takesParameters = false

    /// The names of the parameters of the last challenge.
    private var names: Set<String> = []

    /// Reads the values of `WWW-Authenticate` fields.
    init(_ lines: [String]) {
        read(lines)
    }

    /// Reads the values of fields that are only parameters, as those of `Authentication-Info` (RFC 9110, section 11.6.3).
    ///
    /// - Returns: The parameters, as those of a challenge without a scheme.
    static func parameters(of lines: [String]) -> Challenge {
        var reader = ChallengeReader([])
        reader.begin(Challenge(scheme: ""))
        reader.read(lines)
        return reader.challenges[0]
    }

    private mutating func read(_ lines: [String]) {
        for line in lines {
            var rest = Array(line.utf8)[...]
            repeat {
                read(HeaderListElement.take(from: &rest).trimmingBlanks)
            } while rest.popFirst() != nil
        }
    }

    /// Reads an element without white space around it; the list may have empty ones.
    private mutating func read(_ element: ArraySlice<UInt8>) {
        if element.isEmpty { return }
        let word = element.prefix { !$0.isBlank && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\"") }
        let rest = element[word.endIndex...].drop(while: \.isBlank)
        if rest.first == UInt8(ascii: "=") { return readParameter(element) }
        takesParameters = false
        let isSeparate = rest.isEmpty || rest.startIndex > word.endIndex
        guard isSeparate, let scheme = Self.token(word) else { return }
        if Self.isToken68(rest) {
            challenges.append(Challenge(scheme: scheme, token68: String(decoding: rest, as: UTF8.self)))
        } else {
            begin(Challenge(scheme: scheme))
            readParameter(rest)
        }
    }

    private mutating func begin(_ challenge: Challenge) {
        challenges.append(challenge)
        takesParameters = true
        names = []
    }

    /// Reads `name=value` or `name="value"`, with white space allowed around the `=`.
    private mutating func readParameter(_ text: ArraySlice<UInt8>) {
        guard takesParameters, let equals = text.firstIndex(of: UInt8(ascii: "=")),
            let name = Self.token(text[..<equals].trimmingBlanks),
            let value = Self.value(text[(equals + 1)...].drop(while: \.isBlank)),
            names.insert(name).inserted
        else { return }
        challenges[challenges.endIndex - 1].append(name, value)
    }

    /// Returns the bytes of a token in lower case; `nil` for other bytes.
    private static func token(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.allSatisfy(ByteSet.token.contains) else { return nil }
        return String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
    }

    private static func isToken68(_ bytes: ArraySlice<UInt8>) -> Bool {
        let token = bytes.prefix(while: ByteSet.token68.contains)
        return !token.isEmpty && bytes[token.endIndex...].allSatisfy { $0 == UInt8(ascii: "=") }
    }

    /// Returns the value of a parameter, unquoted; `nil` if it is invalid.
    ///
    /// Many servers leave out the quotes of values that need them, such as URLs. Any visible characters are therefore accepted.
    private static func value(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.first == UInt8(ascii: "\"") else {
            let isValid = bytes.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") }
            return isValid && !bytes.isEmpty ? String(decoding: bytes, as: UTF8.self) : nil
        }
        var rest = bytes.dropFirst()
        var value: [UInt8] = []
        while var byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return rest.isEmpty ? String(decoding: value, as: UTF8.self) : nil }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst() else { return nil }
                byte = escaped
            }
            guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else { return nil }
            value.append(byte)
        }
        return nil
    }
}

extension ResponseHead {
    /// The parameters of the `Authentication-Info` fields, by which a server goes on with a scheme (RFC 9110, section 11.6.3).
    package var authenticationInfo: Challenge {
        ChallengeReader.parameters(of: header[values: "Authentication-Info"])
    }
}

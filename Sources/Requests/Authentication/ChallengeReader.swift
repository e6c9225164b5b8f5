/// Reads lists of challenges and their parameters (RFC 9110, sections 11.2 and 11.3).
///
/// A comma separates both challenges and parameters. So each element either begins a challenge, or is a parameter of
/// the challenge before it. An unreadable challenge is skipped with its parameters.
struct ChallengeReader {
    private(set) var challenges: [Challenge] = []

    /// Indicates whether the next parameters belong to the last challenge.
    private var takesParameters = false

    /// The parameter names of the last challenge.
    private var names: Set<String> = []

    /// Reads the values of `WWW-Authenticate` fields.
    init(_ lines: [String]) {
        read(lines)
    }

    /// Reads field values that contain only parameters, such as `Authentication-Info` (RFC 9110, section 11.6.3).
    ///
    /// - Returns: A challenge with the parameters and an empty scheme.
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

    /// Reads an element without white space around it; empty elements are skipped.
    private mutating func read(_ element: ArraySlice<UInt8>) {
        if element.isEmpty { return }
        let word = element.prefix { !$0.isBlank && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\"") }
        let rest = element[word.endIndex...].drop(while: \.isBlank)
        if rest.first == UInt8(ascii: "=") { return readParameter(element) }
        takesParameters = false
        let isSeparate = rest.isEmpty || rest.startIndex > word.endIndex
        guard isSeparate, let scheme = Self.token(word) else { return }
        let text = String(decoding: rest, as: UTF8.self)
        if text.isToken68 {
            challenges.append(Challenge(scheme: scheme, token68: text))
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

    /// Returns a token in lower case; `nil` if the bytes aren't a token.
    private static func token(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
        return text.isToken ? text : nil
    }

    /// Returns the value of a parameter, unquoted; `nil` if it is invalid.
    ///
    /// Many servers omit required quotes, for example around a URL, so any visible characters are accepted.
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
    /// The parameters of the `Authentication-Info` fields (RFC 9110, section 11.6.3).
    package var authenticationInfo: Challenge {
        ChallengeReader.parameters(of: header[values: "Authentication-Info"])
    }
}

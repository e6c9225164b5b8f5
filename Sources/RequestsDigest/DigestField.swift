#if Digest
/// Writes the value of the `Authorization` field (RFC 7616, section 3.4).
struct DigestField {
    private var parameters: [String] = []

    var text: String { "Digest " + parameters.joined(separator: ", ") }

    mutating func add(_ name: String, token: String?) {
        if let token { parameters.append("\(name)=\(token)") }
    }

    mutating func add(_ name: String, quoted value: String?) {
        guard let value else { return }
        let quoted = value.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        parameters.append("\(name)=\"\(quoted)\"")
    }

    /// Adds the user name, as a hash or in a form that the server understands.
    mutating func add(_ user: DigestUser, for challenge: DigestChallenge) {
        if challenge.hashesUser {
            let text = "\(user.name):\(challenge.realm)"
            add("username", quoted: DigestHash.text(of: text, by: challenge.algorithm.function))
        } else if challenge.isUTF8, !user.name.utf8.allSatisfy({ $0 < 0x80 }) {
            add("username*", token: "UTF-8''\(Self.escaped(user.name))")
        } else {
            add("username", quoted: user.name)
        }
    }

    /// Escapes all bytes of a text that an extended value may not contain (RFC 8187, section 3.2.1).
    private static func escaped(_ text: String) -> String {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~".utf8)
        return text.utf8.map { byte in
            if allowed.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
        }
        .joined()
    }
}
#endif

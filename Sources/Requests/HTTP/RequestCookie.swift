/// A cookie of a request: a name and a value (RFC 6265, section 4.2).
///
/// ```swift
/// request.adding(cookie: "session", token)
///
/// struct Me: RequestConvertible {
///     …
///     var cookies: [RequestCookie] { [RequestCookie("session", token)] }
/// }
/// ```
///
/// To send a received cookie back unchanged, write `RequestCookie(head.cookies[0])`.
///
/// All cookies of a request are sent in one field. No description shows a value.
public struct RequestCookie: Hashable, Sendable {
    /// The name.
    public let name: String

    /// The value, as it is sent over the wire.
    public let value: String

    /// The reason why a value of another type could not be written as text.
    private let issue: HeaderField.Issue?

    /// Indicates whether a server sent the cookie: the server can read what it wrote.
    private var isReceived = false

    init(name: String, value: String, issue: HeaderField.Issue? = nil) {
        self.name = name
        self.value = value
        self.issue = issue
    }

    /// Makes a cookie from a received one, to be sent back unchanged, whatever characters it has.
    public init(_ cookie: ResponseCookie) {
        self.init(name: cookie.name, value: cookie.value)
        isReceived = true
    }
}

extension RequestCookie {
    /// Returns the value of the field with all cookies: `a=1; b=2` (RFC 6265, section 4.2.1).
    static func text(of cookies: [RequestCookie]) throws(SyntaxIssue) -> String {
        var text = ""
        for cookie in cookies {
            try cookie.validate()
            if !text.isEmpty { text += "; " }
            text += cookie.name + "=" + cookie.value
        }
        return text
    }

    /// Returns the values in a Cookie field that are long enough to be secrets; a pair without a name is a value.
    static func secrets(in text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: ";")).compactMap { pair in
            let start = pair.firstIndex(of: UInt8(ascii: "=")).map(pair.index(after:)) ?? pair.startIndex
            let value = Substring(pair[start...]).utf8.drop { $0 == 0x20 }
            return value.count < 6 ? nil : String(Substring(value))
        }
    }

    /// Checks name and value byte by byte; no message contains any part of the value.
    private func validate() throws(SyntaxIssue) {
        if isReceived {
            // `ResponseCookie` lets no control through. This check protects the header line in any case.
            guard !(name + value).utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F || $0 == 0x3B }) else {
                throw Self.invalid("the cookie \(name.escapedForDisplay) has a control character or a semicolon")
            }
            return
        }
        guard name.isToken else {
            throw Self.invalid(
                "the name of the cookie \(name.escapedForDisplay) is not a token (RFC 6265, section 4.1.1)"
            )
        }
        if issue != nil {
            throw Self.invalid("the value of the cookie \(name) is not one text, finite number, date or raw value")
        }
        var bytes = Array(value.utf8)[...]
        let quote = UInt8(ascii: "\"")
        if bytes.count >= 2, bytes.first == quote, bytes.last == quote { bytes = bytes.dropFirst().dropLast() }
        if let index = bytes.firstIndex(where: { !Self.isOctet($0) }) {
            throw Self.invalid(
                "the value of the cookie \(name) has the byte 0x\(bytes[index].hexText) at byte \(index), which no cookie "
                    + "has (RFC 6265, section 4.1.1): write it in base64 or percent-encoded, as the server reads it"
            )
        }
    }

    /// Returns whether a byte is US-ASCII without controls, white space, `"`, `,`, `;` and `\`.
    private static func isOctet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }

    private static func invalid(_ message: String) -> SyntaxIssue { SyntaxIssue(.fieldValue, message) }
}

extension RequestCookie: RedactedDescription {
    /// The name, with a placeholder for the value.
    public var description: String { "\(name.shownPlain)=\(Redaction.placeholder)" }
}

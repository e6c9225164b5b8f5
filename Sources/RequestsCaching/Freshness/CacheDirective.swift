import Requests

/// A directive of a Cache-Control field, such as `max-age=60` or `no-cache="set-cookie"`.
struct CacheDirective: Sendable, Hashable {
    /// The name in lower case.
    let name: String

    /// The argument without quotes; `nil` if there is none.
    let value: String?

    /// Indicates whether there is whitespace around the `=`, which the syntax does not allow.
    private let isMalformed: Bool

    /// The argument as a number of seconds; `nil` if it isn't a number.
    ///
    /// A number that is too large becomes the maximum (RFC 9111, section 1.2.2).
    var seconds: Double? {
        guard !isMalformed, let value else { return nil }
        return Self.seconds(value)
    }

    /// The argument as field names, in lower case.
    var fields: [String] {
        (value ?? "").split(separator: ",").map { $0.trimmingBlanks.lowercased() }.filter { !$0.isEmpty }
    }

    /// Reads decimal digits as a number of seconds.
    static func seconds(_ text: some StringProtocol) -> Double? {
        var seconds: Double?
        for byte in text.utf8 {
            guard 0x30...0x39 ~= byte else { return nil }
            seconds = min((seconds ?? 0) * 10 + Double(byte - 0x30), largest)
        }
        return seconds
    }

    private static let largest = 2_147_483_648.0

    /// Reads the directives of a line; a comma in quotes isn't a separator.
    static func all(in line: String) -> [CacheDirective] {
        HeaderListElement.all(in: line).compactMap(CacheDirective.init)
    }

    private init?(_ member: String) {
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
        self.value = HeaderListElement.unquoted(String(value.trimmingBlanks))
        if self.name.isEmpty { return nil }
    }
}

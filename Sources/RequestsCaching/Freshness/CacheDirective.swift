import Requests

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
        var seconds: Double?
        for byte in text.utf8 {
            guard 0x30...0x39 ~= byte else { return nil }
            seconds = min((seconds ?? 0) * 10 + Double(byte - 0x30), largest)
        }
        return seconds
    }

    private static let largest = 2_147_483_648.0

    /// Reads the directives of a line; a comma in quotes does not separate them.
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

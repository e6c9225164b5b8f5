package import Foundation

extension JSONValue {
    /// A JSON number, digit for digit as it was received.
    ///
    /// Two numbers are equal if they have the same value, in any notation: `1.10` equals `1.1` and `11e-1`. Numbers that differ
    /// are not equal even if they would be rounded to the same `Double`.
    public struct Number: Sendable {
        /// The text of the number.
        public let text: String

        /// Makes a number from JSON (RFC 8259, section 6), such as `1.10` or `-2e400`; `nil` if the text is not a JSON number.
        public init?(_ text: String) {
            guard case .number(let number)? = try? JSONValue(parsing: Data(text.utf8)), number.text == text else {
                return nil
            }
            self = number
        }

        /// Makes a number from an integer of any size.
        package init(_ integer: some BinaryInteger) {
            text = String(integer)
        }

        /// Makes a number with the shortest text that is parsed as the same `Double`; `nil` if the value is not finite.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            text = value.description
        }

        /// Makes a number from a `Decimal`; `nil` if the value is not finite.
        package init?(_ value: Decimal) {
            guard value.isFinite else { return nil }
            text = value.description
        }

        init(checked text: String) { self.text = text }
    }
}

extension JSONValue.Number {
    /// Returns the number as an integer; `nil` if it is not an integer or does not fit.
    ///
    /// Any notation is accepted: `1.0` and `10e-1` are 1.
    package func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        if let integer = try? ScalarText.integer(text, as: type) { return integer }
        guard let whole = decimalNumber.wholeText else { return nil }
        return try? ScalarText.integer(whole, as: type)
    }

    /// The nearest `Double`; `nil` if the number is too large.
    package var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// The number as a `Decimal`; `nil` if that would change its value.
    package var decimal: Decimal? {
        guard let decimal = Decimal(string: text, locale: nil), Self(decimal) == self else { return nil }
        return decimal
    }

    /// Indicates whether the number is an integer.
    package var isInteger: Bool { decimalNumber.wholeText != nil }

    private var decimalNumber: DecimalNumber { DecimalNumber(of: text) }
}

extension JSONValue.Number: Hashable, CustomStringConvertible {
    /// Returns whether two numbers have the same value.
    public static func == (first: Self, second: Self) -> Bool {
        first.text == second.text || first.decimalNumber == second.decimalNumber
    }

    /// Hashes the value of the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(decimalNumber) }

    /// The text of the number.
    public var description: String { text }
}

/// The normalized value of a number: digits without leading and trailing zeros, times a power of ten.
private struct DecimalNumber: Hashable {
    private var isNegative = false
    private var digits: [UInt8] = []
    private var exponent = 0
    /// The text of an exponent that is too large for arithmetic.
    private var hugeExponent: String?

    init(of text: String) {
        var bytes = Array(text.utf8)[...]
        if bytes.first == UInt8(ascii: "-") {
            isNegative = true
            bytes = bytes.dropFirst()
        }
        if let mark = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            let written = String(decoding: bytes[(mark + 1)...], as: UTF8.self)
            if let value = Int(written), value.magnitude < UInt(Int.max / 2) {
                exponent = value
            } else {
                hugeExponent = written
            }
            bytes = bytes[..<mark]
        }
        if let point = bytes.firstIndex(of: UInt8(ascii: ".")) {
            exponent -= bytes.endIndex - point - 1
            digits = Array(bytes[..<point] + bytes[(point + 1)...])
        } else {
            digits = Array(bytes)
        }
        let zero = UInt8(ascii: "0")
        let significant = digits.lastIndex { $0 != zero }.map { $0 + 1 } ?? 0
        exponent += digits.count - significant
        digits = Array(digits[..<significant].drop { $0 == zero })
        // Zero has only one form, without a sign.
        if digits.isEmpty { self = DecimalNumber() }
    }

    private init() {}

    /// The digits of an integer with at most 40 digits; `nil` for any other number.
    var wholeText: String? {
        guard hugeExponent == nil, exponent >= 0, digits.count + min(exponent, 40) <= 40 else { return nil }
        guard !digits.isEmpty else { return "0" }
        let zeros = String(repeating: "0", count: exponent)
        return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros
    }
}

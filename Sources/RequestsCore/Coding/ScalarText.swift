package import Foundation

/// Parsing of scalars from whole strings; Foundation's initialisers stop at a NUL, and some of them at any invalid
/// byte.
package enum ScalarText {
    /// The maximum length of a number, in bytes.
    package static let numberLimit = 1_024

    package static func integer<Number: FixedWidthInteger>(
        _ text: String, as type: Number.Type
    ) throws(KeyValueDecodingError) -> Number {
        // Parsing digits takes kilobytes of code for each type. So a number is parsed as one of three types, and then
        // converted.
        if let number = int64(text).flatMap(Number.init(exactly:)) { return number }
        if Number.bitWidth >= Int64.bitWidth {
            if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) {
                if let number = int128(text).flatMap(Number.init(exactly:)) { return number }
                if Number.self == UInt128.self, let number = uint128(text) as? Number { return number }
            } else if let number = UInt64(text).flatMap(Number.init(exactly:)) {
                return number
            }
        }
        throw isWholeNumber(text) ? .outOfRange(type) : .mismatch(type)
    }

    @inline(never)
    static func int64(_ text: String) -> Int64? { Int64(text) }

    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    @inline(never)
    static func int128(_ text: String) -> Int128? { Int128(text) }

    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    @inline(never)
    static func uint128(_ text: String) -> UInt128? { UInt128(text) }

    /// Returns whether a string consists of digits, with an optional sign.
    static func isWholeNumber(_ text: String) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        return !digits.isEmpty && digits.count >= text.utf8.count - 1 && digits.allSatisfy { 0x30...0x39 ~= $0 }
    }

    package static func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ text: String, as type: Number.Type
    ) throws(KeyValueDecodingError) -> Number {
        guard isDecimal(text), let number = Number(text) else { throw .mismatch(type) }
        guard number.isFinite else { throw .outOfRange(type) }
        return number
    }

    package static func decimal(_ text: String) throws(KeyValueDecodingError) -> Decimal {
        guard isDecimal(text) else { throw .mismatch(Decimal.self) }
        guard let number = Decimal(string: text, locale: nil), number.isFinite else { throw .outOfRange(Decimal.self) }
        return number
    }

    package static func uuid(_ text: String) throws(KeyValueDecodingError) -> UUID {
        guard isWhole(text), let uuid = UUID(uuidString: text) else { throw .mismatch(UUID.self) }
        return uuid
    }

    /// Reads a URL; a relative URL is resolved against the base.
    package static func url(_ text: String, relativeTo base: URL? = nil) throws(KeyValueDecodingError) -> URL {
        guard isWhole(text), let url = URL(string: text, relativeTo: base) else { throw .mismatch(URL.self) }
        return url
    }

    /// Returns whether a string contains no NUL, at which Foundation would truncate it.
    static func isWhole(_ text: String) -> Bool { !text.utf8.contains(0) }

    /// Returns whether a string is a decimal number; the number types also accept `nan`, `inf` and hexadecimal numbers.
    private static func isDecimal(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func skip(_ bytes: [UInt8]) -> Bool {
            guard let first = rest.first, bytes.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        func digits() -> Int {
            let count = rest.prefix { 0x30...0x39 ~= $0 }.count
            rest = rest.dropFirst(count)
            return count
        }
        _ = skip(Array("+-".utf8))
        var count = digits()
        if skip(Array(".".utf8)) { count += digits() }
        guard count > 0 else { return false }
        if skip(Array("eE".utf8)) {
            _ = skip(Array("+-".utf8))
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

/// Returns whether a type is an integer of 128 bits.
package func isWideInteger(_ type: Any.Type) -> Bool {
    guard #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) else { return false }
    return type == Int128.self || type == UInt128.self
}

import Foundation
import Requests

/// Made-up values that show which properties a type has.
enum MadeUpValue {
    /// Texts to try, one after the other, for types that accept only some texts.
    static let texts = [
        "a", "1", "a@example.com", "https://example.com", "2001-01-01", "2001-01-01T00:00:00Z",
        "6F9619FF-8B86-D011-B42D-00C04FC964FF",
    ]

    /// Numbers to try for types that accept only some numbers.
    static let numbers = [1, 0, 2, 10, 100, 200, -1]

    static var variantCount: Int { texts.count }

    /// Returns a known value of a type: of Foundation's types, and of enums with raw values.
    static func known<Value>(_ type: Value.Type) -> Value? {
        let known: Any? =
            switch type {
            case is Date.Type: Date(timeIntervalSince1970: 0)
            case is URL.Type: URL(string: "https://example.com")
            case is UUID.Type: UUID()
            case is Data.Type: Data("a".utf8)
            case is Decimal.Type: Decimal(1)
            case is ResponseCookie.Type: ResponseCookie("a", "1")
            case is [ResponseCookie].Type: [ResponseCookie("a", "1")]
            case is [RequestCookie].Type: [RequestCookie("a", "1")]
            default: isByte(type) ? firstCase(of: type) : nil
            }
        // Without this check, an optional type would get a `nil` as its value.
        guard let known else { return nil }
        return known as? Value
    }

    /// Returns the first or the second case of an enum without associated values, read from memory.
    ///
    /// No other way gives such a case, because a type does not list its raw values. An enum of two to 256 cases is one byte, and
    /// its first cases are 0 and 1. Both are also valid for other types of one byte, such as `Bool`. A reference is larger.
    static func enumCase<Value>(_ index: Int, of type: Value.Type) -> Value? {
        guard MemoryLayout<Value>.size == 1 else { return nil }
        return withUnsafeBytes(of: UInt8(index == 0 ? 0 : 1)) { $0.load(as: type) }
    }

    /// Returns the first case of a type that lists its cases, or of an enum with raw values; `nil` for another type.
    static func firstCase<Value>(of type: Value.Type) -> Value? {
        if let cases = type as? any CaseIterable.Type { return first(of: cases) as? Value }
        guard type is any RawRepresentable.Type else { return nil }
        // An enum without cases also has size 0, but it can't have raw values.
        return MemoryLayout<Value>.size == 0
            ? withUnsafeBytes(of: 0 as UInt8) { $0.load(as: type) } : enumCase(0, of: type)
    }

    /// Returns whether values take one byte or none, as those of most enums do.
    ///
    /// A larger type is more likely to show its values when it is decoded than to have cases. The casts to find out cost more.
    private static func isByte<Value>(_ type: Value.Type) -> Bool { MemoryLayout<Value>.size <= 1 }

    private static func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }
}

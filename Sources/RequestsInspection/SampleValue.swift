import Foundation
import Requests
import RequestsEndpoints

/// Made-up values that reveal the properties of a type.
enum SampleValue {
    /// The strings to try in order, for types that accept only certain strings.
    static let texts = [
        "a", "1", "a@example.com", "https://example.com", "2001-01-01", "2001-01-01T00:00:00Z",
        "6F9619FF-8B86-D011-B42D-00C04FC964FF",
    ]

    /// The numbers to try, for types that accept only certain numbers.
    static let numbers = [1, 0, 2, 10, 100, 200, -1]

    static var variantCount: Int { texts.count }

    /// Returns a known value of one of Foundation's types, or of an enum that lists its cases.
    static func known<Value>(_ type: Value.Type) -> Value? {
        let known: Any? =
            switch type {
            case is Date.Type: Date(timeIntervalSince1970: 0)
            case is URL.Type: URL(string: "https://example.com")
            case is UUID.Type: UUID()
            case is Data.Type: Data("a".utf8)
            case is Decimal.Type: Decimal(1)
            case is WebCookie.Type: WebCookie("a", "1")
            case is [WebCookie].Type: [WebCookie("a", "1")]
            default: isByte(type) ? firstCase(of: type) : nil
            }
        // Without this check, the cast to an optional type would succeed with `nil`.
        guard let known else { return nil }
        return known as? Value
    }

    /// Returns the first case of a type that lists its cases; `nil` for other types.
    static func firstCase<Value>(of type: Value.Type) -> Value? {
        (type as? any CaseIterable.Type).flatMap { first(of: $0) as? Value }
    }

    /// Returns whether values have a size of at most one byte, like the values of most enums.
    ///
    /// Larger types rarely list their cases, so they don't justify the slow cast.
    private static func isByte<Value>(_ type: Value.Type) -> Bool { MemoryLayout<Value>.size <= 1 }

    private static func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }
}

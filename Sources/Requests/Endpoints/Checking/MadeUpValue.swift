import Foundation

/// Values that are made up, to see which properties a type has.
enum MadeUpValue {
    /// Texts that types with rules of their own may take: one after the other is tried.
    static let texts = [
        "a", "1", "a@example.com", "https://example.com", "2001-01-01", "2001-01-01T00:00:00Z",
        "6F9619FF-8B86-D011-B42D-00C04FC964FF",
    ]

    /// Numbers that types with rules of their own may take.
    static let numbers = [1, 0, 2, 10, 100, 200, -1]

    static var variantCount: Int { texts.count }

    /// A value of a type of which one is known: of Foundation's, and of enums with raw values.
    static func known<Value>(_ type: Value.Type) -> Value? {
        let known: Any? =
            switch type {
            case is Date.Type: Date(timeIntervalSince1970: 0)
            case is URL.Type: URL(string: "https://example.com")
            case is UUID.Type: UUID()
            case is Data.Type: Data("a".utf8)
            case is Decimal.Type: Decimal(1)
            case is ResponseCookie.Type: ResponseCookie("a", "1")
            case let cases as any CaseIterable.Type: first(of: cases)
            case is any RawRepresentable.Type: firstRaw(of: type)
            default: nil
            }
        // An optional would be made of nothing.
        guard let known else { return nil }
        return known as? Value
    }

    /// The first or the second case of an enum without values, which nothing else gives: what its raw values are, no type says.
    ///
    /// An enum of two to 256 such cases is one byte, and these are 0 and 1, which another type of a byte, such as one of a `Bool`,
    /// has as well: a reference is larger.
    static func enumCase<Value>(_ index: Int, of type: Value.Type) -> Value? {
        guard MemoryLayout<Value>.size == 1 else { return nil }
        return withUnsafeBytes(of: UInt8(index == 0 ? 0 : 1)) { $0.load(as: type) }
    }

    private static func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

    private static func firstRaw<Value>(of type: Value.Type) -> Any? {
        // One without values would be of no size, too, but it can't have raw ones.
        MemoryLayout<Value>.size == 0
            ? withUnsafeBytes(of: 0 as UInt8) { $0.load(as: type) } : enumCase(0, of: type)
    }
}

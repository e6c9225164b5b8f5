/// Any JSON value (RFC 8259), for JSON whose structure is not known in advance.
///
/// ```swift
/// let value = try await session.perform(api.get(.json(JSONValue.self), from: "/orders/1"))
/// value["customer"]?["name"]?.string    // String?
/// value["items"]?[0]?["price"]          // 1.10, as the server wrote it
///
/// api.post(.json(["name": JSONValue(name), "tags": ["new"], "parent": .null] as JSONValue), to: "/users")
/// ```
///
/// A number preserves all its digits, and an object preserves the order of its members.
///
/// When values are compared, the order of an object's members does not matter, and `1` equals `1.0`. The names of members are
/// compared by their bytes.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with all its digits.
    case number(Number)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object with ordered members.
    case object(Object)
}

extension JSONValue {
    /// Makes a string.
    public init(_ string: String) { self = .string(string) }

    /// Makes `true` or `false`.
    public init(_ bool: Bool) { self = .bool(bool) }

    /// Makes a number from an integer of any size.
    public init(_ integer: some BinaryInteger) { self = .number(Number(integer)) }

    /// Makes a number with the shortest text that is parsed as the same `Double`; `nil` if the value isn't finite.
    public init?(_ double: Double) {
        guard let number = Number(double) else { return nil }
        self = .number(number)
    }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes a number.
    public init(integerLiteral value: Int64) { self = .number(Number(value)) }

    /// Makes a number with the shortest text of the literal's `Double`; `null` if the literal is too large for a `Double`.
    public init(floatLiteral value: Double) { self = Number(value).map { .number($0) } ?? .null }

    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an object with its members in this order; if a name occurs more than once, its last value is used.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Object(members.map { (key: $0.0, value: $0.1) }))
    }
}

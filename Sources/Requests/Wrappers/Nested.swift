/// A property that is declared as an answer is, and read from the same one.
///
/// ```swift
/// struct RateLimit: Decodable {
///     @HeaderValue var remaining: Int?
///     enum CodingKeys: String, CodingKey { case remaining = "X-RateLimit-Remaining" }
/// }
///
/// struct Answer: Decodable {
///     @Nested var rateLimit: RateLimit
///     @BodyValue var user: User
/// }
/// ```
@propertyWrapper
public struct Nested<Value> {
    /// What was read.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Nested: Sendable where Value: Sendable {}
extension Nested: Equatable where Value: Equatable {}
extension Nested: Hashable where Value: Hashable {}

extension Nested: Decodable where Value: Decodable {
    /// Decodes the value alone, where it is not part of an answer.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension Nested: AnswerPart where Value: Decodable {
    init(from source: AnswerSource, body: (any Decoder)?, key: any CodingKey) throws {
        self.init(wrappedValue: try Value(from: AnswerDecoder(source: source, body: body)))
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property, `nil` where it is missing.
    public func decode<Value: Decodable>(
        _ type: Nested<Value?>.Type, forKey key: Key
    ) throws -> Nested<Value?> {
        try decodeIfPresent(type, forKey: key) ?? Nested(wrappedValue: nil)
    }
}

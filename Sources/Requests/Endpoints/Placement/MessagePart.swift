/// Where in a message a value stands.
enum MessagePlace: Sendable, Hashable {
    case path, query, header, cookie
    /// The whole body.
    case body
    /// A property of the body.
    case bodyField
    /// The status of an answer.
    case status
    /// The body of a failed answer.
    case failureBody
    /// A group of values with places of their own.
    case nested
    /// No place: a property of a type per request that is no part of its message, such as its base URL.
    case unsent
}

extension MessagePlace {
    /// Whether what stands there is one text.
    var hasOneText: Bool {
        switch self {
        case .path, .header, .cookie: true
        case .query, .body, .bodyField, .status, .failureBody, .nested, .unsent: false
        }
    }
}

/// A wrapped property, whose wrapper says where in a message it stands.
protocol MessagePart<Value> {
    associatedtype Value

    static var place: MessagePlace { get }

    var wrappedValue: Value { get }

    init(wrappedValue: Value)
}

extension MessagePart {
    /// The value where it is a text, as it most often is: it needs no encoder.
    ///
    /// The memory of a wrapper is that of its value, and is read as it is: a cast costs more than the rest of a property.
    static func text(at pointer: UnsafeRawPointer) -> String? {
        if Value.self == String.self { return pointer.assumingMemoryBound(to: String.self).pointee }
        if Value.self == String?.self { return pointer.assumingMemoryBound(to: String?.self).pointee }
        return nil
    }
}

extension HeaderValue: MessagePart { static var place: MessagePlace { .header } }
extension CookieValue: MessagePart { static var place: MessagePlace { .cookie } }
extension BodyValue: MessagePart { static var place: MessagePlace { .body } }
extension StatusCode: MessagePart { static var place: MessagePlace { .status } }
extension FailureBody: MessagePart { static var place: MessagePlace { .failureBody } }
extension Nested: MessagePart { static var place: MessagePlace { .nested } }
extension PathValue: MessagePart { static var place: MessagePlace { .path } }
extension QueryValue: MessagePart { static var place: MessagePlace { .query } }

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, nothing where it is `nil`; one that is there without an optional around it, which costs more
    /// than the value.
    @inlinable
    mutating func encode<Part: Encodable>(part: Part, isPresent: Bool, forKey key: Key) throws {
        if isPresent {
            try encode(part, forKey: key)
        } else {
            try encodeIfPresent(Part?.none, forKey: key)
        }
    }
}

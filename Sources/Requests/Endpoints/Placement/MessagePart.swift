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
}

/// A wrapped property, whose wrapper says where in a message it stands.
protocol MessagePart<Value> {
    associatedtype Value

    static var place: MessagePlace { get }

    var wrappedValue: Value { get }

    init(wrappedValue: Value)
}

extension HeaderValue: MessagePart { static var place: MessagePlace { .header } }
extension CookieValue: MessagePart { static var place: MessagePlace { .cookie } }
extension BodyValue: MessagePart { static var place: MessagePlace { .body } }
extension StatusCode: MessagePart { static var place: MessagePlace { .status } }
extension FailureBody: MessagePart { static var place: MessagePlace { .failureBody } }
extension Nested: MessagePart { static var place: MessagePlace { .nested } }
extension PathValue: MessagePart { static var place: MessagePlace { .path } }
extension QueryValue: MessagePart { static var place: MessagePlace { .query } }

import Foundation
import Requests

/// The values of properties, by their places in a message: path, query, header fields, cookies, status and body.
struct PlacedValues {
    private(set) var pathTexts = PathTexts()
    private(set) var header = HeaderFields()
    /// The cookies; a request doesn't send their attributes.
    var cookies: [WebCookie] = []
    var status: HTTPStatus?
    /// The query, percent-encoded.
    private(set) var query: [UInt8] = []
    /// The reason why the query can't be written.
    private(set) var queryError: TransportError?
    /// The properties in the body.
    private(set) var bodyFields: [Outline.Member] = []
    /// Indicates whether all properties are in the body, so that the value is encoded unchanged.
    private(set) var isPlain = true
    /// The property that is the whole body, if there is one.
    private(set) var body: (any Encodable)?
    private(set) var hasBody = false
    /// Indicates whether the property that is the whole body has no value, which JSON represents as `null`.
    var isBodyNull = false
    var failureBody: (any Encodable)?
    /// The first reason why the message can't be made.
    var problem: TransportError? { problems.first?.error }

    /// All reasons why the message can't be made, each with its property.
    private(set) var problems: [(key: String, error: TransportError)] = []

    /// Indicates whether there are values outside the body.
    var hasParts: Bool { !header.isEmpty || !cookies.isEmpty || status != nil }

    /// Indicates whether the value has properties.
    var isKeyed = false

    /// Indicates whether the value is an object, but none of its properties is sent.
    var isEmptyObject: Bool { isKeyed && !isPlaced && !hasBodyFields }

    /// Indicates whether a property is in the body.
    var hasBodyFields: Bool { !bodyFields.isEmpty }

    /// Indicates whether a property is sent outside the body.
    private var isPlaced = false

    /// Notes the place of a property.
    mutating func note(_ place: MessagePlace) {
        guard place != .bodyField else { return }
        isPlain = false
        if place != .unsent { isPlaced = true }
    }

    /// Adds a property in the body.
    mutating func add(bodyField member: Outline.Member) { bodyFields.append(member) }

    /// Adds the text of a placeholder.
    mutating func add(pathText text: String, _ name: String) {
        note(.path)
        pathTexts.append(text, named: name)
    }

    /// Adds a header field.
    mutating func add(_ field: HeaderField) {
        note(.header)
        header.append(field)
    }

    /// Adds a cookie.
    mutating func add(_ cookie: WebCookie) {
        note(.cookie)
        cookies.append(cookie)
    }

    /// Sets the whole body; `nil` if the property has no value.
    mutating func take(body: (any Encodable)?) {
        note(.body)
        hasBody = true
        self.body = body
    }

    /// Sets the percent-encoded query.
    mutating func take(query written: [UInt8]) {
        query = written
        note(.query)
    }

    /// Sets the reason why the query can't be written.
    mutating func fail(query error: KeyValueEncodingIssue) {
        if error.path.isEmpty, error.underlyingError != nil {
            fail("", error.transportError(code: .bodyEncodingFailed))
        } else {
            queryError = error.transportError(code: .queryEncodingFailed)
        }
    }

    /// Adds a reason why the message can't be made, with the property that causes it.
    mutating func fail(_ key: String, _ error: TransportError) { problems.append((key, error)) }
}

extension PlacedValues {
    /// Returns the value in a wrapper or an optional; `nil` if the value is absent.
    static func present(_ value: (any Encodable)?) -> (any Encodable)? {
        guard let value else { return nil }
        if value is String || value is Int { return value }
        if let part = value as? any PlacedProperty { return present(part.wrappedValue as? any Encodable) }
        guard let optional = value as? any OptionalType else { return value }
        return present(optional.present as? any Encodable)
    }

    /// Returns whether an absent optional of a type is encoded as `null`; `false` for text and bytes, because they
    /// aren't JSON.
    static func hasNull(_ type: Any.Type) -> Bool {
        if let part = type as? any PlacedProperty.Type { return hasNull(part.valueType) }
        if let optional = type as? any OptionalType.Type { return hasNull(optional.wrappedType) }
        return type != Data.self && type != String.self
    }
}

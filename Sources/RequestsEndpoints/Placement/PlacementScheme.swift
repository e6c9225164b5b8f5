import Foundation
import Requests

/// The places of a value's plain properties, behind one reference; plain properties have no wrapper.
package final class PlacementScheme: Sendable {
    /// The placeholders of the path.
    let placeholders: [String]
    /// The byte lengths of the placeholders, as bits.
    ///
    /// A property with a different length needs no comparison of names.
    private let lengths: UInt64
    /// The place of all other properties.
    package let others: MessagePlace
    /// Indicates whether the message is a response.
    let isResponse: Bool
    /// The known names and wrappers; `nil` for the scheme that all responses share.
    private let properties: KnownProperties?
    /// The method of the endpoint if its input is an ``EndpointRequest``; otherwise `nil`.
    let requestMethod: HTTPMethod?

    /// The array styles of query properties that differ from the endpoint's style, by coding key.
    package let arrays: [String: Coding.ArrayStyle]

    /// The problem of an input without properties that has no place in the path or body.
    package static let unplacedValue =
        "an input that is a single value needs a placeholder in the path, or an HTTP method with a body"

    /// Makes the scheme of an endpoint's input.
    ///
    /// Properties with a placeholder go into the path, all other properties into the given place.
    init(
        method: HTTPMethod, template: PathTemplate, place: ParameterLocation, arrays: [String: Coding.ArrayStyle],
        isRequest: Bool
    ) {
        self.arrays = arrays
        placeholders = template.placeholders
        lengths = placeholders.reduce(0) { $0 | Self.bit($1) }
        requestMethod = isRequest ? method : nil
        others = place == .query ? .query : .bodyField
        isResponse = false
        properties = KnownProperties()
    }

    private init(others: MessagePlace) {
        placeholders = []
        lengths = 0
        self.others = others
        isResponse = true
        requestMethod = nil
        properties = nil
        arrays = [:]
    }

    /// The scheme of a response: all properties are in the body.
    package static let response = PlacementScheme(others: .bodyField)

    /// Returns whether a value of the type is the whole query or body.
    ///
    /// A dictionary is a whole query or body, unless its keys may fill placeholders of the path.
    func holdsWhole(_ type: Any.Type) -> Bool { placeholders.isEmpty && type is any NamedCollection.Type }

    /// Returns whether the coding decodes a type itself, because Foundation would decode the type differently.
    package static func isScalar(_ type: Any.Type) -> Bool {
        type == String.self || type == Date.self || type == Data.self || type == URL.self || type == UUID.self
            || type == Decimal.self
    }

    /// Returns whether a value is JSON, which is the whole body and isn't searched for properties.
    func isWhole(_ value: some Encodable) -> Bool { others == .bodyField && placeholders.isEmpty && value is JSONValue }

    /// Returns the place of a property.
    ///
    /// The type is `nil` for a member of a group, and for a property that can't be a requirement.
    package func place(of key: String, _ type: Any.Type? = nil, coding: Coding) -> MessagePlace {
        if placeholder(for: key, coding: coding) != nil { return .path }
        return isRequirement(key, type) ? .unsent : others
    }

    /// Returns whether a property is a requirement of an ``EndpointRequest``, such as its base URL, and not part of the input.
    private func isRequirement(_ key: String, _ type: Any.Type?) -> Bool {
        guard requestMethod != nil, let type, let requirement = RequestRequirement(rawValue: key) else { return false }
        return requirement.type == type
    }

    /// Returns the bit of a name's length; all long names share one bit.
    private static func bit(_ name: String) -> UInt64 { 1 << UInt64(min(name.utf8.count, 63)) }

    /// Returns the name of the header field for a property.
    func field(_ key: String) -> HeaderField.Name { properties?.field(key) ?? WrapperName.field(key) }

    /// Returns a type as a wrapper type; `nil` if the type isn't a wrapper.
    ///
    /// The most common types are excluded first, because a cast is slow.
    func wrapper<Value>(of type: Value.Type) -> (any PlacedProperty.Type)? {
        if type == String.self || type == Int.self || type == Bool.self || type == Double.self { return nil }
        guard let properties else { return type as? any PlacedProperty.Type }
        return properties.wrapper(of: type)
    }

    /// The placeholder that an input without properties fills.
    package var onlyPlaceholder: String? { placeholders.count == 1 ? placeholders.first : nil }

    /// Returns the placeholder of a property, by the property's name in Swift or on the wire.
    package func placeholder(for key: String, coding: Coding) -> String? {
        if placeholders.isEmpty { return nil }
        if lengths & Self.bit(key) != 0, placeholders.contains(key) { return key }
        if coding.hasVerbatimKeys { return nil }
        let name = coding.keys.wireName(of: key)
        return name != key && placeholders.contains(name) ? name : nil
    }
}

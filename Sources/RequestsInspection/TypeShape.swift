import Requests
import RequestsEndpoints

/// The form of a type's values, found by decoding the type from made-up values.
package enum TypeShape {
    /// Named properties.
    case object([Property])
    /// A value without properties, of this type.
    case value(any Decodable.Type)
    /// Elements of this type.
    case elements(any Decodable.Type)

    /// A named property.
    package struct Property {
        /// The coding key.
        package let key: String
        /// The place that its wrapper sets; `nil` for a plain property.
        package let place: MessagePlace?
        /// The type, without its wrapper; `Never` for a property that is decoded by hand, without a type.
        package let type: any Decodable.Type
        /// Indicates whether the property may be missing.
        package let isOptional: Bool
        /// Indicates whether the property is a member of a group.
        package let isInGroup: Bool

        package init(
            key: String, place: MessagePlace?, type: any Decodable.Type, isOptional: Bool, isInGroup: Bool = false
        ) {
            self.key = key
            self.place = place
            self.type = type
            self.isOptional = isOptional
            self.isInGroup = isInGroup
        }
    }

    /// Inspects a type.
    ///
    /// - Throws: An ``UnseenType`` with the reason why the type can't be inspected.
    package init(of type: any Decodable.Type) throws(UnseenType) {
        let probe = InputProbe()
        let isSeen = probe.decoded(type) != nil
        switch probe.form {
        case .single(let other)?: self = .value(other)
        case .elements(let element)?: self = .elements(element)
        case .keyed? where probe.hasOpenKeys:
            throw UnseenType(property: nil, reason: "different values have different property names")
        case .keyed?:
            // If decoding stops early, the type may have more properties.
            guard isSeen else {
                let reason = "the type couldn't be decoded from sample values"
                throw UnseenType(property: probe.unseenProperty, reason: reason)
            }
            self = .object(try Self.properties(of: probe))
        case nil: throw UnseenType(property: nil, reason: "the type couldn't be decoded from sample values")
        }
    }

    /// Returns whether a type has generic arguments, like optionals, collections and property wrappers.
    ///
    /// The first cast of a type to a protocol searches all conformances of the program. So code that inspects many
    /// types checks this first.
    package static func hasArguments(_ type: Any.Type) -> Bool { _typeName(type, qualified: false).hasSuffix(">") }

    /// Returns whether a type is an array, a set or a dictionary, and not a wrapper or optional.
    package static func isCollection(_ type: Any.Type) -> Bool {
        let name = _typeName(type)
        return ["Swift.Array<", "Swift.Set<", "Swift.Dictionary<"].contains { name.hasPrefix($0) }
    }

    private static func properties(of probe: InputProbe) throws(UnseenType) -> [Property] {
        var properties: [Property] = []
        for property in probe.properties where property.place != .nested {
            if property.type == Never.self {
                throw UnseenType(property: property.key, reason: "custom decoding code hides the type of a property")
            }
            properties.append(
                Property(
                    key: property.key, place: property.place, type: property.type,
                    isOptional: property.isOptional || probe.optionals.contains(property.key)))
        }
        return properties
    }
}

/// The reason why a type can't be inspected.
package struct UnseenType: Error {
    /// The property that can't be inspected; `nil` for the type itself.
    package let property: String?
    package let reason: String
}

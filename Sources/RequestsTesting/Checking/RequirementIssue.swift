import Requests
import RequestsEndpoints
import RequestsInspection

/// A property of an ``EndpointRequest`` that can be confused with a requirement such as its base URL.
enum RequirementIssue {
    /// Finds the properties of a type that can be confused with requirements.
    ///
    /// - Parameters:
    ///   - value: A value of the type. Its stored properties are checked.
    ///   - probe: The properties that the type decodes.
    ///   - scheme: The places of properties.
    ///   - coding: The coding of the API.
    /// - Returns: The issues; empty for a type that isn't an ``EndpointRequest``.
    static func all(
        in value: some Encodable, _ probe: InputProbe, scheme: PlacementScheme, coding: Coding
    ) -> [String] {
        guard value is any EndpointRequest else { return [] }
        var stored: [String: Any.Type] = [:]
        for child in Mirror(reflecting: value).children {
            if let label = child.label { stored[label] = type(of: child.value) }
        }
        return probe.properties.filter { !$0.isInGroup }.compactMap { property in
            let key = property.key
            // A wrapped property is stored with a leading underscore.
            guard stored[key] != nil || stored["_" + key] != nil else {
                return renamed(property, stored, probe)
            }
            guard let requirement = RequestRequirement(rawValue: key) else { return nil }
            let isRequirement = property.type == requirement.type && !property.isOptional
            let isPlaced = property.place != nil || scheme.placeholder(for: key, coding: coding) != nil
            if isRequirement == isPlaced, isPlaced {
                return "`\(key)` is sent with the request, but also implements EndpointRequest's `\(key)`: rename the "
                    + "property"
            }
            guard !isRequirement, property.place == nil else { return nil }
            return "`\(key)` is sent as input, because its type isn't that of EndpointRequest's `\(key)`, "
                + "\(requirement.type): rename the property, and keep `\(key)` as its coding key"
        }
    }

    /// Returns the problem of a property that may be a requirement with a different coding key.
    private static func renamed(
        _ property: TypeShape.Property, _ stored: [String: Any.Type], _ probe: InputProbe
    ) -> String? {
        let requirement = RequestRequirement.allCases.first { requirement in
            stored[requirement.rawValue] == requirement.type && property.type == requirement.type
                && !property.isOptional && !probe.properties.contains { $0.key == requirement.rawValue }
        }
        return requirement.map { requirement in
            "`\(property.key)` is sent as input, but seems to be EndpointRequest's `\(requirement.rawValue)`: "
                + "change the coding key to `\(requirement.rawValue)`, or remove the coding key"
        }
    }
}

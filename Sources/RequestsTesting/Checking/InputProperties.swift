import Requests
import RequestsEndpoints
import RequestsInspection

/// The properties of an input and their places.
struct InputProperties {
    typealias Property = (key: String, place: MessagePlace)

    let properties: [Property]

    /// Indicates whether the input has properties; otherwise, it is a single value.
    let isKeyed: Bool

    /// The names of the query properties that may be arrays, including properties that a value doesn't write.
    let queryLists: Set<String>

    /// The names of the properties that may be missing.
    let optionals: Set<String>

    /// The reasons why this input can't be written.
    let problems: [(key: String, error: TransportError)]

    /// The properties that can be confused with requirements of ``EndpointRequest``.
    let mistakes: [String]

    /// Collects the properties of a value, and the places to which a client writes them.
    init(of value: some Encodable, _ probe: InputProbe, scheme: PlacementScheme, coding: Coding) {
        let placed = scheme.places(of: value, coding: coding)
        properties = placed.properties
        let lists = probe.properties.filter { property in
            let place = property.place ?? scheme.place(of: property.key, property.type, coding: coding)
            return place == .query && !PlacementScheme.isScalar(property.type)
        }
        queryLists = Set(lists.map(\.key))
        optionals = probe.optionals
        mistakes = RequirementIssue.all(in: value, probe, scheme: scheme, coding: coding)
        isKeyed = placed.isKeyed
        problems = placed.problems
    }
}

extension DescribedEndpoint {
    /// Returns the properties of a made-up input.
    ///
    /// - Throws: An ``UnseenInput`` with the reason why the type can't be inspected.
    func probedInput<Input: Codable>(_ type: Input.Type, coding: Coding) throws(UnseenInput) -> InputProperties {
        let probe = InputProbe()
        guard let value = probe.value(type) else {
            throw UnseenInput(
                reason: probe.unseenProperty.map { "no sample value could be created for `\($0)`" }
                    ?? "the type couldn't be decoded from sample values")
        }
        if probe.hasOpenKeys, !template.placeholders.isEmpty {
            throw UnseenInput(reason: "different values have different properties")
        }
        return InputProperties(of: value, probe, scheme: scheme, coding: coding)
    }

    /// Returns the properties of an example; `nil` if the example isn't of the input type.
    func inputProperties<Input: Codable>(of example: any Encodable, _ type: Input.Type, coding: Coding)
        -> InputProperties?
    {
        (example as? Input).map { inputProperties(of: $0, coding: coding) }
    }

    /// Returns the properties of a value.
    func inputProperties<Input: Codable>(of value: Input, coding: Coding) -> InputProperties {
        let probe = InputProbe()
        _ = probe.value(Input.self)
        return InputProperties(of: value, probe, scheme: scheme, coding: coding)
    }
}

/// The reason why an input can't be inspected.
struct UnseenInput: Error {
    let reason: String
}

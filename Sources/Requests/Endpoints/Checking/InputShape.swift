/// The properties of an input, and where they stand.
struct InputShape {
    /// A property.
    struct Property {
        let key: String
        let place: MessagePlace
    }

    private(set) var properties: [Property] = []

    /// Whether the input has properties, and is not one value.
    let isKeyed: Bool

    /// Which properties may be missing.
    let optionals: Set<String>

    /// What keeps this input from being written.
    let problems: [(key: String, error: TransportError)]

    /// The properties that can't be told from the requirements of a type per request.
    let mistakes: [RequirementMistake]

    /// The properties of a value, and where the rules that write it put them.
    init(of value: some Encodable, _ probe: InputProbe, scheme: PlacementScheme, coding: Coding) {
        var properties: [Property] = []
        let head = PlacementEncoder.placed(value, scheme: scheme, coding: coding) { key, place in
            properties.append(Property(key: key, place: place))
        }
        if !head.isKeyed, let name = scheme.onlyPlaceholder { head.fillPath(name, with: value) }
        self.properties = properties
        optionals = probe.optionals
        mistakes = RequirementMistake.all(in: value, probe, scheme: scheme, coding: coding)
        isKeyed = head.isKeyed
        problems = head.problems
    }
}

extension DescribedEndpoint {
    /// The properties of an input that is made up.
    ///
    /// - Throws: Why the type can't be looked into, as an ``UnseenInput``.
    func probedShape<Input: Codable>(_ type: Input.Type, coding: Coding) throws(UnseenInput) -> InputShape {
        let probe = InputProbe()
        guard let value = probe.value(type) else {
            throw UnseenInput(
                reason: probe.unseenProperty.map { "no value could be made up for `\($0)`" }
                    ?? "it did not decode from values that are made up")
        }
        if probe.hasOpenKeys, !path.placeholders.isEmpty {
            throw UnseenInput(reason: "which properties it has, only a value shows")
        }
        return InputShape(of: value, probe, scheme: scheme, coding: coding)
    }

    /// The properties of a value.
    func shape<Input: Codable>(of value: Input, coding: Coding) -> InputShape {
        let probe = InputProbe()
        _ = probe.value(Input.self)
        return InputShape(of: value, probe, scheme: scheme, coding: coding)
    }
}

/// Why an input can't be looked into.
struct UnseenInput: Error {
    let reason: String
}

import Requests

/// The bounds of the values in a type, by the types that declare them.
struct TypeBounds: Sendable {
    /// A property with bounds, or with a type that has some.
    struct Property {
        let key: String
        /// The place that its wrapper sets; `nil` for a plain property.
        let place: MessagePlace?
        let bounds: ValueBounds?
        let type: ObjectIdentifier?
    }

    enum Form {
        case elements(ObjectIdentifier)
        /// The values of a dictionary.
        case members([ObjectIdentifier])
        case properties([Property])
    }

    /// A value that violates a bound.
    struct Violation {
        /// The coding keys that lead to the value, without its first property.
        let path: [any CodingKey]
        /// The property of the type, and the place that its wrapper sets; `nil` if the type has no properties.
        let property: (key: String, place: MessagePlace?)?
        let issue: BoundIssue
    }

    let root: ObjectIdentifier
    private(set) var forms: [ObjectIdentifier: Form] = [:]
    /// Indicates whether no type declares bounds.
    private(set) var isEmpty = true
    /// Indicates whether a list has a maximum number of elements.
    private(set) var hasListLimits = false
    /// The problems of the keys and keywords in `propertySchemas`.
    private(set) var problems: [(key: String, message: String)] = []

    /// Inspects a type, and all types inside it.
    init(of type: any Decodable.Type) {
        root = ObjectIdentifier(type)
        visit(type)
    }

    private mutating func visit(_ type: any Decodable.Type) {
        let id = ObjectIdentifier(type)
        guard forms[id] == nil else { return }
        // A recursive type stops here.
        forms[id] = .properties([])
        let probe = InputProbe()
        _ = probe.value(type)
        switch probe.form {
        // A scalar is decoded as itself.
        case .single(let other)?: forms[id] = forms[visited(other)]
        case .elements(let element)?: forms[id] = .elements(visited(element))
        case .keyed? where probe.hasOpenKeys:
            forms[id] = .members(probe.properties.compactMap { property in property.type.map { visited($0) } })
        case .keyed?: forms[id] = .properties(properties(of: type, probe))
        case nil: break
        }
    }

    private mutating func visited(_ type: any Decodable.Type) -> ObjectIdentifier {
        visit(type)
        return ObjectIdentifier(type)
    }

    private mutating func properties(of type: any Decodable.Type, _ probe: InputProbe) -> [Property] {
        let provider = type as? any PropertySchemaProviding.Type
        let properties = probe.properties.filter { !$0.isInGroup }
        for (key, _) in provider?.propertySchemas ?? [:] {
            let name = "`\(type).propertySchemas`"
            guard let property = properties.first(where: { $0.key == key }) else {
                problems.append((key, "\(name) contains `\(key)`, which isn't a property"))
                continue
            }
            for (keyword, _) in provider?.keywords(of: key) ?? [:] {
                guard let problem = SchemaKeywords.problem(of: keyword, on: property.type) else { continue }
                problems.append((key, "\(name) contains `\(keyword)` for `\(key)`, which \(problem)"))
            }
        }
        return properties.map { property in
            let bounds = provider?.keywords(of: property.key).flatMap { ValueBounds($0) }
            if bounds != nil { isEmpty = false }
            if bounds?.itemCount?.upperBound ?? .max < .max { hasListLimits = true }
            return Property(
                key: property.key, place: property.place, bounds: bounds, type: property.type.map { visited($0) })
        }
    }

    /// Returns the first violation in the JSON of a value, whose names are coding keys; `nil` if there is none.
    func violation(in value: JSONValue) -> Violation? { violation(in: value, root) }

    private func violation(in value: JSONValue, _ type: ObjectIdentifier) -> Violation? {
        switch forms[type] {
        case .elements(let type)?:
            for (index, element) in (value.array ?? []).enumerated() {
                guard let found = violation(in: element, type) else { continue }
                return found.below(WireKey("\(index)", intValue: index))
            }
        case .members(let types)?:
            for (name, member) in value.object ?? [:] {
                for type in types {
                    if let found = violation(in: member, type) { return found.below(WireKey(name)) }
                }
            }
        case .properties(let properties)?:
            for property in properties {
                guard let value = value[property.key] else { continue }
                if let found = violation(in: value, property) { return found }
            }
        case nil: break
        }
        return nil
    }

    private func violation(in value: JSONValue, _ property: Property) -> Violation? {
        if let (indices, issue) = property.bounds?.issue(of: value) {
            let path = indices.map { WireKey("\($0)", intValue: $0) }
            return Violation(path: path, property: (property.key, property.place), issue: issue)
        }
        guard let type = property.type else { return nil }
        return violation(in: value, type)?.inside(property)
    }
}

extension TypeBounds.Violation {
    /// Returns the violation in the value of a property.
    func inside(_ property: TypeBounds.Property) -> Self {
        let path = (self.property.map { [WireKey($0.key)] } ?? []) + path
        return Self(path: path, property: (property.key, property.place), issue: issue)
    }

    /// Returns the violation in a value that contains the other one.
    func below(_ key: any CodingKey) -> Self {
        let path = [key] + (property.map { [WireKey($0.key)] } ?? []) + path
        return Self(path: path, property: nil, issue: issue)
    }
}

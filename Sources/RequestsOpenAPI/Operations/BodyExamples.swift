import Requests

/// The examples of a body: the part of each example that is in the body.
struct BodyExamples {
    /// The part of a value that is in the body.
    enum Part {
        case whole
        /// One property is the body.
        case property(String)
        /// Some properties are in the body.
        case properties(Set<String>)
    }

    private let values: [(name: String, value: JSONValue)]

    /// Writes values as JSON, in which a wrapper is written as its value.
    init(_ values: [(name: String, value: (any Encodable)?)], _ part: Part, coding: Coding) {
        self.values = values.compactMap { name, value in
            guard let value, let json = try? JSONValue(encoding: value, coding: coding) else { return nil }
            switch part {
            case .whole: return (name, json)
            case .property(let key): return json[coding.keys.wireName(of: key)].map { (name, $0) }
            case .properties(let keys):
                let names = Set(keys.map(coding.keys.wireName))
                return json.members.map { (name, .object(.init($0.filter { names.contains($0.key) }))) }
            }
        }
    }

    /// The Example Objects by their names; `nil` if there are none.
    var json: JSONValue? {
        guard !values.isEmpty else { return nil }
        return .object(.init(values.map { (key: $0.name, value: ["value": $0.value]) }))
    }
}

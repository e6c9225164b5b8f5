import Requests
import RequestsEndpoints

/// The examples of an endpoint's inputs or outputs.
struct Examples {
    /// The part of a value to show in an example.
    enum Part {
        case whole
        /// One property.
        case property(String)
        /// Some properties.
        case properties(Set<String>)
    }

    private let values: [(name: String, json: JSONValue)]
    private let keys: Coding.KeyStyle

    /// Encodes values as JSON, replacing wrappers by their values; notes a problem for a value that can't be encoded.
    init(_ examples: [EndpointExample], _ value: (EndpointExample) -> (any Encodable)?, schemas: SchemaBuilder) {
        let coding = schemas.coding
        keys = coding.keys
        values = examples.compactMap { example in
            guard let value = value(example) else { return nil }
            do {
                return (example.name, try JSONValue(encoding: value, coding: coding))
            } catch {
                schemas.fail(nil, nil, "has an example `\(example.name)` that can't be encoded: \(error)")
                return nil
            }
        }
    }

    /// Returns the Example Objects of a part, by name (OpenAPI 3.1.1, section 4.8.19); `nil` if there are none.
    func json(_ part: Part, wrappedBy wrap: (JSONValue) -> JSONValue = { $0 }) -> JSONValue? {
        let examples = values.compactMap { name, value in
            self.part(part, of: value).map { (key: name, value: ["value": wrap($0)] as JSONValue) }
        }
        return examples.isEmpty ? nil : .object(JSONValue.Object(examples))
    }

    private func part(_ part: Part, of value: JSONValue) -> JSONValue? {
        switch part {
        case .whole: return value
        case .property(let key): return value[keys.wireName(of: key)]
        case .properties(let properties):
            let names = Set(properties.map(keys.wireName))
            return value.object.map { .object(JSONValue.Object($0.filter { names.contains($0.key) })) }
        }
    }
}

import Foundation
import Requests
import RequestsEndpoints
import RequestsInspection

/// The parts that come from the input, for a request that has no input yet.
extension Explainer {
    /// The pairs of the query, with property names in braces as values.
    ///
    /// To find the names of the pairs, the coding encodes a sample value of the property's type.
    var templateQuery: [Part] {
        let properties = isTemplate ? parts.endpoint?.properties.filter { $0.place == .query } ?? [] : []
        return properties.flatMap { property in
            var leaves: [String] = []
            let name = parts.coding.keys.wireName(of: property.key)
            let value = property.type.map { shape(of: $0, property.key, &leaves) }
            let pairs = pairs(of: .object([name: value ?? "0"]), leaves)
            return (pairs.isEmpty ? [(name, property.key)] : pairs).map { name, leaf in
                Part(place: .query, text: "\(name)={\(leaf)}", source: .property(property.key))
            }
        }
    }

    /// The field that describes the body.
    var templateContentType: [Part] {
        guard isTemplate, let endpoint = parts.endpoint, !bodyParts.isEmpty else { return [] }
        let field = HeaderField.contentType(endpoint.bodyFormat.contentType)
        return [Part(place: .header, text: field.description, source: .body)]
    }

    /// Returns a sample value with the properties of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - path: The names of the properties that lead to the value.
    ///   - leaves: Receives the path of each value without properties. The sample value is the index of its path.
    /// - Returns: The value.
    private func shape(of type: any Decodable.Type, _ path: String, _ leaves: inout [String]) -> JSONValue {
        if let optional = type as? any OptionalType.Type, let wrapped = optional.wrappedType as? any Decodable.Type {
            return shape(of: wrapped, path, &leaves)
        }
        let name = TypeShape.hasArguments(type) ? _typeName(type) : ""
        if name.hasPrefix("Swift.Dictionary<") {
            leaves.append(path)
            return ["key": .string(String(leaves.count - 1))]
        }
        switch try? TypeShape(of: type) {
        case .elements(let element): return [shape(of: element, path, &leaves)]
        case .object(let properties):
            return .object(
                JSONValue.Object(
                    properties.map { property in
                        let name = parts.coding.keys.wireName(of: property.key)
                        return (key: name, value: shape(of: property.type, "\(path).\(property.key)", &leaves))
                    }))
        case .value, nil:
            leaves.append(path)
            return .string(String(leaves.count - 1))
        }
    }

    /// Returns the names of a query's pairs before percent-encoding, each with its leaf.
    private func pairs(of query: JSONValue, _ leaves: [String]) -> [(name: String, leaf: String)] {
        let api = AnonymousProvider(baseURL: URL("http://localhost"), coding: parts.coding)
        guard let url = try? api.get(from: "/").adding(query: query).resolve().urlText else { return [] }
        var names: [Int: String] = [:]
        for pair in Self.pairs(of: url) {
            guard let equals = pair.lastIndex(of: "="), let leaf = Int(pair[equals...].dropFirst()) else { continue }
            names[leaf] = pair[..<equals].removingPercentEncoding ?? String(pair[..<equals])
        }
        // The coding treats the sample as a dictionary and sorts its members, so this line restores the order of the
        // members.
        return leaves.indices.compactMap { index in names[index].map { ($0, leaves[index]) } }
    }
}

/// A collection whose order differs in each run, and which is sorted so that the same value has the same bytes.
protocol UnorderedCollection {
    func encodeInOrder(to place: KeyValueEncoder) throws
}

extension Dictionary: UnorderedCollection where Key: Encodable, Value: Encodable {
    /// Encodes the entries, sorted by key; the key style does not apply, because keys are data.
    func encodeInOrder(to place: KeyValueEncoder) throws {
        if let texts = exactly([String: String].self) { return place.write(texts) }
        let names = try names(at: place)
        let order = TextOrder(of: names)
        // The order of equal names would be random.
        if let name = order.repeated { throw place.issue("has two keys that are written as `\(name)`") }
        let values = Array(values)
        for position in order.positions {
            let start = place.outputCount
            let entry = place.child(.name(names[position]), named: names[position])
            try entry.encode(values[position])
            if entry.writer.isReadBack, entry.outputCount == start {
                throw entry.issue(
                    "is nil, which is written as nothing, so that its key would be lost: choose another NilStyle")
            }
        }
    }

    private func names(at place: KeyValueEncoder) throws -> [String] {
        if let names = Array(keys) as? [String], Key.self == String.self { return names }
        return try keys.map { key in
            if let key = key as? any CodingKeyRepresentable { return key.codingKey.stringValue }
            guard let name = try KeyValueEncoder.scalarText(of: key, coding: .standard) else {
                throw place.issue("has a key that is nil")
            }
            return name
        }
    }
}

extension Set: UnorderedCollection where Element: Encodable {
    /// Encodes the elements, sorted by their encoded bytes.
    func encodeInOrder(to place: KeyValueEncoder) throws {
        guard place.isNamed else { throw place.unnamedArray }
        let elements = try map { element in
            let probe = KeyValueEncoder(coding: place.writer.coding, use: .query, name: "")
            try probe.encode(element)
            return (probe.written, element)
        }
        let sorted = elements.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        for (index, (_, element)) in sorted.enumerated() { try place.element(index).encode(element) }
    }
}

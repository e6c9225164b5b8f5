/// A collection whose order differs in each run; it is sorted, so that the same value has the same bytes.
protocol UnorderedCollection {
    func write(to writer: inout KeyValueWriter, at place: KeyValuePlace) throws
}

extension Dictionary: UnorderedCollection where Key: Encodable, Value: Encodable {
    /// Writes the entries, sorted by key; the key style does not apply, because keys are data.
    func write(to writer: inout KeyValueWriter, at place: KeyValuePlace) throws {
        if let texts = exactly([String: String].self) { return try writer.write(texts, at: place) }
        let names = try names(at: place)
        let order = TextOrder(of: names)
        // The order of equal names would be random.
        if let name = order.repeated {
            throw place.issue("has two different keys that would both be written as `\(name)`")
        }
        let values = Array(values)
        for position in order.positions {
            let start = writer.output.count
            let entry = try writer.entry(names[position], in: place)
            try writer.write(values[position], at: entry)
            if writer.isReadBack, writer.output.count == start {
                throw entry.issue(
                    "is nil, which the NilStyle doesn't write, so the key would be lost: use a different NilStyle")
            }
        }
    }

    private func names(at place: KeyValuePlace) throws -> [String] {
        if let names = Array(keys) as? [String], Key.self == String.self { return names }
        return try keys.map { key in
            if let key = key as? any CodingKeyRepresentable { return key.codingKey.stringValue }
            guard let name = try Coding.standard.singleText(of: key) else {
                throw place.issue("has a key that is nil, but a key must not be nil")
            }
            return name
        }
    }
}

extension Set: UnorderedCollection where Element: Encodable {
    /// Writes the elements, sorted by their encoded bytes.
    func write(to writer: inout KeyValueWriter, at place: KeyValuePlace) throws {
        guard place.isNamed else { throw place.unnamedArray(isReadBack: writer.isReadBack) }
        let elements = try map { element in
            var probe = KeyValueWriter(coding: writer.coding, use: .query)
            try probe.write(element, at: probe.root(named: ""))
            return (probe.written, element)
        }
        let sorted = elements.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        try writer.write(sorted, at: place) { element, place, writer in try writer.write(element.1, at: place) }
    }
}

/// A collection whose order differs from run to run: it is sorted, so that the same value gives the same bytes.
protocol UnorderedCollection {
    func encodeInOrder(to writer: KeyValueWriter, at place: KeyValuePlace) throws
}

extension Dictionary: UnorderedCollection where Key: Encodable, Value: Encodable {
    /// Sorted by key; keys are data, so the key style does not change them.
    func encodeInOrder(to writer: KeyValueWriter, at place: KeyValuePlace) throws {
        let pairs = try map { key, value in (try Self.name(of: key, at: place), value) }
            .sorted { $0.0 < $1.0 }
        for (index, (name, value)) in pairs.enumerated() {
            // Their order would be a matter of chance.
            if index > 0, pairs[index - 1].0 == name {
                throw KeyValueError(problem: "has two keys that are written as `\(name)`", path: place.path)
            }
            let key = WireKey(name)
            let start = writer.pairs.bytes.count
            try writer.encode(value, at: writer.child(of: place, key, named: name))
            if writer.use == .form, writer.pairs.bytes.count == start {
                throw KeyValueError(
                    problem:
                        "is nil, which is written as nothing, so that its key would be lost: choose another NilStyle",
                    path: place.path + [key]
                )
            }
        }
    }

    private static func name(of key: Key, at place: KeyValuePlace) throws -> String {
        if let key = key as? any CodingKeyRepresentable { return key.codingKey.stringValue }
        guard let name = try KeyValueEncoder.scalarText(of: key, coding: .standard) else {
            throw KeyValueError(problem: "has a key that is nil", path: place.path)
        }
        return name
    }
}

extension Set: UnorderedCollection where Element: Encodable {
    /// Sorted by what the elements encode as.
    func encodeInOrder(to writer: KeyValueWriter, at place: KeyValuePlace) throws {
        guard place.isNamed else { throw writer.unnamedArray(at: place) }
        let elements = try map { element in
            let probe = KeyValueWriter(pairs: PairBuffer(), coding: writer.coding, use: .query)
            try probe.encode(element, at: KeyValuePlace(name: []))
            return (probe.takePairs().bytes, element)
        }
        let sorted = elements.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        for (index, (_, element)) in sorted.enumerated() {
            try writer.encode(element, at: writer.element(index, of: place))
        }
    }
}

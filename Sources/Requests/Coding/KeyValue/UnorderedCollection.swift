/// A collection whose order differs from run to run: it is sorted, so that the same value gives the same bytes.
protocol UnorderedCollection {
    func encodeInOrder(to writer: KeyValueWriter, at place: KeyValuePlace) throws
}

extension Dictionary: UnorderedCollection where Key: Encodable, Value: Encodable {
    /// Encodes the entries, sorted by key; keys are data, so the key style does not change them.
    func encodeInOrder(to writer: KeyValueWriter, at place: KeyValuePlace) throws {
        if let texts = exactly([String: String].self) { return writer.write(texts, at: place) }
        let names = try names(at: writer.codingPath(of: place))
        let order = TextOrder(of: names)
        // The order of two equal names would be random.
        if let name = order.repeated {
            throw KeyValueEncodingIssue(
                problem: "has two keys that are written as `\(name)`",
                path: writer.codingPath(of: place)
            )
        }
        let values = Array(values)
        for position in order.positions {
            let name = names[position]
            let start = writer.outputCount
            try writer.encode(values[position], named: name, of: place)
            if writer.isReadBack, writer.outputCount == start {
                throw KeyValueEncodingIssue(
                    problem:
                        "is nil, which is written as nothing, so that its key would be lost: choose another NilStyle",
                    path: writer.codingPath(of: place) + [WireKey(name)]
                )
            }
        }
    }

    private func names(at path: @autoclosure () -> [any CodingKey]) throws -> [String] {
        if let names = Array(keys) as? [String], Key.self == String.self { return names }
        return try keys.map { key in
            if let key = key as? any CodingKeyRepresentable { return key.codingKey.stringValue }
            guard let name = try KeyValueEncoder.scalarText(of: key, coding: .standard) else {
                throw KeyValueEncodingIssue(problem: "has a key that is nil", path: path())
            }
            return name
        }
    }
}

extension Set: UnorderedCollection where Element: Encodable {
    /// Encodes the elements, sorted by their encoded bytes.
    func encodeInOrder(to writer: KeyValueWriter, at place: KeyValuePlace) throws {
        guard writer.hasName(place) else { throw writer.unnamedArray(at: place) }
        let elements = try map { element in
            let probe = KeyValueWriter(coding: writer.coding, use: .query, name: "")
            try probe.encode(element, at: .root)
            return (Array(probe.state.pointee.output.bytes), element)
        }
        let sorted = elements.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        let mark = writer.openPlaces
        for (index, (_, element)) in sorted.enumerated() {
            try writer.encode(element, at: writer.element(index, of: place))
            writer.close(to: mark)
        }
    }
}

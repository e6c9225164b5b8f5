/// Each pair is written in one go: appending to an array has a price, whatever is appended.
extension KeyValueWriter {
    // MARK: - Properties

    func write(_ text: String, _ key: some CodingKey, of place: KeyValuePlace) {
        text.withBytes { text in
            append(key, of: place, upTo: 3 * text.count) {
                $0.write(text, keeping: .unreserved, spaces: naming.spaces)
            }
        }
    }

    func write(_ number: some FixedWidthInteger, _ key: some CodingKey, of place: KeyValuePlace) {
        guard let small = UInt32(exactly: number) else { return write(String(number), key, of: place) }
        append(key, of: place, upTo: 10) { $0.write(small) }
    }

    private func append(
        _ key: some CodingKey, of place: KeyValuePlace, upTo capacity: Int, _ write: (inout ByteWriter) -> Void
    ) {
        coding.keys.wireName(of: key.stringValue).withBytes { name in
            if use == .form { checkReadable(name, of: key, in: place) }
            pairs.append(upTo: naming.limit(name, below: place) + 1 + capacity) { writer in
                naming.write(name, below: place, to: &writer)
                writer.write(UInt8(ascii: "="))
                write(&writer)
            }
        }
    }

    /// Writes a property that is a scalar.
    ///
    /// - Returns: Whether it is one.
    func writeScalar<Value: Encodable>(_ value: Value, _ key: some CodingKey, of place: KeyValuePlace) throws -> Bool {
        if let number = value.exactly(Int.self) {
            write(number, key, of: place)
            return true
        }
        guard let text = try scalarText(of: value, at: place.path(to: key)) else { return false }
        // What could be a nil has a place of its own.
        if text.isEmpty, use == .form, coding.nils == .empty { return false }
        write(text, key, of: place)
        return true
    }

    // MARK: - Elements

    /// Writes an element that is a scalar.
    ///
    /// - Returns: Whether it is one.
    func writeScalar<Value: Encodable>(_ value: Value, element index: Int, of place: KeyValuePlace) throws -> Bool {
        guard place.isNamed, coding.arrays != .commaSeparated else { return false }
        if let number = value.exactly(Int.self), let small = UInt32(exactly: number) {
            append(element: index, of: place, upTo: 10) { $0.write(small) }
            return true
        }
        let path = { place.path(to: WireKey(String(index), intValue: index)) }
        guard let text = try value.exactly(Int.self).map(String.init) ?? scalarText(of: value, at: path()) else {
            return false
        }
        text.withBytes { text in
            append(element: index, of: place, upTo: 3 * text.count) {
                $0.write(text, keeping: .unreserved, spaces: naming.spaces)
            }
        }
        return true
    }

    private func append(
        element index: Int, of place: KeyValuePlace, upTo capacity: Int, _ write: (inout ByteWriter) -> Void
    ) {
        pairs.append(upTo: naming.limit(elementBelow: place) + 1 + capacity) { writer in
            naming.write(element: index, below: place, to: &writer)
            writer.write(UInt8(ascii: "="))
            write(&writer)
        }
    }

    // MARK: - Any place

    func write(_ text: String, at place: KeyValuePlace) throws {
        if use == .form { try checkReadable(text, at: place) }
        try begin(place)
        switch use {
        case .query, .form: PercentEncoding.append(text, spaces: naming.spaces, to: &pairs.bytes)
        case .text: pairs.bytes += text.utf8
        }
        end(place)
    }

    func write(_ number: some BinaryInteger, at place: KeyValuePlace) throws {
        try begin(place)
        pairs.append(number)
        end(place)
    }

    func begin(_ place: KeyValuePlace) throws {
        guard place.isNamed else {
            throw KeyValueError(
                problem: use == .form
                    ? "has no names of its own: a form has named values, as in .form([\"name\": value])"
                    : "has no names of its own: add it with a name, as in adding(query: \"name\", value)",
                path: place.path
            )
        }
        if isJoined(place), let openList, openList.end == pairs.bytes.count, openList.name == place.name {
            pairs.bytes.append(UInt8(ascii: ","))
        } else {
            pairs.separate()
            pairs.bytes += place.name
            pairs.bytes.append(UInt8(ascii: "="))
        }
    }

    func end(_ place: KeyValuePlace) {
        if isJoined(place) { openList = (place.name, pairs.bytes.count) }
    }

    /// Whether a value joins those before it, where there are any, by a comma.
    private func isJoined(_ place: KeyValuePlace) -> Bool {
        place.isElement && coding.arrays == .commaSeparated
    }
}

import Foundation

/// Reads the properties of an input from where they stand in a request: the inverse of ``PlacementEncoder``.
struct PlacementDecoder: Decoder {
    let source: InputSource
    /// What decodes the body; `nil` where it is empty, or can't be read.
    let body: (any Decoder)?
    /// Why it can't be read.
    var bodyProblem: (any Error)?
    /// Indicates whether what is read is a group.
    var isInGroup = false

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { body?.userInfo ?? [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PlacementReader<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try neededBody().unkeyedContainer() }

    // What has no properties fills the only placeholder, or is a whole body.
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        guard let name = source.scheme.onlyPlaceholder, let text = source.pathTexts[name] else {
            return try neededBody().singleValueContainer()
        }
        return try MessageTextDecoder(lines: [text], key: WireKey(name), coding: source.coding).singleValueContainer()
    }

    func neededBody() throws -> any Decoder {
        guard let body else { throw InputProblem(place: .body, key: nil, cause: bodyProblem) }
        return body
    }
}

/// The properties of an input.
private struct PlacementReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: PlacementDecoder

    private var source: InputSource { decoder.source }

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        let pathKeys = source.pathTexts.keys.compactMap { Key(stringValue: $0) }
        do {
            if source.scheme.others == .query { return try pathKeys + query().allKeys }
            // An input that the path fills may need no body.
            if decoder.body == nil, decoder.bodyProblem == nil, !pathKeys.isEmpty { return pathKeys }
            return try pathKeys + fields().allKeys
        } catch {
            source.names.note(error)
            return pathKeys
        }
    }

    private func place(of key: Key) -> MessagePlace {
        source.scheme.place(of: key.stringValue, coding: source.coding)
    }

    func contains(_ key: Key) -> Bool {
        switch place(of: key) {
        // Of a query that can't be read, reading says what is wrong.
        case .query: (try? source.queryValues(Key.self).contains(key)) ?? true
        case .bodyField:
            // Of a body that has no properties, or can't be read, reading says what is wrong.
            (try? decoder.body?.container(keyedBy: Key.self).contains(key))
                ?? (decoder.body != nil || decoder.bodyProblem != nil)
        default: source.lines(of: .path, key) != nil
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let place = place(of: key)
        return try reading(place, key) {
            switch place {
            case .query: try query().decodeNil(forKey: key)
            case .bodyField: try fields(key).decodeNil(forKey: key)
            default: false
            }
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if let part = partType(of: type) { return try wrapped(part, as: type, key) }
        if let value = unsentValue(type, key) { return value }
        return try value(type, at: place(of: key), key)
    }

    /// The value of a property that was not sent.
    private func unsentValue<Value>(_ type: Value.Type, _ key: Key) -> Value? {
        guard source.scheme.requestMethod != nil, !decoder.isInGroup,
            source.scheme.place(of: key.stringValue, type, coding: source.coding) == .unsent
        else { return nil }
        return RequestRequirement(rawValue: key.stringValue).flatMap { source.value(of: $0) as? Value }
    }

    // The most frequent types, which are no wrappers: what is generic costs more than all the rest.

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(type, at: place(of: key), key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(type, at: place(of: key), key) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(type, at: place(of: key), key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if partType(of: type) != nil { return try decode(type, forKey: key) }
        let place = place(of: key)
        return try reading(place, key, type) {
            switch place {
            case .query: return try query().decodeIfPresent(type, forKey: key)
            case .bodyField:
                if decoder.body == nil, decoder.bodyProblem == nil { return nil }
                return try fields(key).decodeIfPresent(type, forKey: key)
            default:
                guard let lines = source.lines(of: place, key) else { return nil }
                return try MessageText.value(type, from: lines, key, coding: source.coding(of: place, key))
            }
        }
    }

    /// Reads a wrapped property.
    private func wrapped<Part: MessagePart, Value>(_ part: Part.Type, as type: Value.Type, _ key: Key) throws -> Value {
        var wrapped: Part.Value?
        if part.place.hasOneText, let lines = source.lines(of: part.place, key), lines.count == 1 {
            wrapped = MessageText.frequentValue(Part.Value.self, from: lines[0])
        }
        if wrapped == nil, let type = Part.Value.self as? any Decodable.Type {
            wrapped = try self.any(type, at: part.place, key) as? Part.Value
        }
        guard let value = wrapped.flatMap({ exactly(Part(wrappedValue: $0), type) }) else {
            throw MessageText.mismatch(Part.Value.self, key)
        }
        return value
    }

    private func any(_ type: any Decodable.Type, at place: MessagePlace, _ key: Key) throws -> Any {
        try value(type, at: place, key)
    }

    private func value<Value: Decodable>(_ type: Value.Type, at place: MessagePlace, _ key: Key) throws -> Value {
        try reading(place, key, type) {
            switch place {
            case .query: return try query().decode(type, forKey: key)
            case .bodyField: return try fields(key).decode(type, forKey: key)
            case .nested: return try group(type, key)
            case .body: return try source.body(type, decoder)
            default:
                guard let lines = source.lines(of: place, key) else {
                    guard let absent = Value.absentValue else {
                        throw InputProblem(place: place, key: source.name(of: key, at: place), cause: nil)
                    }
                    return absent
                }
                return try MessageText.value(type, from: lines, key, coding: source.coding(of: place, key))
            }
        }
    }

    /// Reads a group of values; one that is optional is `nil` where something is missing that it needs.
    private func group<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        var decoder = decoder
        decoder.isInGroup = true
        guard let wrapped = (type as? any OptionalType.Type)?.wrappedType as? any Decodable.Type else {
            return try Value(from: decoder)
        }
        do {
            let group: Any = try source.names.checked { [decoder] in try wrapped.init(from: decoder) }
            if let value = group as? Value { return value }
        } catch let problem as InputProblem where problem.cause == nil {
            if let absent = Value.absentValue { return absent }
        }
        throw MessageText.mismatch(type, key)
    }

    private func fields(_ key: Key) throws -> KeyedDecodingContainer<Key> {
        if decoder.body == nil, decoder.bodyProblem == nil {
            throw InputProblem(place: .bodyField, key: source.name(of: key, at: .bodyField), cause: nil)
        }
        return try fields()
    }

    private func fields() throws -> KeyedDecodingContainer<Key> {
        let body = try decoder.neededBody()
        return try whole(.body) { try body.container(keyedBy: Key.self) }
    }

    private func query() throws -> KeyValueKeyedReader<Key> {
        try whole(.query) { try source.queryValues(Key.self) }
    }

    /// Says of an error that it is about all that stands in a place.
    private func whole<Value>(_ place: MessagePlace, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as DecodingError {
            throw InputProblem(place: place, key: nil, cause: error)
        }
    }

    /// Says of an error where it comes from.
    private func reading<Value>(
        _ place: MessagePlace, _ key: Key, _ type: Any.Type? = nil, _ read: () throws -> Value
    ) throws -> Value {
        do {
            return try read()
        } catch let error where place == .nested || InputProblem.isFinal(error) {
            throw error
        } catch {
            let name = source.name(of: key, at: place)
            let error = located(error, place, key, type)
            guard let error = error as? DecodingError else { throw InputProblem(place: place, key: name, cause: error) }
            throw InputProblem(error, place: place, key: name, of: type, coding: source.coding)
        }
    }

    /// An error with its place, where it is of a number in JSON.
    private func located(_ error: any Error, _ place: MessagePlace, _ key: Key, _ type: Any.Type?) -> any Error {
        guard place == .body || place == .bodyField, let type = type as? any Decodable.Type else { return error }
        return JSONProblem.located(error, type) {
            try place == .body ? decoder.body : fields().superDecoder(forKey: key)
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try reading(place(of: key), key) { try container(of: key).nestedContainer(keyedBy: type, forKey: key) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try reading(place(of: key), key) { try container(of: key).nestedUnkeyedContainer(forKey: key) }
    }

    func superDecoder() throws -> any Decoder {
        guard source.scheme.others == .query else {
            return try decoder.neededBody().container(keyedBy: Key.self).superDecoder()
        }
        return try query().superDecoder()
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try container(of: key).superDecoder(forKey: key) }

    private func container(of key: Key) throws -> KeyedDecodingContainer<Key> {
        if place(of: key) == .query { return KeyedDecodingContainer(try query()) }
        return try fields(key)
    }
}

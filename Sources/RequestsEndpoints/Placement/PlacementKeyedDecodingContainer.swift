import Requests

/// The properties of a declared value, each read from its place.
///
/// The most frequent types are not wrappers, and have separate functions, because generic code is slow.
final class PlacementKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: PlacementDecoder
    let source: any MessageSource
    private let scheme: PlacementScheme
    private let coding: Coding
    private var bodyFields: BodyFields?

    /// The properties of the body.
    ///
    /// They are behind a reference, because their layout is unknown at compile time. Otherwise, the runtime would look
    /// up the layout even for properties in other places.
    final class BodyFields {
        let container: KeyedDecodingContainer<Key>

        init(_ container: KeyedDecodingContainer<Key>) { self.container = container }
    }

    init(decoder: PlacementDecoder) {
        self.decoder = decoder
        source = decoder.source
        scheme = decoder.source.scheme
        coding = decoder.source.coding
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        let pathKeys = source.pathTexts.names.compactMap { Key(stringValue: $0) }
        do {
            if scheme.others == .query { return try pathKeys + queryContainer().allKeys }
            if let fields = try fields() { return pathKeys + fields.container.allKeys }
            // The body is needed only if some properties of the input are not in the path.
            if pathKeys.isEmpty { throw source.missingBody() }
        } catch {
            source.names.note(error)
        }
        return pathKeys
    }

    // MARK: - Places

    func place(of key: Key) -> MessagePlace {
        scheme.placeholders.isEmpty ? scheme.others : scheme.place(of: key.stringValue, coding: coding)
    }

    /// Returns the type's wrapper and the place that it sets; `nil` for a property without a wrapper.
    private func wrapper<Value>(_ type: Value.Type) -> (wrapper: any PlacedProperty.Type, place: MessagePlace)? {
        guard let wrapper = scheme.wrapper(of: type), let place = source.place(of: wrapper) else { return nil }
        return (wrapper, place)
    }

    /// Returns the properties of the body; `nil` if there is no body.
    ///
    /// The properties are read only when a property without a wrapper needs them, because the body may be something
    /// other than an object.
    func fields() throws -> BodyFields? {
        if let bodyFields { return bodyFields }
        guard let body = decoder.body else {
            if let problem = source.unreadableBody { throw problem }
            return nil
        }
        bodyFields = BodyFields(try whole(.body) { try body.container(keyedBy: Key.self) })
        return bodyFields
    }

    private func fields(for key: Key) throws -> BodyFields {
        guard let fields = try fields() else { throw source.missing(.bodyField, key) }
        return fields
    }

    private func query() throws -> KeyValueSource { try whole(.query) { try source.query().source } }

    /// Returns the value of a property in the query; `nil` if it is missing.
    func queryValue(_ key: Key) throws -> KeyValueSource? {
        try whole(.query) { try source.queryValue(named: coding.keys.wireName(of: key.stringValue)) }
    }

    /// Returns the container of the query, with the array style of a property.
    private func queryContainer(_ key: Key? = nil) throws -> KeyValueKeyedDecodingContainer<Key> {
        let query = try query()
        let style = scheme.arrays.isEmpty ? nil : key.flatMap { scheme.arrays[$0.stringValue] }
        return KeyValueKeyedDecodingContainer(source: style.map(query.with) ?? query, codingPath: [])
    }

    /// Returns the container of the query; the container also checks nested values.
    private func queried(_ key: Key) throws -> KeyedDecodingContainer<Key> {
        let container = try queryContainer(key)
        guard let types = source.checkedTypes else { return KeyedDecodingContainer(container) }
        return try KeyValueDecoder(container).checking(types).container(keyedBy: Key.self)
    }

    private func container(of key: Key) throws -> KeyedDecodingContainer<Key> {
        place(of: key) == .query ? try queried(key) : try fields(for: key).container
    }

    // MARK: - Errors

    /// Runs a function that reads a whole place; adds the place to its errors.
    private func whole<Value>(_ place: MessagePlace, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as DecodingError {
            throw source.problem(error, at: place, nil, nil) { nil }
        }
    }

    /// Runs a function that reads a property; adds the property to its errors.
    func reading<Value>(
        _ place: MessagePlace, _ key: Key, _ type: Any.Type? = nil, _ read: () throws -> Value
    ) throws -> Value {
        do {
            return try read()
        } catch let problem as KeyValueDecodingError {
            throw located(problem.decodingError(at: [key]), place, key, type)
        } catch {
            throw located(error, place, key, type)
        }
    }

    private func located(_ error: any Error, _ place: MessagePlace, _ key: Key, _ type: Any.Type?) -> any Error {
        source.problem(error, at: place, key, type) {
            try place == .body ? decoder.body : fields()?.container.superDecoder(forKey: key)
        }
    }

    // MARK: - Values

    func contains(_ key: Key) -> Bool {
        // If a property is unreadable, reading it throws the error.
        switch place(of: key) {
        case .query: (try? queryValue(key) != nil) ?? true
        case .bodyField: (try? fields()?.container.contains(key) ?? false) ?? true
        default: source.text(of: .path, key) != nil
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let place = place(of: key)
        return try reading(place, key) {
            switch place {
            case .query: try queryContainer(key).decodeNil(forKey: key)
            case .bodyField: try fields()?.container.decodeNil(forKey: key) ?? true
            default: false
            }
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if let (wrapper, place) = wrapper(type) { return try wrapped(wrapper, as: type, at: place, key) }
        if scheme.requestMethod != nil, let value = unsentValue(type, key) { return value }
        return try value(type, at: place(of: key), key)
    }

    // The default implementations of the next two functions throw.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, at: place(of: key), key) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, at: place(of: key), key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if let (wrapper, place) = wrapper(type) { return try wrapped(wrapper, as: type, at: place, key) }
        let place = place(of: key)
        return try reading(place, key, type) {
            switch place {
            case .query: try queried(key).decodeIfPresent(type, forKey: key)
            case .bodyField: try fields()?.container.decodeIfPresent(type, forKey: key)
            default: try source.text(of: place, key)?.value(type)
            }
        }
    }

    /// Reads a property of the body, and notes whether it is missing.
    func field<Value>(_ key: Key, _ read: (BodyFields) throws -> Value) throws -> Value {
        let fields = try fields(for: key)
        do {
            return try read(fields)
        } catch {
            if !fields.container.contains(key) { source.noteMissing() }
            throw error
        }
    }

    /// Returns the value of a requirement that was not sent, such as the base URL.
    private func unsentValue<Value>(_ type: Value.Type, _ key: Key) -> Value? {
        guard !decoder.isInGroup,
            scheme.place(of: key.stringValue, type, coding: source.coding) == .unsent
        else { return nil }
        return RequestRequirement(rawValue: key.stringValue).flatMap { source.value(of: $0) as? Value }
    }

    /// Reads a wrapped property.
    private func wrapped<Wrapper: PlacedProperty, Value>(
        _ wrapper: Wrapper.Type, as type: Value.Type, at place: MessagePlace, _ key: Key
    ) throws -> Value {
        if place.hasOneText, Wrapper.self == type, Wrapper.isText, let line = source.text(of: place, key)?.onlyLine {
            return _identityCast(Wrapper(text: line), to: type)
        }
        return try convertedWrapped(wrapper, as: type, at: place, key)
    }

    // If this function were inlined, the runtime would look up the function's optional types for each text.
    @inline(never)
    private func convertedWrapped<Wrapper: PlacedProperty, Value>(
        _ wrapper: Wrapper.Type, as type: Value.Type, at place: MessagePlace, _ key: Key
    ) throws -> Value {
        guard let type = Wrapper.Value.self as? any Decodable.Type,
            let wrapped = try any(type, at: place, key) as? Wrapper.Value,
            let value = Wrapper(wrappedValue: wrapped) as? Value
        else { throw KeyValueDecodingError.mismatch(Wrapper.Value.self).decodingError(at: [key]) }
        return value
    }

    private func any(_ type: any Decodable.Type, at place: MessagePlace, _ key: Key) throws -> Any {
        try value(type, at: place, key)
    }

    private func value<Value: Decodable>(_ type: Value.Type, at place: MessagePlace, _ key: Key) throws -> Value {
        try reading(place, key, type) {
            switch place {
            case .query: return try queried(key).decode(type, forKey: key)
            case .bodyField: return try field(key) { try $0.container.decode(type, forKey: key) }
            case .body: return try source.body(type, decoder.body, key)
            case .failureBody: return try source.failureBody(type, key)
            case .nested: return try group(type, key)
            case .path, .header, .cookie, .status, .unsent: return try textValue(type, at: place, key)
            }
        }
    }

    private func textValue<Value: Decodable>(_ type: Value.Type, at place: MessagePlace, _ key: Key) throws -> Value {
        // The cast is a separate step, because casting a missing cookie to an optional type would succeed.
        if place == .cookie, let cookies = source.cookies(as: type, key), let value = cookies as? Value { return value }
        if let text = source.text(of: place, key) { return try text.value(type) }
        guard let absent = Value.absentValue else { throw source.missing(place, key) }
        return absent
    }

    /// Reads a group of values; an optional group is `nil` if a part that the group requires is missing.
    private func group<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        var decoder = decoder
        decoder.isInGroup = true
        guard let wrapped = (type as? any OptionalType.Type)?.wrappedType as? any Decodable.Type else {
            return try decoder.value(type)
        }
        let group: (any Decodable)? = try source.present { [decoder] in try decoder.value(wrapped) }
        guard let value = group.map({ $0 as? Value }) ?? Value.absentValue else {
            throw KeyValueDecodingError.mismatch(type).decodingError(at: [key])
        }
        return value
    }

    // MARK: - Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try reading(place(of: key), key) { try container(of: key).nestedContainer(keyedBy: type, forKey: key) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try reading(place(of: key), key) { try container(of: key).nestedUnkeyedContainer(forKey: key) }
    }

    func superDecoder() throws -> any Decoder {
        if scheme.others == .query { return try queryContainer().superDecoder() }
        guard let fields = try fields() else { throw source.missingBody() }
        return try fields.container.superDecoder()
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try container(of: key).superDecoder(forKey: key) }
}

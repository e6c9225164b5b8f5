public import Foundation

extension Coding {
    /// Encodes a value as JSON.
    ///
    /// A ``JSONValue`` is written exactly, even inside another value: its numbers digit for digit, its members in
    /// order. A custom encoder writes a ``JSONValue`` by its own rules. If the encoder can't write a ``JSONValue``,
    /// such as `1e400`, the whole value is encoded once more, with every ``JSONValue`` written exactly.
    ///
    /// - Throws: The error of the encoder.
    public func jsonData(from value: some Encodable) throws -> Data {
        let values = storage.value
        guard let shared = values.marks else { return try values.jsonEncoder.data(from: value) }
        if let value = value.exactly(JSONValue.self) { return try JSONWriter.data(of: value) }
        if !shared.areMissed {
            let data = Result { try write(value, by: values.jsonEncoder) }
            if !shared.areMissed { return try data.get() }
        }
        let marks = JSONMarks(areWritten: true)
        let encoder = JSONEncoder(keys: values.keys, dates: values.dates, data: values.data, marks: marks)
        return marks.replaced(in: try write(value, by: encoder))
    }

    private func write(_ value: some Encodable, by encoder: JSONEncoder) throws -> Data {
        integers == .text ? try writeIntegersAsText(value, by: encoder) : try encoder.encode(value)
    }

    // If this function were inlined, its type would be looked up for each value (workload `loopback`).
    @inline(never)
    private func writeIntegersAsText(_ value: some Encodable, by encoder: JSONEncoder) throws -> Data {
        try encoder.encode(IntegerTextWriting(value: value))
    }

    /// Decodes a value from JSON.
    ///
    /// - Throws: The error of the decoder.
    public func value<Value: Decodable>(_ type: Value.Type, fromJSON data: Data) throws -> Value {
        if storage.value.origin != nil, type == JSONValue.self, JSONValue.canParse(data) {
            return _identityCast(try JSONValue(parsing: data), to: type)
        }
        return try reading(data) { try $0.value(type, from: data) { rules(for: data, $0) } }
    }

    /// Decodes JSON as a type that has a configuration; uses the custom decoder if there is one.
    func value<Value: DecodableWithConfiguration>(
        _ type: Value.Type, fromJSON data: Data, by decoder: JSONDecoder?, configuration: Value.DecodingConfiguration,
        checking types: (any CheckedTypes)? = nil
    ) throws -> Value {
        if let decoder {
            return try decoder.value(type, from: data, configuration: configuration, by: DecodingRules.ifTracing)
        }
        return try reading(data) {
            try $0.value(type, from: data, configuration: configuration) { rules(for: data, $0, checking: types) }
        }
    }

    /// Returns the rules by which JSON is decoded; `nil` if Foundation's decoder needs none.
    private func rules(
        for data: Data, _ trail: DecodingTrail?, checking types: (any CheckedTypes)? = nil
    ) -> DecodingRules? {
        // A custom decoder follows its own settings, not the styles.
        let (isStandard, values) = (storage.value.origin != nil, storage.value)
        let names = isStandard ? WireNames(values.keys, inJSON: data) : nil
        let integers = isStandard ? values.integers : .numeric
        guard names != nil || integers == .text || types != nil || trail != nil else { return nil }
        return DecodingRules(names: names, integers: integers, checking: types, trail: trail)
    }

    /// Decodes JSON; if the result contains a ``JSONValue``, decodes the JSON once more with a decoder that has the
    /// source text.
    private func reading<Value>(_ data: Data, _ read: (JSONDecoder) throws -> Value) throws -> Value {
        let values = storage.value
        guard let origin = values.origin else { return try read(values.jsonDecoder) }
        if !origin.isMissed {
            let value = Result { try read(values.jsonDecoder) }
            if !origin.isMissed { return try value.get() }
        }
        return try read(JSONDecoder(dates: values.dates, data: values.data, origin: JSONOrigin(data)))
    }
}

extension JSONEncoder {
    /// Makes an encoder that follows the styles of a coding and sorts its keys.
    convenience init(keys: Coding.KeyStyle, dates: Coding.DateStyle, data: Coding.DataStyle, marks: JSONMarks?) {
        self.init()
        if let marks, let key = JSONMarks.key { userInfo[key] = marks }
        outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if keys.changesNames {
            keyEncodingStrategy = .custom { path in path.last.map { keys.wireKey(of: $0) } ?? WireKey("") }
        }
        dateEncodingStrategy = dates.encodingStrategy
        dataEncodingStrategy = data.encodingStrategy
    }
}

extension JSONEncoder {
    /// Encodes a value with this custom encoder.
    ///
    /// If the encoder can't write a ``JSONValue``, uses a second encoder with the same settings.
    func data(from value: some Encodable) throws -> Data {
        do {
            return try encode(value)
        } catch EncodingError.invalidValue(let part, _)
            // A subclass may have behavior besides its settings.
            where (part is JSONValue || part is JSONValue.Number) && type(of: self) == JSONEncoder.self
        {
            let marks = JSONMarks(areWritten: true)
            return marks.replaced(in: try JSONEncoder(like: self, marks: marks).encode(value))
        }
    }

    /// Makes an encoder that has the settings of an existing encoder, and writes marks.
    private convenience init(like other: JSONEncoder, marks: JSONMarks) {
        self.init()
        userInfo = other.userInfo
        if let key = JSONMarks.key { userInfo[key] = marks }
        outputFormatting = other.outputFormatting
        keyEncodingStrategy = other.keyEncodingStrategy
        dateEncodingStrategy = other.dateEncodingStrategy
        dataEncodingStrategy = other.dataEncodingStrategy
        nonConformingFloatEncodingStrategy = other.nonConformingFloatEncodingStrategy
    }
}

extension JSONDecoder {
    /// Makes a decoder that follows the styles of a coding, except for the names of properties.
    convenience init(dates: Coding.DateStyle, data: Coding.DataStyle, origin: JSONOrigin?) {
        self.init()
        if let origin, let key = JSONOrigin.key { userInfo[key] = origin }
        dateDecodingStrategy = dates.decodingStrategy
        dataDecodingStrategy = data.decodingStrategy
    }
}

extension Encoder {
    func encode(single value: some Encodable) throws {
        var container = singleValueContainer()
        try container.encode(value)
    }
}

import Foundation

extension JSONValue: Codable {
    /// The maximum depth for decoders and encoders that recurse for each level, because their stack is limited.
    private static var depthLimit: Int { 64 }

    /// Decodes any value.
    ///
    /// With the JSON decoder of a ``Coding``, the value is exact: numbers keep all their digits, and members keep their order.
    /// With any other decoder, numbers are read as 64-bit integers or `Decimal`, and members are sorted by name.
    ///
    /// - Throws: With any other decoder, a `DecodingError` if it can't read a number, or if the value is nested deeper
    ///   than 64 levels.
    public init(from decoder: any Decoder) throws {
        if let key = JSONOrigin.key, let origin = decoder.userInfo[key] as? JSONOrigin,
            let value = origin.value(for: decoder)
        {
            self = value
        } else {
            try self.init(reading: decoder)
        }
    }

    private init(reading decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard decoder.codingPath.count <= Self.depthLimit else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "the JSON value is nested deeper than \(Self.depthLimit) levels")
        }
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = Number(reading: container) {
            self = .number(value)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try container.decode([JSONValue].self))
        } else {
            // In a dictionary, names are as on the wire, regardless of the decoder's key strategy.
            let members = try container.decode([String: JSONValue].self)
            self = .object(Object(Array(members).sorted(byText: \.key)))
        }
    }

    /// Encodes the value.
    ///
    /// The JSON encoder of a ``Coding`` writes the value exactly, as a whole body and inside another value: see
    /// ``Coding/jsonData(from:)``. Any other encoder receives a number as the first of `Int64`, `UInt64`, `Decimal` and `Double`
    /// that has the same value.
    ///
    /// - Throws: With any other encoder, an `EncodingError` if it can't write a number, or if the value is nested
    ///   deeper than 64 levels.
    public func encode(to encoder: any Encoder) throws {
        if !isPlainScalar, let key = JSONMarks.key, let marks = encoder.userInfo[key] as? JSONMarks {
            return try encoder.encode(single: marks.mark(for: self, at: encoder.codingPath))
        }
        guard encoder.codingPath.count <= Self.depthLimit else {
            throw JSONWriter.tooDeep(self, at: encoder.codingPath, limit: Self.depthLimit)
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let number): try number.encode(to: &container)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members):
            // In a dictionary, names are unchanged, regardless of the encoder's key strategy.
            try container.encode(Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first })
        }
    }
}

extension JSONValue {
    /// Indicates whether every encoder writes the value exactly.
    private var isPlainScalar: Bool {
        switch self {
        case .null, .bool, .string: true
        case .number(let number): Int64(number.text)?.description == number.text
        case .array, .object: false
        }
    }
}

extension JSONValue.Number {
    /// Decodes a number; `nil` if the value is not a number, or does not fit.
    fileprivate init?(reading container: any SingleValueDecodingContainer) {
        if let value = try? container.decode(Int64.self) {
            self.init(value)
        } else if let value = try? container.decode(UInt64.self) {
            self.init(value)
        } else if let value = try? container.decode(Decimal.self) {
            self.init(value)
        } else if let value = try? container.decode(Double.self) {
            self.init(value)
        } else {
            return nil
        }
    }

    fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
        if let value = integer(Int64.self) {
            try container.encode(value)
        } else if let value = integer(UInt64.self) {
            try container.encode(value)
        } else if let value = decimal {
            try container.encode(value)
        } else if let value = double, Self(value) == self {
            try container.encode(value)
        } else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: container.codingPath,
                    debugDescription: "this encoder can't write the JSON number exactly"))
        }
    }
}

extension Drift {
    /// A value that is sent as `null` if it is `nil`, because the API requires the property.
    struct Nullable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        var value: Value?

        init(_ value: Value?) { self.value = value }

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Value?.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}

extension Hostile {
    /// A value behind a reference, for types that contain themselves.
    indirect enum Indirect<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        case value(Value)

        var value: Value {
            switch self {
            case .value(let value): value
            }
        }

        init(_ value: Value) { self = .value(value) }

        init(from decoder: any Decoder) throws {
            self = .value(try decoder.singleValueContainer().decode(Value.self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}

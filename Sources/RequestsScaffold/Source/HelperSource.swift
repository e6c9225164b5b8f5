/// The source of the generic types that scaffolded code uses.
enum HelperSource {
    static let indirect = lines(
        """
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
        """)

    static let nullable = lines(
        """
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
        """)

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

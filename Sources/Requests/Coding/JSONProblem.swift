import Foundation

/// What is wrong with JSON. Foundation says of a number that does not fit that the JSON is not valid, and of nothing where.
struct JSONProblem: Error, CustomStringConvertible {
    enum Kind {
        /// The text is not JSON.
        case text
        /// A number does not fit its type.
        case number
    }

    let kind: Kind
    let description: String

    /// What Foundation says of text that is not JSON, and of a number that does not fit.
    private static let notJSON = "The given data was not valid JSON"

    /// Reads a value; an error says what is wrong, and where.
    ///
    /// - Parameters:
    ///   - decoder: The decoder.
    ///   - data: The JSON.
    ///   - read: Reads the value.
    ///   - trace: Reads it once more by another decoder, to find the place of an error.
    /// - Returns: The value.
    /// - Throws: What `read` throws, with more in it.
    static func explaining<Value>(
        _ decoder: JSONDecoder, _ data: Data, _ read: () throws -> Value, by trace: @escaping (any Decoder) throws -> Void
    ) throws -> Value {
        do {
            return try read()
        } catch DecodingError.dataCorrupted(let context) where context.debugDescription.hasPrefix(notJSON) {
            throw explained(context, decoder, data, by: trace)
        } catch DecodingError.keyNotFound(let key, let context) where decoder.readsSnakeCase {
            throw explained(key, context)
        }
    }

    private static func explained(
        _ context: DecodingError.Context, _ decoder: JSONDecoder, _ data: Data,
        by trace: @escaping (any Decoder) throws -> Void
    ) -> DecodingError {
        var problem: JSONProblem?
        var path: [any CodingKey] = []
        switch JSONFault.first(in: data) {
        case .none:
            let trail = DecodingTrail()
            _ = try? decoder.decode(Traced.self, from: data, configuration: (trail, trace))
            path = trail.path
            problem = JSONProblem(
                kind: .number,
                description: trail.type.map { "is a number that does not fit \($0)" }
                    ?? "has a number that does not fit its type"
            )
        case .unknown: break
        case .found(let text): problem = JSONProblem(kind: .text, description: text)
        }
        return .dataCorrupted(
            .init(codingPath: path, debugDescription: context.debugDescription, underlyingError: problem)
        )
    }

    /// Where a property has another name on the wire, the name that was looked for.
    private static func explained(_ key: any CodingKey, _ context: DecodingError.Context) -> DecodingError {
        let name = SnakeCase.snakeCase(key.stringValue)
        guard name != key.stringValue else { return .keyNotFound(key, context) }
        let problem = JSONProblem(kind: .text, description: "it is `\(name)` in the JSON")
        return .keyNotFound(
            key,
            .init(
                codingPath: context.codingPath, debugDescription: context.debugDescription, underlyingError: problem
            )
        )
    }
}

extension JSONDecoder {
    fileprivate var readsSnakeCase: Bool {
        if case .convertFromSnakeCase = keyDecodingStrategy { true } else { false }
    }

    /// Reads a value; an error says what is wrong, and where.
    func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try JSONProblem.explaining(self, data) {
            try decode(type, from: data)
        } by: {
            _ = try Value(from: $0)
        }
    }

    /// Reads a value that is told how; an error says what is wrong, and where.
    func value<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try JSONProblem.explaining(self, data) {
            try decode(type, from: data, configuration: configuration)
        } by: {
            _ = try Value(from: $0, configuration: configuration)
        }
    }
}

/// Reads a value by a decoder that remembers where it fails.
private struct Traced: DecodableWithConfiguration {
    init(from decoder: any Decoder, configuration: (trail: DecodingTrail, read: (any Decoder) throws -> Void)) throws {
        try configuration.read(TracingDecoder(base: decoder, trail: configuration.trail))
    }
}

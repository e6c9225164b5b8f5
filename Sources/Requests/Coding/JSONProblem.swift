import Foundation

/// What is wrong with JSON, and where.
///
/// Foundation says of a number that does not fit its type that the JSON is not valid, and of JSON that is not valid not where.
struct JSONProblem: Error, CustomStringConvertible {
    enum Kind {
        /// The text is not JSON.
        case text
        /// A value is not of its type, although the text is JSON.
        case value
    }

    let kind: Kind
    let description: String

    /// What Foundation says of text that is not JSON, and of a number that does not fit.
    private static let notJSON = "The given data was not valid JSON"

    /// The same error, with what is wrong, and where.
    ///
    /// - Parameters:
    ///   - error: What a decoder threw.
    ///   - decoder: The decoder.
    ///   - data: The JSON.
    ///   - read: Reads the value once more by another decoder, to find the place of the error.
    /// - Returns: The error.
    static func explained(
        _ error: DecodingError, of decoder: JSONDecoder, _ data: Data, _ read: @escaping (any Decoder) throws -> Void
    ) -> DecodingError {
        switch error {
        case .dataCorrupted(let context) where context.debugDescription.hasPrefix(notJSON):
            explained(context, decoder, data, by: read)
        case .keyNotFound(let key, let context) where decoder.readsSnakeCase:
            explained(key, context)
        default:
            error
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
            // Of a text it is an escape that stands for no character.
            let number = trail.type.flatMap { TracingDecoder.isNumber($0) ? "a number that does not fit \($0)" : nil }
            problem = JSONProblem(kind: .value, description: "is \(number ?? "not valid")")
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
        do {
            return try decode(type, from: data)
        } catch let error as DecodingError {
            throw JSONProblem.explained(error, of: self, data) { _ = try Value(from: $0) }
        }
    }

    /// Reads a value that is told how; an error says what is wrong, and where.
    func value<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        do {
            return try decode(type, from: data, configuration: configuration)
        } catch let error as DecodingError {
            throw JSONProblem.explained(error, of: self, data) { _ = try Value(from: $0, configuration: configuration) }
        }
    }
}

/// Reads a value by a decoder that remembers where it fails.
private struct Traced: DecodableWithConfiguration {
    init(from decoder: any Decoder, configuration: (trail: DecodingTrail, read: (any Decoder) throws -> Void)) throws {
        try configuration.read(TracingDecoder(base: decoder, trail: configuration.trail))
    }
}

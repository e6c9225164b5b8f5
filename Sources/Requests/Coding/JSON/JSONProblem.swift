import Foundation

/// What is wrong with JSON, and where.
///
/// Foundation says of a number that does not fit its type that the JSON is not valid, and of JSON that is not valid not where.
struct JSONProblem: PlacedProblem {
    enum Kind {
        /// The text is not JSON.
        case text
        /// A value is not of its type, although the text is JSON.
        case value
    }

    let kind: Kind
    let description: String
    /// The type that a number does not fit.
    var numberType: Any.Type?

    /// Returns the description with the place of the value, or with the data if that is not JSON.
    func text(at place: String, isWhole: Bool) -> String {
        switch kind {
        case .value: "\(place) \(self)"
        case .text: "the data is not valid JSON: \(self)"
        }
    }

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
        let problem: JSONProblem?
        switch JSONFault.first(in: data) {
        case .none:
            let trail = DecodingTrail()
            _ = try? decoder.decode(Traced.self, from: data, configuration: (trail, trace))
            return explained(context, trail)
        case .unknown: problem = nil
        case .found(let text): problem = JSONProblem(kind: .text, description: text)
        }
        return .dataCorrupted(
            .init(codingPath: [], debugDescription: context.debugDescription, underlyingError: problem)
        )
    }

    private static func explained(_ context: DecodingError.Context, _ trail: DecodingTrail) -> DecodingError {
        // Of a text it is an escape that stands for no character.
        let type = trail.type.flatMap { TracingDecoder.isNumber($0) ? $0 : nil }
        let description = type.map { "is a number that does not fit \($0)" } ?? "is not valid"
        return .dataCorrupted(
            .init(
                codingPath: trail.path, debugDescription: context.debugDescription,
                underlyingError: JSONProblem(kind: .value, description: description, numberType: type))
        )
    }

    /// The error of a value with its place, of which Foundation says nothing while it reads a number that does not fit.
    ///
    /// - Parameters:
    ///   - error: What was thrown for the value.
    ///   - type: The type of the value.
    ///   - decoder: Makes the decoder of the value.
    /// - Returns: The error; another one as it is.
    static func located(
        _ error: any Error, _ type: any Decodable.Type, in decoder: () throws -> (any Decoder)?
    ) -> any Error {
        if error is DecodingError { return error }
        let trail = DecodingTrail()
        do {
            guard let decoder = try decoder() else { return error }
            _ = try TracingDecoder(base: decoder, trail: trail).any(type)
        } catch {
            // It is the trail that tells.
        }
        guard let type = trail.type, TracingDecoder.isWhole(type) else { return error }
        return explained(.init(codingPath: [], debugDescription: notJSON), trail)
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
            let value = try decode(type, from: data)
            try checkTexts(in: data) { _ = try $0.singleValueContainer().decode(type) }
            return value
        } catch let error as DecodingError {
            throw JSONProblem.explained(error, of: self, data) { _ = try Value(from: $0) }
        }
    }

    /// Reads a value that is told how; an error says what is wrong, and where.
    func value<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        do {
            let value = try decode(type, from: data, configuration: configuration)
            try checkTexts(in: data) { _ = try Value(from: $0, configuration: configuration) }
            return value
        } catch let error as DecodingError {
            throw JSONProblem.explained(error, of: self, data) { _ = try Value(from: $0, configuration: configuration) }
        }
    }

    /// Checks that no text was read only up to a NUL, as Foundation reads a UUID: nearly no JSON has one.
    private func checkTexts(in data: Data, _ read: @escaping (any Decoder) throws -> Void) throws {
        guard data.withUnsafeBytes({ $0.bindMemory(to: UInt8.self).hasEscapedNUL }) else { return }
        let trail = DecodingTrail()
        do {
            _ = try decode(Traced.self, from: data, configuration: (trail, read))
        } catch  where trail.hasCutText {
            throw error
        } catch {
            // It was read well before.
        }
    }
}

extension Bytes {
    /// Indicates whether JSON has the escape of a NUL, which can't stand in it as it is.
    fileprivate var hasEscapedNUL: Bool {
        var position = position(of: UInt8(ascii: "\\"))
        while position + 5 < count {
            if self[position + 1] == UInt8(ascii: "u"), part(position + 2..<position + 6).allSatisfy({ $0 == 0x30 }) {
                return true
            }
            // The escaped byte may be another backslash.
            position = self.position(of: UInt8(ascii: "\\"), from: position + 2)
        }
        return false
    }
}

/// Reads a value by a decoder that remembers where it fails.
private struct Traced: DecodableWithConfiguration {
    init(from decoder: any Decoder, configuration: (trail: DecodingTrail, read: (any Decoder) throws -> Void)) throws {
        try configuration.read(TracingDecoder(base: decoder, trail: configuration.trail))
    }
}

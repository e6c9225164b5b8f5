import Foundation

/// A problem in JSON, with its location.
///
/// Foundation also reports invalid JSON if a number does not fit its type, and never reports the position of invalid JSON.
package struct JSONError: LocatedError {
    package enum Kind {
        /// The text is not JSON.
        case text
        /// The text is JSON, but a value does not match its type.
        case value
    }

    package let kind: Kind
    package let description: String
    /// The type that a number does not fit.
    package var numberType: Any.Type?

    /// Returns the description with the path of the value, or as a description of the data if it is not JSON.
    package func text(at place: String, isWhole: Bool) -> String {
        switch kind {
        case .value: "\(place) \(self)"
        case .text: "the data is not valid JSON: \(self)"
        }
    }

    /// Foundation's description for invalid JSON, and for a number that does not fit.
    static let notJSON = "The given data was not valid JSON"

    /// Returns the same error with the problem and its location.
    ///
    /// - Parameters:
    ///   - error: The error of a decoder.
    ///   - decoder: The decoder.
    ///   - data: The JSON.
    ///   - read: Reads the value once more with another decoder, to locate the error.
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
        let problem: JSONError?
        switch JSONSyntaxIssue.first(in: data) {
        case .none:
            let trail = DecodingTrail()
            _ = try? decoder.decode(Traced.self, from: data, configuration: (trail, trace))
            return explained(context, trail)
        case .unknown: problem = nil
        case .found(let text): problem = JSONError(kind: .text, description: text)
        }
        return .dataCorrupted(
            .init(codingPath: [], debugDescription: context.debugDescription, underlyingError: problem)
        )
    }

    private static func explained(_ context: DecodingError.Context, _ trail: DecodingTrail) -> DecodingError {
        // In a string, the problem is an escape that is not a character.
        let type = trail.type.flatMap { isNumber($0) ? $0 : nil }
        let description = type.map { "is a number that does not fit \($0)" } ?? "is not valid"
        return .dataCorrupted(
            .init(
                codingPath: trail.path, debugDescription: context.debugDescription,
                underlyingError: JSONError(kind: .value, description: description, numberType: type))
        )
    }

    /// Returns the error for a value with its path, which Foundation does not report for a number that does not fit.
    ///
    /// - Parameters:
    ///   - error: The error for the value.
    ///   - type: The type of the value.
    ///   - decoder: Makes the decoder of the value.
    /// - Returns: The error with its path; any other error unchanged.
    package static func located(
        _ error: any Error, _ type: any Decodable.Type, in decoder: () throws -> (any Decoder)?
    ) -> any Error {
        if error is DecodingError { return error }
        let trail = DecodingTrail()
        do {
            guard let decoder = try decoder() else { return error }
            _ = try TracingReader(trail: trail).value(type, of: decoder)
        } catch {
            // The trail contains the path of the error.
        }
        guard let type = trail.type, isUnnested(type) else { return error }
        return explained(.init(codingPath: [], debugDescription: notJSON), trail)
    }

    /// Adds the name on the wire, if it differs from the property name.
    private static func explained(_ key: any CodingKey, _ context: DecodingError.Context) -> DecodingError {
        let name = SnakeCase.snakeCase(key.stringValue)
        guard name != key.stringValue else { return .keyNotFound(key, context) }
        let property = SnakeCase.camelCase(name)
        let description =
            property == key.stringValue
            ? "it is `\(name)` in the JSON"
            : "`\(name)` in the JSON is read as `\(property)`: use that as the coding key"
        let problem = JSONError(kind: .text, description: description)
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

    /// Decodes a value; its errors contain the problem and its location.
    func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        do {
            let value = try decode(type, from: data)
            try checkTexts(in: data) { _ = try $0.singleValueContainer().decode(type) }
            return value
        } catch let error as DecodingError {
            throw JSONError.explained(error, of: self, data) { _ = try Value(from: $0) }
        }
    }

    /// Decodes a value that has a configuration; its errors contain the problem and its location.
    func value<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        do {
            let value = try decode(type, from: data, configuration: configuration)
            try checkTexts(in: data) { _ = try Value(from: $0, configuration: configuration) }
            return value
        } catch let error as DecodingError {
            throw JSONError.explained(error, of: self, data) { _ = try Value(from: $0, configuration: configuration) }
        }
    }

    /// Checks that Foundation truncated no string at a NUL, as it does for a UUID; almost no JSON contains a NUL.
    private func checkTexts(in data: Data, _ read: @escaping (any Decoder) throws -> Void) throws {
        guard data.withUnsafeBytes({ $0.bindMemory(to: UInt8.self).hasEscapedNUL }) else { return }
        let trail = DecodingTrail()
        do {
            _ = try decode(Traced.self, from: data, configuration: (trail, read))
        } catch  where trail.hasCutText {
            throw error
        } catch {
            // The value has already been decoded without an error.
        }
    }
}

extension Bytes {
    /// Indicates whether JSON contains an escaped NUL; unescaped ones are not allowed.
    fileprivate var hasEscapedNUL: Bool {
        var position = position(of: UInt8(ascii: "\\"))
        while position + 5 < count {
            if self[position + 1] == UInt8(ascii: "u"), part(position + 2..<position + 6).allSatisfy({ $0 == 0x30 }) {
                return true
            }
            // The escaped byte may also be a backslash.
            position = self.position(of: UInt8(ascii: "\\"), from: position + 2)
        }
        return false
    }
}

/// A value that is decoded with a decoder that records the path of the first error.
private struct Traced: DecodableWithConfiguration {
    init(from decoder: any Decoder, configuration: (trail: DecodingTrail, read: (any Decoder) throws -> Void)) throws {
        try configuration.read(TracingDecoder(base: decoder, reader: TracingReader(trail: configuration.trail)))
    }
}

import Foundation

/// A problem in JSON, with its location.
///
/// If a number does not fit its type, Foundation also reports invalid JSON. It never reports the position of invalid
/// JSON.
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

    /// Returns the description with the path of the value; if the data is not JSON, a description of the data.
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
    ///   - trace: Reads the value once more, and records the path of the error.
    /// - Returns: The error.
    fileprivate static func explained(
        _ error: DecodingError, of decoder: JSONDecoder, _ data: Data, _ trace: (DecodingTrail) -> Void
    ) -> DecodingError {
        switch error {
        case .dataCorrupted(let context) where context.debugDescription.hasPrefix(notJSON):
            explained(context, data, by: trace)
        case .keyNotFound(let key, let context) where decoder.readsSnakeCase:
            explained(key, context)
        default:
            error
        }
    }

    private static func explained(
        _ context: DecodingError.Context, _ data: Data, by trace: (DecodingTrail) -> Void
    ) -> DecodingError {
        guard JSONValue.canParse(data) else {
            return .dataCorrupted(.init(codingPath: [], debugDescription: context.debugDescription))
        }
        do throws(DecodingError) {
            // Half a surrogate pair is valid JSON (RFC 8259, section 8.2).
            _ = try JSONValue.repairing(data)
        } catch {
            return error
        }
        let trail = DecodingTrail()
        trace(trail)
        return explained(context, trail)
    }

    private static func explained(_ context: DecodingError.Context, _ trail: DecodingTrail) -> DecodingError {
        // If the value is a string, the problem is an escape that is not a character.
        let type = trail.type.flatMap { isNumber($0) ? $0 : nil }
        let description = type.map { "is a number that can't be represented as \($0)" } ?? "is not valid"
        return .dataCorrupted(
            .init(
                codingPath: trail.path, debugDescription: context.debugDescription,
                underlyingError: JSONError(kind: .value, description: description, numberType: type))
        )
    }

    /// Adds the path to the error for a value, because Foundation does not report the path of a number that does not
    /// fit.
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
            _ = try DecodingRules(trail: trail).value(type, of: decoder)
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
            ? "the expected name in the JSON is `\(name)`"
            : "`\(name)` in the JSON is read as `\(property)`: use `\(property)` as the coding key"
        let problem = JSONError(kind: .text, description: description)
        return .keyNotFound(
            key,
            .init(
                codingPath: context.codingPath, debugDescription: context.debugDescription, underlyingError: problem
            )
        )
    }
}

extension DecodingRules {
    /// Returns rules that record the path of an error in a trail; `nil` without a trail.
    static func ifTracing(_ trail: DecodingTrail?) -> DecodingRules? { trail.map { DecodingRules(trail: $0) } }
}

extension JSONDecoder {
    fileprivate var readsSnakeCase: Bool {
        if case .convertFromSnakeCase = keyDecodingStrategy { true } else { false }
    }

    /// A function that returns rules that record the path of an error in the trail; `nil` if the decoding needs no
    /// rules.
    typealias Rules = (DecodingTrail?) -> DecodingRules?

    /// Decodes a value; an error describes the problem and its location.
    func value<Value: Decodable>(_ type: Value.Type, from data: Data, by rules: Rules) throws -> Value {
        try reading(data, by: rules) { rules in
            guard let rules else { return try decode(type, from: data) }
            return try decode(Ruled<Value>.self, from: data, configuration: rules).value
        }
    }

    /// Decodes a value that has a configuration; an error describes the problem and its location.
    func value<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration, by rules: Rules
    ) throws -> Value {
        try reading(data, by: rules) { rules in
            guard let rules else { return try decode(type, from: data, configuration: configuration) }
            return try decode(RuledConfigured<Value>.self, from: data, configuration: (rules, configuration)).value
        }
    }

    private func reading<Value>(
        _ data: Data, by rules: Rules, _ read: (DecodingRules?) throws -> Value
    ) throws -> Value {
        do {
            let value = try read(rules(nil))
            // Foundation truncates some strings at a NUL, such as that of a UUID. Almost no JSON contains a NUL.
            guard data.withUnsafeBytes({ $0.bindMemory(to: UInt8.self).hasEscapedNUL }) else { return value }
            let trail = DecodingTrail()
            do {
                _ = try read(rules(trail))
            } catch  where trail.hasCutText {
                throw error
            } catch {
                // The value has already been decoded without an error.
            }
            return value
        } catch let error as DecodingError {
            throw JSONError.explained(error, of: self, data) { trail in _ = try? read(rules(trail)) }
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

/// A value that is decoded by rules.
private struct Ruled<Value: Decodable>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration rules: DecodingRules) throws {
        value = try WrappedDecoder(base: decoder, rules: rules).decode(Value.self)
    }
}

/// A value that has a configuration, and is decoded by rules.
private struct RuledConfigured<Value: DecodableWithConfiguration>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration: (rules: DecodingRules, own: Value.DecodingConfiguration)) throws {
        value = try Value(
            from: WrappedDecoder(base: decoder, rules: configuration.rules), configuration: configuration.own)
    }
}

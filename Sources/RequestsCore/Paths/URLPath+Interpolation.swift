public import Foundation

extension URLPath {
    /// Builds a path from its literals, which are the template, and its values, which are data.
    public struct StringInterpolation: StringInterpolationProtocol {
        var builder: Builder

        /// Makes an empty path with room for literals and values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            builder = Builder(reserving: literalCapacity + interpolationCount * 24)
        }

        /// Appends text from the template.
        ///
        /// - Parameter literal: The text, whose escapes are kept.
        public mutating func appendLiteral(_ literal: String) {
            builder.append(literal: literal)
        }

        /// Inserts a string as one segment, or as one value of the query.
        public mutating func appendInterpolation(_ value: String) {
            builder.append(value: value)
        }

        /// Inserts the description of a value: a number, a `UUID`, or a custom identifier.
        ///
        /// A `Date` and a `Bool` are inserted in the styles of the API's ``Coding``, and a `UUID` in lower case. Resolving the
        /// request throws an error for a number that isn't finite, and for a date that the style can't write.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(value)
        }

        /// Inserts the raw value of an enum or identifier.
        public mutating func appendInterpolation<Value: RawRepresentable>(
            _ value: Value
        ) where Value.RawValue: CustomStringConvertible {
            append(value.rawValue)
        }

        /// Inserts the raw value of an enum or identifier, even if it has a description.
        public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
            _ value: Value
        ) where Value.RawValue: CustomStringConvertible {
            append(value.rawValue)
        }

        /// Inserts a secret, such as a token, which is redacted wherever the request is shown.
        public mutating func appendInterpolation(sensitive value: some CustomStringConvertible) {
            append(value, isSensitive: true)
        }

        /// Inserts the secret raw value of an enum or identifier, which is redacted wherever the request is shown.
        public mutating func appendInterpolation<Value: RawRepresentable>(
            sensitive value: Value
        ) where Value.RawValue: CustomStringConvertible {
            append(value.rawValue, isSensitive: true)
        }

        /// Inserts the raw value of an enum or identifier, even if it has a description.
        ///
        /// The value is redacted wherever the request is shown.
        public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
            sensitive value: Value
        ) where Value.RawValue: CustomStringConvertible {
            append(value.rawValue, isSensitive: true)
        }

        /// Inserts strings as segments, with a slash between them.
        ///
        /// ```swift
        /// api.get(.data, from: "/files/\(segments: ["src", "a b.c"])")                  // /files/src/a%20b.c
        /// api.get(.data, from: "/files/\(segments: url.pathComponents.dropFirst())")
        /// ```
        ///
        /// Each string is percent-encoded, including its slashes. Resolving the request throws an error if there are no
        /// segments, or if a segment is empty, `.` or `..`.
        public mutating func appendInterpolation(segments: some Sequence<some StringProtocol>) {
            builder.append(segments: segments)
        }

        /// Inserts text as if it were part of the literal: it may contain several segments and a query.
        ///
        /// Escapes are kept. Characters that are illegal in URLs are percent-encoded.
        public mutating func appendInterpolation(raw text: String) {
            builder.append(text: text)
        }

        private mutating func append<Value: CustomStringConvertible>(_ value: Value, isSensitive: Bool = false) {
            // Comparing types is faster than casting each value.
            if Value.self == Date.self, let date = value as? Date {
                // A style may write a date that ISO 8601 can't express.
                let text = ISO8601.text(of: date) ?? "-"
                return builder.append(.date(date), text: text, isSensitive: isSensitive)
            }
            if Value.self == Bool.self, let flag = value as? Bool {
                return builder.append(.flag(flag), text: flag.description, isSensitive: isSensitive)
            }
            // A UUID is written in lower case (RFC 9562, section 4).
            let text = Value.self == UUID.self ? value.description.lowercased() : value.description
            if Self.isNotFinite(value, text) {
                builder.note(.number)
            } else {
                builder.append(value: text, isSensitive: isSensitive)
            }
        }

        /// Returns whether a value is a number that isn't finite: `nan`, `-inf`.
        private static func isNotFinite(_ value: some CustomStringConvertible, _ text: String) -> Bool {
            // Check the text first, because casting to a protocol costs more than the rest of the path.
            guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }),
                "iNns".utf8.contains(first)
            else { return false }
            if let decimal = value as? Decimal { return !decimal.isFinite }
            guard let number = value as? any FloatingPoint else { return false }
            return !number.isFinite
        }

        /// Rejects an optional, because a path can't contain `nil`.
        @available(*, unavailable, message: "unwrap the optional: a path can't contain nil")
        public mutating func appendInterpolation<Value: CustomStringConvertible>(_ value: Value?) {}

        /// Rejects an optional, because a path can't contain `nil`.
        @available(*, unavailable, message: "unwrap the optional: a path can't contain nil")
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value?) {}

        // Without these overloads, values of the types below would be inserted as their descriptions. The compiler
        // ignores unavailable overloads, so these are deprecated, and report an issue when the request is resolved.

        /// Rejects an array, with a warning at compile time and an error when the request is resolved.
        @available(*, deprecated, message: "use \\(segments:) for several segments")
        public mutating func appendInterpolation<Element>(_ value: [Element]) { builder.note(.collection) }

        /// Rejects a set, with a warning at compile time and an error when the request is resolved.
        @available(*, deprecated, message: "a path segment is a single value: sort and join the elements first")
        public mutating func appendInterpolation<Element>(_ value: Set<Element>) { builder.note(.collection) }

        /// Rejects a dictionary, with a warning at compile time and an error when the request is resolved.
        @available(*, deprecated, message: "a path segment is a single value: put the entries in the query")
        public mutating func appendInterpolation<Key, Value>(_ value: [Key: Value]) { builder.note(.collection) }

        /// Rejects data, with a warning at compile time and an error when the request is resolved.
        @available(*, deprecated, message: "a path segment is a string: encode the data first, for example with base64")
        public mutating func appendInterpolation(_ value: Data) { builder.note(.collection) }
    }
}

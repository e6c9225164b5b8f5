public import Foundation

extension URLPath {
    /// Takes the literals of a path as its template, and the values as data.
    public struct StringInterpolation: StringInterpolationProtocol {
        var builder: Builder

        /// Makes an empty path, with room for literals and values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            builder = Builder(reserving: literalCapacity + interpolationCount * 24)
        }

        /// Appends a text of the template.
        ///
        /// - Parameter literal: The text; its escapes are kept.
        public mutating func appendLiteral(_ literal: String) {
            builder.append(literal: literal)
        }

        /// Inserts a text as one segment, or as one value of the query.
        public mutating func appendInterpolation(_ value: String) {
            builder.append(value: value)
        }

        /// Inserts a value by its description: a number, a `UUID`, or your own identifier.
        ///
        /// A `Date` is written in ISO 8601, with milliseconds if it has them: `2024-05-01T12:00:00Z`, percent-encoded. A number that is
        /// not finite, and a date that is not finite or outside the years 1 to 9999, are errors when the request is resolved.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(value)
        }

        /// Inserts an enum or identifier by its raw value.
        public mutating func appendInterpolation<Value: RawRepresentable>(
            _ value: Value
        ) where Value.RawValue: CustomStringConvertible {
            append(value.rawValue)
        }

        /// Inserts an enum or identifier by its raw value, even if it has a description.
        public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
            _ value: Value
        ) where Value.RawValue: CustomStringConvertible {
            append(value.rawValue)
        }

        /// Inserts a value that no description of the request shows, such as a token in a path, by its own description.
        public mutating func appendInterpolation(sensitive value: some CustomStringConvertible) {
            append(value, isSensitive: true)
        }

        /// Inserts an enum or identifier by its raw value, which no description of the request shows.
        public mutating func appendInterpolation<Value: RawRepresentable>(
            sensitive value: Value
        ) where Value.RawValue: CustomStringConvertible {
            append(value.rawValue, isSensitive: true)
        }

        /// Inserts an enum or identifier by its raw value, even if it has a description.
        ///
        /// No description of the request shows the value.
        public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
            sensitive value: Value
        ) where Value.RawValue: CustomStringConvertible {
            append(value.rawValue, isSensitive: true)
        }

        /// Inserts texts as segments, with a slash between them.
        ///
        /// ```swift
        /// api.get(.data, from: "/files/\(segments: ["src", "a b.c"])")                  // /files/src/a%20b.c
        /// api.get(.data, from: "/files/\(segments: url.pathComponents.dropFirst())")
        /// ```
        ///
        /// Each text is percent-encoded, also its slashes. No segment, or one that is empty, `.` or `..`, is an error when the request
        /// is resolved.
        public mutating func appendInterpolation(segments: some Sequence<some StringProtocol>) {
            builder.append(segments: segments)
        }

        /// Inserts a text as if it were part of the literal: it may contain several segments and a query.
        ///
        /// Escapes are kept. Characters that a URL may not contain are percent-encoded.
        public mutating func appendInterpolation(raw text: String) {
            builder.append(text: text)
        }

        private mutating func append<Value: CustomStringConvertible>(_ value: Value, isSensitive: Bool = false) {
            // Comparing types costs less than a cast of each value.
            if Value.self == Date.self, let date = value as? Date { return append(date, isSensitive) }
            let text = value.description
            if Self.isNotFinite(value, text) {
                builder.note(.number)
            } else {
                builder.append(value: text, isSensitive: isSensitive)
            }
        }

        private mutating func append(_ date: Date, _ isSensitive: Bool) {
            if let text = ISO8601.text(of: date) {
                builder.append(value: text, isSensitive: isSensitive)
            } else {
                builder.note(.date)
            }
        }

        /// Returns whether a value is a number without digits: `nan`, `-inf`.
        private static func isNotFinite(_ value: some CustomStringConvertible, _ text: String) -> Bool {
            // Check the text first: checking a type for its protocols costs more than the rest of the path.
            guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }),
                "iNns".utf8.contains(first)
            else { return false }
            if let decimal = value as? Decimal { return !decimal.isFinite }
            guard let number = value as? any FloatingPoint else { return false }
            return !number.isFinite
        }

        /// Rejects an optional, because `nil` has no text in a path.
        @available(*, unavailable, message: "unwrap the optional: a path has no place for nil")
        public mutating func appendInterpolation<Value: CustomStringConvertible>(_ value: Value?) {}

        /// Rejects an optional, because `nil` has no text in a path.
        @available(*, unavailable, message: "unwrap the optional: a path has no place for nil")
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value?) {}

        // The types below have a description, which would otherwise be inserted. An unavailable overload would lose to the one for
        // descriptions. These overloads win. They produce a warning when the call is compiled, and an error when the request is resolved.

        /// Rejects an array, with a warning at compile time and an error when the request is resolved.
        @available(*, deprecated, message: "use \\(segments:) for several segments")
        public mutating func appendInterpolation<Element>(_ value: [Element]) { builder.note(.collection) }

        /// Rejects a set, with a warning at compile time and an error when the request is resolved.
        @available(*, deprecated, message: "a path takes one value for a segment; sort and join the elements first")
        public mutating func appendInterpolation<Element>(_ value: Set<Element>) { builder.note(.collection) }

        /// Rejects a dictionary, with a warning at compile time and an error when the request is resolved.
        @available(*, deprecated, message: "a path takes one value for a segment; its entries belong into the query")
        public mutating func appendInterpolation<Key, Value>(_ value: [Key: Value]) { builder.note(.collection) }

        /// Rejects data, with a warning at compile time and an error when the request is resolved.
        @available(*, deprecated, message: "a path takes text; encode the data first, for example with base64")
        public mutating func appendInterpolation(_ value: Data) { builder.note(.collection) }
    }
}

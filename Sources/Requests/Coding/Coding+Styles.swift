public import Foundation

extension Coding {
    /// A rule that turns property names into names on the wire, and back.
    public enum KeyStyle: Sendable {
        /// Unchanged.
        case verbatim
        /// `createdAt` becomes `created_at`, and back, by the rules of `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
        case snakeCase
        /// Converted by two functions, one the inverse of the other.
        case custom(encode: @Sendable (String) -> String, decode: @Sendable (String) -> String)
    }

    /// The form of dates.
    public enum DateStyle: Sendable {
        /// `2024-05-01T12:00:00Z`, with milliseconds if there are any: `2024-05-01T12:00:00.250Z`.
        case iso8601
        /// Seconds since 1970 as a number.
        case secondsSince1970
        /// Milliseconds since 1970 as a number.
        case millisecondsSince1970
        /// Texts of two functions, one the inverse of the other.
        case custom(encode: @Sendable (Date) throws -> String, decode: @Sendable (String) throws -> Date)
    }

    /// The form of data.
    public enum DataStyle: Sendable {
        /// Base64 (RFC 4648, section 4).
        case base64
        /// Texts of two functions, one the inverse of the other.
        case custom(encode: @Sendable (Data) throws -> String, decode: @Sendable (String) throws -> Data)
    }

    /// The names of array elements in a query or form.
    ///
    /// Elements that are arrays or that have named properties are always numbered, because they could not be told apart
    /// otherwise.
    public enum ArrayStyle: Hashable, Sendable {
        /// `a=1&a=2`
        case repeated
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`
        case indices
        /// `a=1,2`; a comma inside an element is `%2C` in a query, and an error in a form.
        case commaSeparated
    }

    /// The form of nested names in a query or form.
    public enum NestingStyle: Hashable, Sendable {
        /// `a[b]=1`, with percent-encoded brackets.
        case brackets
        /// `a.b=1`
        case dots
    }

    /// The form of `Bool` in a query or form.
    public enum BooleanStyle: Hashable, Sendable {
        /// `true` and `false`.
        case literal
        /// `1` and `0`.
        case numeric
    }

    /// The texts that can be read as a `Bool`: in a path, query or form, and in the fields and cookies of a served request.
    ///
    /// ```swift
    /// var coding: Coding { Coding(booleanReading: .lenient) }      // GET /todos?done=yes
    /// ```
    ///
    /// JSON has its native booleans.
    public enum BooleanReading: Hashable, Sendable {
        /// The texts that the styles write: `true` and `false`, `1` and `0`.
        case strict
        /// Also the texts that people and browsers send: `t`, `yes`, `y`, `on`, and `f`, `no`, `n`, `off`, all of them in any
        /// case.
        case lenient
    }

    /// The form of `nil` in a query or form.
    public enum NilStyle: Hashable, Sendable {
        /// Nothing.
        case omitted
        /// `a=`
        case empty
        /// `a`
        case flag
    }

    /// The form of a space in a form.
    ///
    /// In a query it is always `%20`. Decoding accepts both.
    public enum SpaceStyle: Hashable, Sendable {
        /// `%20`
        case percentEncoded
        /// `+`, as browsers send it.
        case plus
    }
}

extension Coding.KeyStyle {
    /// Returns the name of a property on the wire.
    package func wireName(of key: String) -> String {
        switch self {
        case .verbatim: key
        case .snakeCase: SnakeCase.snakeCase(key)
        case .custom(let encode, _): encode(key)
        }
    }

    /// Returns the name of a property from the one on the wire.
    package func propertyName(of name: String) -> String {
        switch self {
        case .verbatim: name
        case .snakeCase: SnakeCase.camelCase(name)
        case .custom(_, let decode): decode(name)
        }
    }
}

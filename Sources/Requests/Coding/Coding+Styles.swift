public import Foundation

extension Coding {
    /// How the names of properties become the names on the wire, and back.
    public enum KeyStyle: Sendable {
        /// As they are.
        case verbatim
        /// `createdAt` as `created_at`, and back, by the rules of `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
        case snakeCase
        /// By two functions, one the inverse of the other.
        case custom(encode: @Sendable (String) -> String, decode: @Sendable (String) -> String)
    }

    /// How dates are written.
    public enum DateStyle: Sendable {
        /// `2024-05-01T12:00:00Z`, with milliseconds where there are any: `2024-05-01T12:00:00.250Z`.
        case iso8601
        /// Seconds since 1970 as a number.
        case secondsSince1970
        /// Milliseconds since 1970 as a number.
        case millisecondsSince1970
        /// As texts by two functions, one the inverse of the other.
        case custom(encode: @Sendable (Date) throws -> String, decode: @Sendable (String) throws -> Date)
    }

    /// How data is written.
    public enum DataStyle: Sendable {
        /// Base64 (RFC 4648, section 4).
        case base64
        /// As texts by two functions, one the inverse of the other.
        case custom(encode: @Sendable (Data) throws -> String, decode: @Sendable (String) throws -> Data)
    }

    /// How the elements of an array are named in a query or form.
    ///
    /// Elements that are arrays or have names of their own are always numbered: they could not be told apart otherwise.
    public enum ArrayStyle: Hashable, Sendable {
        /// `a=1&a=2`
        case repeated
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`
        case indices
        /// `a=1,2`, the comma as `%2C` where it stands in an element; in a form such an element is refused.
        case commaSeparated
    }

    /// How nested names are written in a query or form.
    public enum NestingStyle: Hashable, Sendable {
        /// `a[b]=1`, the brackets percent-encoded.
        case brackets
        /// `a.b=1`
        case dots
    }

    /// How `Bool` is written in a query or form.
    public enum BooleanStyle: Hashable, Sendable {
        /// `true` and `false`.
        case literal
        /// `1` and `0`.
        case numeric
    }

    /// Which texts are read as a `Bool`: in a path, query or form, and in the fields and cookies of a request that is served.
    ///
    /// ```swift
    /// var coding: Coding { Coding(booleanReading: .lenient) }      // GET /todos?done=yes
    /// ```
    ///
    /// JSON has booleans of its own.
    public enum BooleanReading: Hashable, Sendable {
        /// What the styles write: `true` and `false`, `1` and `0`.
        case strict
        /// What people and browsers send as well: `t`, `yes`, `y`, `on`, and `f`, `no`, `n`, `off`, all of them in any case.
        case lenient
    }

    /// What a `nil` becomes in a query or form.
    public enum NilStyle: Hashable, Sendable {
        /// Nothing.
        case omitted
        /// `a=`
        case empty
        /// `a`
        case flag
    }

    /// How a space is written in a form.
    ///
    /// In a query it is always `%20`. Both are read.
    public enum SpaceStyle: Hashable, Sendable {
        /// `%20`
        case percentEncoded
        /// `+`, as browsers send it.
        case plus
    }
}

extension Coding.KeyStyle {
    /// The name on the wire of a property.
    package func wireName(of key: String) -> String {
        switch self {
        case .verbatim: key
        case .snakeCase: SnakeCase.snakeCase(key)
        case .custom(let encode, _): encode(key)
        }
    }

    /// The property of a name on the wire.
    package func propertyName(of name: String) -> String {
        switch self {
        case .verbatim: name
        case .snakeCase: SnakeCase.camelCase(name)
        case .custom(_, let decode): decode(name)
        }
    }
}

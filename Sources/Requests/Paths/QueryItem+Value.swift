extension QueryItem {
    /// A value in a dictionary literal of query items: a literal, or `.init` of any `Encodable`.
    ///
    /// ```swift
    /// // ?page=2&sort=name&tags=a&tags=b&debug
    /// request.adding(queryItems: ["page": 2, "sort": "name", "tags": .init(["a", "b"]), "debug": nil])
    /// ```
    ///
    /// A `nil` makes a flag.
    public struct Value: Sendable {
        let value: any Encodable & Sendable

        /// Makes a value from any `Encodable`.
        public init(_ value: some Encodable & Sendable) {
            self.value = value
        }
    }

    @usableFromInline
    init(_ name: String, _ value: Value?) {
        if let value {
            self.init(name, value.value)
        } else {
            self.init(name)
        }
    }
}

extension QueryItem.Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Makes a value from a text.
    public init(stringLiteral value: String) { self.init(value) }
}

extension QueryItem.Value: ExpressibleByIntegerLiteral {
    /// Makes a value from a whole number.
    public init(integerLiteral value: Int) { self.init(value) }
}

extension QueryItem.Value: ExpressibleByFloatLiteral {
    /// Makes a value from a number.
    public init(floatLiteral value: Double) { self.init(value) }
}

extension QueryItem.Value: ExpressibleByBooleanLiteral {
    /// Makes a value from `true` or `false`.
    public init(booleanLiteral value: Bool) { self.init(value) }
}

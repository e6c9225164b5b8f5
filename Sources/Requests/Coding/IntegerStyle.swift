extension Coding {
    /// The form of integers of 64 bits in JSON.
    ///
    /// JavaScript and many other readers of JSON keep only 53 bits of a number. So etcd, Google and other APIs write larger integers
    /// as strings, as ProtoJSON does:
    ///
    /// ```swift
    /// // {"revision":"9007199254740993"}
    /// static let etcd = Coding(integers: .text)
    /// ```
    ///
    /// Everywhere but in JSON, a number is text already.
    public enum IntegerStyle: Hashable, Sendable {
        /// Numbers: `{"revision":42}`.
        case numeric
        /// Strings for `Int64`, `UInt64` and wider types: `{"revision":"42"}`.
        ///
        /// `Int`, `UInt` and narrower types are written as numbers. All integers are read from strings and from numbers.
        case text
    }
}

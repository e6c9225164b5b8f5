extension Coding {
    /// The format of 64-bit integers in JSON.
    ///
    /// JavaScript and many other JSON parsers keep only 53 bits of a number. Therefore etcd, Google and other APIs write 64-bit
    /// integers as strings, as ProtoJSON does:
    ///
    /// ```swift
    /// // {"revision":"9007199254740993"}
    /// static let etcd = Coding(integers: .text)
    /// ```
    ///
    /// In queries, forms and fields, all numbers are strings anyway.
    public enum IntegerStyle: Hashable, Sendable {
        /// Numbers: `{"revision":42}`.
        case numeric
        /// Strings for `Int64`, `UInt64` and wider types: `{"revision":"42"}`.
        ///
        /// `Int`, `UInt` and narrower types are written as numbers. All integers are read from strings and from numbers.
        case text
    }
}

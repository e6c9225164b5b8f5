extension Coding {
    /// The names of array elements in a query or form.
    ///
    /// Elements that are arrays or have named properties are always numbered, because their names would be ambiguous
    /// otherwise.
    public enum ArrayStyle: Hashable, Sendable {
        /// `a=1&a=2`
        case repeated
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`
        case indices
        /// `a=1,2`; a comma in an element is written as `%2C` in a query, and throws an error in a form.
        case commaSeparated
    }

    /// The format of nested names in a query or form.
    public enum NestingStyle: Hashable, Sendable {
        /// `a[b]=1`, with percent-encoded brackets.
        case brackets
        /// `a.b=1`
        case dots
    }

    /// The format of `Bool` in a query or form.
    public enum BooleanStyle: Hashable, Sendable {
        /// `true` and `false`.
        case literal
        /// `1` and `0`.
        case numeric
    }

    /// The format of `nil` in a query or form.
    public enum NilStyle: Hashable, Sendable {
        /// Nothing is written.
        case omitted
        /// `a=`
        case empty
        /// `a`
        case flag
    }
}

extension Coding {
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

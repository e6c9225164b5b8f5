public import Foundation

/// The styles in which an API writes values, the same for its queries, its bodies and its responses.
///
/// ```swift
/// struct GitHub: RequestProviding {
///     let baseURL: URL
///     var coding: Coding { .snakeCase }
/// }
///
/// extension Coding {
///     static let billing = Coding(keys: .snakeCase, dates: .secondsSince1970, arrays: .brackets)
/// }
/// ```
///
/// Keep a coding in a `static let`: it makes its JSON coders only once.
public struct Coding: Sendable {
    let storage: Shared<Values>

    /// The context of the request whose response is decoded, such as the envelope of its API; `nil` if there is none.
    var context: (any DecodingContext)?

    /// Indicates whether a value is written for an endpoint, whose other side reads it back unchanged.
    package var isOfEndpoint = false

    struct Values: Sendable {
        let keys: KeyStyle
        let dates: DateStyle
        let data: DataStyle
        let integers: IntegerStyle
        let arrays: ArrayStyle
        let nesting: NestingStyle
        let booleans: BooleanStyle
        let lenientBooleans: Bool
        let nils: NilStyle
        let spacesAsPlus: Bool
        let jsonEncoder: JSONEncoder
        let jsonDecoder: JSONDecoder
        /// The marks in the encoder; `nil` for a custom encoder.
        let marks: JSONMarks?
        /// The origin in the decoder; `nil` for a custom decoder.
        let origin: JSONOrigin?
    }

    /// Makes a coding; omitted parameters are as in ``standard``.
    ///
    /// - Parameters:
    ///   - keys: The rule that turns property names into names on the wire: verbatim.
    ///   - dates: The form of dates: ISO 8601.
    ///   - data: The form of data: base64.
    ///   - integers: The form of integers of 64 bits in JSON: numbers.
    ///   - arrays: The names of array elements in a query or form: the array's name for each.
    ///   - nesting: The form of nested names in a query or form: `a[b]`.
    ///   - booleans: The form of `Bool` in a query or form: `true` and `false`.
    ///   - lenientBooleans: Whether texts that people and browsers send are read as a `Bool`, too: `t`, `yes`, `y`, `on`, and `f`,
    ///     `no`, `n`, `off`, in any case. Paths, queries, forms, and the fields and cookies of a served request otherwise contain
    ///     `true`, `false`, `1` or `0`. JSON has its native booleans.
    ///   - nils: The form of `nil` in a query or form: nothing.
    ///   - spacesAsPlus: Whether a space in a form is written as `+`, as browsers send it. In a query it is always `%20`. Decoding
    ///     accepts both.
    ///   - jsonEncoder: The encoder of JSON bodies. The default follows the styles and sorts its keys, so that the same value
    ///     gives the same bytes in every run. Only the elements of a `Set` have a random order in JSON, so sort them into an
    ///     array. A custom encoder is used unchanged; don't change it afterwards.
    ///   - jsonDecoder: The decoder of JSON responses. The default follows the styles.
    public init(
        keys: KeyStyle = .verbatim,
        dates: DateStyle = .iso8601,
        data: DataStyle = .base64,
        integers: IntegerStyle = .numeric,
        arrays: ArrayStyle = .repeated,
        nesting: NestingStyle = .brackets,
        booleans: BooleanStyle = .literal,
        lenientBooleans: Bool = false,
        nils: NilStyle = .omitted,
        spacesAsPlus: Bool = false,
        jsonEncoder: JSONEncoder? = nil,
        jsonDecoder: JSONDecoder? = nil
    ) {
        let origin = jsonDecoder == nil ? JSONOrigin(nil) { $0 } : nil
        let marks = jsonEncoder == nil ? JSONMarks(areWritten: false) : nil
        storage = Shared(
            Values(
                keys: keys, dates: dates, data: data, integers: integers, arrays: arrays, nesting: nesting,
                booleans: booleans, lenientBooleans: lenientBooleans, nils: nils, spacesAsPlus: spacesAsPlus,
                jsonEncoder: jsonEncoder ?? JSONEncoder(keys: keys, dates: dates, data: data, marks: marks),
                jsonDecoder: jsonDecoder ?? JSONDecoder(keys: keys, dates: dates, data: data, origin: origin),
                marks: marks, origin: origin))
    }

    /// A coding with verbatim names, dates in ISO 8601, data in base64, and JSON with sorted keys.
    ///
    /// In queries and forms, it repeats the name for arrays, nests with brackets, writes `true` and `false`, and omits `nil`.
    public static let standard = Coding()

    /// A coding like ``standard``, with `snake_case` names for `camelCase` properties.
    public static let snakeCase = Coding(keys: .snakeCase)
}

extension Coding {
    /// The rule that turns property names into names on the wire.
    public var keys: KeyStyle { storage.value.keys }
    /// Indicates whether names on the wire are those of the properties.
    package var hasVerbatimKeys: Bool { if case .verbatim = storage.value.keys { true } else { false } }
    /// The form of dates.
    public var dates: DateStyle { storage.value.dates }
    /// The form of data.
    public var data: DataStyle { storage.value.data }
    /// The form of integers of 64 bits in JSON; a custom JSON coder does not follow it.
    package var integers: IntegerStyle { storage.value.integers }
    /// The names of array elements in a query or form.
    package var arrays: ArrayStyle { storage.value.arrays }
    /// The form of nested names in a query or form.
    package var nesting: NestingStyle { storage.value.nesting }
    /// The form of `Bool` in a query or form.
    package var booleans: BooleanStyle { storage.value.booleans }
    /// Indicates whether texts such as `yes` and `off` can be read as a `Bool`.
    package var lenientBooleans: Bool { storage.value.lenientBooleans }
    /// The form of `nil` in a query or form.
    package var nils: NilStyle { storage.value.nils }
    /// Indicates whether a space in a form is written as `+`.
    package var spacesAsPlus: Bool { storage.value.spacesAsPlus }
}

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
        let booleanReading: BooleanReading
        let nils: NilStyle
        let spaces: SpaceStyle
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
    ///   - booleanReading: The texts that can be read as a `Bool`: `true`, `false`, `1` and `0`.
    ///   - nils: The form of `nil` in a query or form: nothing.
    ///   - spaces: The form of a space in a form: `%20`.
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
        booleanReading: BooleanReading = .strict,
        nils: NilStyle = .omitted,
        spaces: SpaceStyle = .percentEncoded,
        jsonEncoder: JSONEncoder? = nil,
        jsonDecoder: JSONDecoder? = nil
    ) {
        let origin = jsonDecoder == nil ? JSONOrigin(nil) { $0 } : nil
        let marks = jsonEncoder == nil ? JSONMarks(areWritten: false) : nil
        storage = Shared(
            Values(
                keys: keys, dates: dates, data: data, integers: integers, arrays: arrays, nesting: nesting,
                booleans: booleans, booleanReading: booleanReading, nils: nils, spaces: spaces,
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
    /// The form of dates.
    public var dates: DateStyle { storage.value.dates }
    /// The form of data.
    public var data: DataStyle { storage.value.data }
    /// The form of integers of 64 bits in JSON; a custom JSON coder does not follow it.
    public var integers: IntegerStyle { storage.value.integers }
    /// The names of array elements in a query or form.
    public var arrays: ArrayStyle { storage.value.arrays }
    /// The form of nested names in a query or form.
    public var nesting: NestingStyle { storage.value.nesting }
    /// The form of `Bool` in a query or form.
    public var booleans: BooleanStyle { storage.value.booleans }
    /// The texts that can be read as a `Bool`.
    public var booleanReading: BooleanReading { storage.value.booleanReading }
    /// The form of `nil` in a query or form.
    public var nils: NilStyle { storage.value.nils }
    /// The form of a space in a form.
    public var spaces: SpaceStyle { storage.value.spaces }
}

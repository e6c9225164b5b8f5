public import Foundation

/// The styles in which an API writes values in queries, bodies and responses.
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
/// Store a coding in a `static let`, so that its JSON coders are made only once.
public struct Coding: Sendable {
    let storage: Shared<Values>

    /// The context of the request whose response is decoded, such as the envelope of its API; `nil` if there is none.
    var context: (any DecodingContext)?

    /// Indicates whether values are written for an endpoint, whose receiver must decode equal values.
    package var isOfEndpoint = false

    /// The array style of an endpoint; `nil` if the endpoint uses the API's style.
    private var ownArrays: ArrayStyle?

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
        /// The marks that the encoder uses; `nil` for a custom encoder.
        let marks: JSONMarks?
        /// The origin that the decoder uses; `nil` for a custom decoder.
        let origin: JSONOrigin?
    }

    /// Makes a coding; the defaults are those of ``standard``.
    ///
    /// - Parameters:
    ///   - keys: The rule that turns property names into names on the wire. Default: verbatim.
    ///   - dates: The format of dates. Default: ISO 8601.
    ///   - data: The format of data. Default: base64.
    ///   - integers: The format of 64-bit integers in JSON. Default: numbers.
    ///   - arrays: The names of array elements in a query or form. Default: the array's name, repeated for each element.
    ///   - nesting: The format of nested names in a query or form. Default: `a[b]`.
    ///   - booleans: The format of `Bool` in a query or form. Default: `true` and `false`.
    ///   - lenientBooleans: Whether `t`, `yes`, `y`, `on`, and `f`, `no`, `n`, `off`, in upper or lower case, are also
    ///     read as a `Bool`. By default only `true`, `false`, `1` and `0` are accepted. This applies to paths, queries,
    ///     forms, and the fields and cookies of a served request. JSON is not affected.
    ///   - nils: The format of `nil` in a query or form. Default: omitted.
    ///   - spacesAsPlus: Whether spaces in a form are written as `+`, as browsers send them. By default they are `%20`, as they
    ///     always are in a query. Decoding accepts both.
    ///   - jsonEncoder: The encoder of JSON bodies. The default follows the styles and sorts keys, so that the same value has the
    ///     same bytes in every run. A `Set` is the exception, because its elements are in random order: encode a sorted array
    ///     instead. A custom encoder is used unchanged; don't change it afterwards.
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
        let origin = jsonDecoder == nil ? JSONOrigin(nil) : nil
        let marks = jsonEncoder == nil ? JSONMarks(areWritten: false) : nil
        storage = Shared(
            Values(
                keys: keys, dates: dates, data: data, integers: integers, arrays: arrays, nesting: nesting,
                booleans: booleans, lenientBooleans: lenientBooleans, nils: nils, spacesAsPlus: spacesAsPlus,
                jsonEncoder: jsonEncoder ?? JSONEncoder(keys: keys, dates: dates, data: data, marks: marks),
                jsonDecoder: jsonDecoder ?? JSONDecoder(dates: dates, data: data, origin: origin),
                marks: marks, origin: origin))
    }

    /// A coding with verbatim names, ISO 8601 dates, base64 data, and JSON with sorted keys.
    ///
    /// In queries and forms, this coding repeats an array's name for each element, nests names with brackets, writes
    /// `true` and `false`, and omits `nil`.
    public static let standard = Coding()

    /// A coding like ``standard``, with `snake_case` names for `camelCase` properties.
    public static let snakeCase = Coding(keys: .snakeCase)
}

extension Coding {
    /// The rule that turns property names into names on the wire.
    public var keys: KeyStyle { storage.value.keys }
    /// Indicates whether names on the wire are the property names.
    package var hasVerbatimKeys: Bool { !storage.value.keys.changesNames }
    /// The format of dates.
    public var dates: DateStyle { storage.value.dates }
    /// The format of data.
    public var data: DataStyle { storage.value.data }
    /// The format of 64-bit integers in JSON; a custom JSON coder does not use it.
    package var integers: IntegerStyle { storage.value.integers }
    /// The `userInfo` of a custom JSON encoder, for the code of values; empty for the default encoder.
    package var encoderUserInfo: [CodingUserInfoKey: Any] {
        if storage.value.marks != nil { return [:] }
        return storage.value.jsonEncoder.userInfo as [CodingUserInfoKey: Any]
    }
    /// The names of array elements in a query or form.
    package var arrays: ArrayStyle {
        get { ownArrays ?? storage.value.arrays }
        set { ownArrays = newValue }
    }
    /// The format of nested names in a query or form.
    package var nesting: NestingStyle { storage.value.nesting }
    /// The format of `Bool` in a query or form.
    package var booleans: BooleanStyle { storage.value.booleans }
    /// Indicates whether strings such as `yes` and `off` can be read as a `Bool`.
    package var lenientBooleans: Bool { storage.value.lenientBooleans }
    /// The format of `nil` in a query or form.
    package var nils: NilStyle { storage.value.nils }
    /// Indicates whether a space in a form is written as `+`.
    package var spacesAsPlus: Bool { storage.value.spacesAsPlus }
}

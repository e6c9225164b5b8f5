public import Foundation

/// How an API writes values, one for its queries, its bodies and its answers alike.
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
/// Keep a coding in a `static let`: it makes its JSON coders once.
public struct Coding: Sendable {
    private let storage: Storage

    /// The context of the request whose response is decoded, such as the envelope of its API; `nil` for none.
    var context: (any DecodingContext)?

    private final class Storage: Sendable {
        let keys: KeyStyle
        let dates: DateStyle
        let data: DataStyle
        let arrays: ArrayStyle
        let nesting: NestingStyle
        let booleans: BooleanStyle
        let booleanReading: BooleanReading
        let nils: NilStyle
        let spaces: SpaceStyle
        let jsonEncoder: JSONEncoder
        let jsonDecoder: JSONDecoder

        init(
            keys: KeyStyle, dates: DateStyle, data: DataStyle, arrays: ArrayStyle, nesting: NestingStyle,
            booleans: BooleanStyle, booleanReading: BooleanReading, nils: NilStyle, spaces: SpaceStyle,
            jsonEncoder: JSONEncoder, jsonDecoder: JSONDecoder
        ) {
            self.keys = keys
            self.dates = dates
            self.data = data
            self.arrays = arrays
            self.nesting = nesting
            self.booleans = booleans
            self.booleanReading = booleanReading
            self.nils = nils
            self.spaces = spaces
            self.jsonEncoder = jsonEncoder
            self.jsonDecoder = jsonDecoder
        }
    }

    /// Makes a coding; what is left out is as in ``standard``.
    ///
    /// - Parameters:
    ///   - keys: How the names of properties become the names on the wire: verbatim.
    ///   - dates: How dates are written: ISO 8601.
    ///   - data: How data is written: base64.
    ///   - arrays: How the elements of an array are named in a query or form: each by the array's name.
    ///   - nesting: How nested names are written in a query or form: `a[b]`.
    ///   - booleans: How `Bool` is written in a query or form: `true` and `false`.
    ///   - booleanReading: Which texts are read as a `Bool`: `true`, `false`, `1` and `0`.
    ///   - nils: What a `nil` becomes in a query or form: nothing.
    ///   - spaces: How a space is written in a form: `%20`.
    ///   - jsonEncoder: The encoder of JSON bodies. By default one that follows the styles and sorts its keys, so that the
    ///     same value gives the same bytes in every run; only the elements of a `Set` have an order of chance in JSON, so sort
    ///     them into an array. One of your own is used as it is; don't change it afterwards.
    ///   - jsonDecoder: The decoder of JSON answers. By default one that follows the styles.
    public init(
        keys: KeyStyle = .verbatim,
        dates: DateStyle = .iso8601,
        data: DataStyle = .base64,
        arrays: ArrayStyle = .repeated,
        nesting: NestingStyle = .brackets,
        booleans: BooleanStyle = .literal,
        booleanReading: BooleanReading = .strict,
        nils: NilStyle = .omitted,
        spaces: SpaceStyle = .percentEncoded,
        jsonEncoder: JSONEncoder? = nil,
        jsonDecoder: JSONDecoder? = nil
    ) {
        storage = Storage(
            keys: keys, dates: dates, data: data, arrays: arrays, nesting: nesting, booleans: booleans,
            booleanReading: booleanReading, nils: nils, spaces: spaces,
            jsonEncoder: jsonEncoder ?? JSONEncoder(keys: keys, dates: dates, data: data),
            jsonDecoder: jsonDecoder ?? JSONDecoder(keys: keys, dates: dates, data: data)
        )
    }

    /// Names verbatim, dates in ISO 8601, data in base64, JSON with sorted keys; in queries and forms arrays by repeating the
    /// name, nesting by brackets, `true` and `false`, nothing for `nil`.
    public static let standard = Coding()

    /// As ``standard``, with `camelCase` properties as `snake_case` names.
    public static let snakeCase = Coding(keys: .snakeCase)
}

extension Coding {
    /// How the names of properties become the names on the wire.
    public var keys: KeyStyle { storage.keys }
    /// How dates are written.
    public var dates: DateStyle { storage.dates }
    /// How data is written.
    public var data: DataStyle { storage.data }
    /// How the elements of an array are named in a query or form.
    public var arrays: ArrayStyle { storage.arrays }
    /// How nested names are written in a query or form.
    public var nesting: NestingStyle { storage.nesting }
    /// How `Bool` is written in a query or form.
    public var booleans: BooleanStyle { storage.booleans }
    /// Which texts are read as a `Bool`.
    public var booleanReading: BooleanReading { storage.booleanReading }
    /// What a `nil` becomes in a query or form.
    public var nils: NilStyle { storage.nils }
    /// How a space is written in a form.
    public var spaces: SpaceStyle { storage.spaces }

    /// Writes a value as JSON.
    ///
    /// - Throws: What the encoder throws.
    public func jsonData(from value: some Encodable) throws -> Data {
        try storage.jsonEncoder.encode(value)
    }

    /// Reads a value from JSON.
    ///
    /// - Throws: What the decoder throws.
    public func value<Value: Decodable>(_ type: Value.Type, fromJSON data: Data) throws -> Value {
        try storage.jsonDecoder.value(type, from: data)
    }

    /// Reads a value that is told how from JSON, by a decoder of the caller's where there is one.
    func value<Value: DecodableWithConfiguration>(
        _ type: Value.Type, fromJSON data: Data, by decoder: JSONDecoder?, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try (decoder ?? storage.jsonDecoder).value(type, from: data, configuration: configuration)
    }
}

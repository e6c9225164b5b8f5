public import Foundation

/// A format in which whole bodies are encoded and decoded: ``json``, ``form``, or a custom one.
///
/// ```swift
/// extension BodyFormat {
///     static let propertyList = BodyFormat(name: "a property list", mediaType: "application/x-plist") { value, _ in
///         try PropertyListEncoder().encode(value)
///     } decode: { body in
///         try PropertyListDecoder().decode(Reading.self, from: body.data, configuration: body)
///     }
/// }
///
/// struct Reading: DecodableWithConfiguration {
///     init(from decoder: any Decoder, configuration body: BodyReading) throws { try body.read(from: decoder) }
/// }
///
/// api.post(.encoded(note, as: .propertyList), to: "/notes").receiving(.decoded(Note.self, from: .propertyList))
/// ```
public struct BodyFormat: Sendable {
    /// The name of a body in error messages: `JSON`, `a form`.
    package let name: String

    /// The media type that requests accept.
    package let mediaType: MediaType

    /// The media type of sent bodies, for example with a charset; a multipart form adds a boundary.
    package let contentType: MediaType

    /// Indicates whether an empty body is valid, for example for a form without values.
    package var hasEmptyBodies = false

    /// Indicates whether the JSON coders of the ``Coding`` encode and decode the bodies.
    package let isCodedAsJSON: Bool

    /// Indicates whether a web page could be decoded as a body of the format, so web pages must be detected first.
    package var canBePage = false

    private let kind: @Sendable (MediaType) -> Bool
    private let encode: @Sendable (any Encodable, Coding) throws -> (data: Data, type: MediaType)
    private let decode: @Sendable (BodyReading) throws -> Void

    /// Makes a format from two functions.
    ///
    /// - Parameters:
    ///   - name: The name of a body in error messages: `JSON`, `a form`.
    ///   - mediaType: The media type that requests accept.
    ///   - contentType: The media type of sent bodies; by default `mediaType`.
    ///   - kind: Returns whether a media type belongs to this format; by default, compares the type and subtype with
    ///     those of `mediaType`.
    ///   - encode: Returns the body for a value and the coding of the API. An error that it throws becomes the underlying error
    ///     of ``RequestErrorCode/bodyEncodingFailed``.
    ///   - decode: Makes a decoder of a body and passes it to ``BodyReading/read(from:)``. An error that it throws becomes the
    ///     underlying error of ``RequestErrorCode/decodingFailed``.
    public init(
        name: String,
        mediaType: MediaType,
        contentType: MediaType? = nil,
        kind: (@Sendable (MediaType) -> Bool)? = nil,
        encode: @escaping @Sendable (any Encodable, Coding) throws -> Data,
        decode: @escaping @Sendable (BodyReading) throws -> Void
    ) {
        let contentType = contentType ?? mediaType
        self.init(
            name: name, mediaType: mediaType, contentType: contentType, kind: kind ?? { $0.matches(mediaType) },
            content: { (try encode($0, $1), contentType) }, decode: decode)
    }

    /// Makes a format in which each body can have a different media type, for example with a boundary.
    init(
        name: String, mediaType: MediaType, contentType: MediaType, kind: @escaping @Sendable (MediaType) -> Bool,
        isCodedAsJSON: Bool = false,
        content: @escaping @Sendable (any Encodable, Coding) throws -> (data: Data, type: MediaType),
        decode: @escaping @Sendable (BodyReading) throws -> Void
    ) {
        self.name = name
        self.mediaType = mediaType
        self.contentType = contentType
        self.kind = kind
        self.isCodedAsJSON = isCodedAsJSON
        encode = content
        self.decode = decode
    }
}

extension BodyFormat {
    /// Returns whether a body with a media type is in this format.
    package func matches(_ mediaType: MediaType) -> Bool { kind(mediaType) }

    /// Encodes a value.
    ///
    /// - Throws: The error of the format's function.
    package func data(from value: some Encodable, coding: Coding = .standard) throws -> Data {
        try encode(value, coding).data
    }

    /// Encodes a value, and returns the body with its media type.
    package func content(from value: some Encodable, coding: Coding) throws -> (data: Data, type: MediaType) {
        try encode(value, coding)
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The body.
    ///   - contentType: The media type of the body, for formats with charsets.
    ///   - coding: The coding of the API.
    ///   - types: The types whose properties are checked; a custom format ignores them.
    /// - Returns: The value.
    /// - Throws: The error of the format's function.
    package func value<Value: Decodable>(
        _ type: Value.Type, from data: Data, contentType: MediaType? = nil, coding: Coding = .standard,
        checking types: (any CheckedTypes)? = nil
    ) throws -> Value {
        // A container decodes the value, because many decoders treat a dictionary or a date specially.
        try read(type, from: data, contentType: contentType, coding: coding, checking: types) {
            try $0.singleValueContainer().decode(type)
        }
    }

    /// Passes the decoder of a body to a function that reads from it.
    package func read<Value>(
        _ type: any Decodable.Type, from data: Data, contentType: MediaType?, coding: Coding,
        checking types: (any CheckedTypes)? = nil, _ function: @escaping (any Decoder) throws -> Value
    ) throws -> Value {
        let reading = BodyReading.Result<Value>()
        try decode(
            BodyReading(data: data, contentType: contentType, coding: coding, type: type, checkedTypes: types) {
                reading.value = try function($0)
            }
        )
        guard let value = reading.value else {
            throw TransportError(
                code: .decodingFailed, message: "the decode function for \(name) did not call read(from:)")
        }
        return value
    }
}

/// A body to decode, with the function that reads it.
public struct BodyReading {
    /// The body.
    public let data: Data

    /// The media type of the body; `nil` if it has none.
    public let contentType: MediaType?

    /// The coding of the API.
    public let coding: Coding

    /// The type of the decoded value, for decoders that depend on it.
    public let type: any Decodable.Type

    /// The types whose properties are checked.
    package let checkedTypes: (any CheckedTypes)?

    private let function: (any Decoder) throws -> Void

    fileprivate init(
        data: Data, contentType: MediaType?, coding: Coding, type: any Decodable.Type,
        checkedTypes: (any CheckedTypes)?, function: @escaping (any Decoder) throws -> Void
    ) {
        self.data = data
        self.contentType = contentType
        self.coding = coding
        self.type = type
        self.checkedTypes = checkedTypes
        self.function = function
    }

    /// Reads the value from a decoder of the whole body; call this function once.
    ///
    /// - Throws: The error of the decoder, or of a check of the response. Rethrow the error.
    public func read(from decoder: any Decoder) throws {
        try function(decoder)
    }

    fileprivate final class Result<Value> {
        var value: Value?
    }
}

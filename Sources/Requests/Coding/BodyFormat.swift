public import Foundation

/// A format that values are written in and read from as a whole body: ``json``, ``form``, or one of your own.
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
    /// What a body is called in messages: `JSON`, `a form`.
    public let name: String

    /// The media type that is asked for.
    public let mediaType: MediaType

    /// The media type that bodies are sent with, such as the same with a charset; that of ``multipart`` gets a boundary.
    public let contentType: MediaType

    /// Whether an empty body says something: a form without values is one, too.
    var hasEmptyBodies = false

    /// Whether a page can be read as a body of the format, so that it has to be found out before.
    package var canBePage = false

    private let kind: @Sendable (MediaType) -> Bool
    private let encode: @Sendable (any Encodable, Coding) throws -> (data: Data, type: MediaType)
    private let decode: @Sendable (BodyReading) throws -> Void

    /// Makes a format of two functions.
    ///
    /// - Parameters:
    ///   - name: What a body is called in messages: `JSON`, `a form`.
    ///   - mediaType: The media type that is asked for.
    ///   - contentType: The media type that bodies are sent with; by default the same.
    ///   - kind: Whether another media type says that a body is of this format, too; by default the same type and subtype.
    ///   - encode: Given a value and the coding of the API, returns the body. What it throws becomes the underlying error of
    ///     ``RequestErrorCode/bodyEncodingFailed``.
    ///   - decode: Makes a decoder of a body, and has it read: ``BodyReading/read(from:)``. What it throws becomes the
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

    /// Makes a format whose bodies have media types of their own, such as one with a boundary.
    init(
        name: String, mediaType: MediaType, contentType: MediaType, kind: @escaping @Sendable (MediaType) -> Bool,
        content: @escaping @Sendable (any Encodable, Coding) throws -> (data: Data, type: MediaType),
        decode: @escaping @Sendable (BodyReading) throws -> Void
    ) {
        self.name = name
        self.mediaType = mediaType
        self.contentType = contentType
        self.kind = kind
        encode = content
        self.decode = decode
    }
}

extension BodyFormat {
    /// Whether a media type says that a body is of this format.
    public func matches(_ mediaType: MediaType) -> Bool { kind(mediaType) }

    /// Writes a value.
    ///
    /// - Throws: What the function of the format throws.
    public func data(from value: some Encodable, coding: Coding = .standard) throws -> Data {
        try encode(value, coding).data
    }

    /// Writes a value, and says what the body is.
    func content(from value: some Encodable, coding: Coding) throws -> (data: Data, type: MediaType) {
        try encode(value, coding)
    }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The body.
    ///   - contentType: What the body says it is; of use for a format that has charsets.
    ///   - coding: The coding of the API.
    /// - Returns: The value.
    /// - Throws: What the function of the format throws.
    public func value<Value: Decodable>(
        _ type: Value.Type, from data: Data, contentType: MediaType? = nil, coding: Coding = .standard
    ) throws -> Value {
        // By a container: many decoders read a dictionary or a date in a way of their own.
        try read(type, from: data, contentType: contentType, coding: coding) {
            try $0.singleValueContainer().decode(type)
        }
    }

    /// Reads from the decoder of a body whatever there is of use.
    func read<Value>(
        _ type: any Decodable.Type, from data: Data, contentType: MediaType?, coding: Coding,
        _ function: @escaping (any Decoder) throws -> Value
    ) throws -> Value {
        let reading = BodyReading.Result<Value>()
        try decode(
            BodyReading(data: data, contentType: contentType, coding: coding, type: type) {
                reading.value = try function($0)
            }
        )
        guard let value = reading.value else {
            throw TransportError(code: .decodingFailed, message: "the format did not read \(name)")
        }
        return value
    }
}

/// A body that is to be read, and what reads it.
public struct BodyReading {
    /// The body.
    public let data: Data

    /// What the body says it is; `nil` where it does not.
    public let contentType: MediaType?

    /// The coding of the API.
    public let coding: Coding

    /// The type that is read in the end, for decoders that ask it how.
    public let type: any Decodable.Type

    private let function: (any Decoder) throws -> Void

    fileprivate init(
        data: Data, contentType: MediaType?, coding: Coding, type: any Decodable.Type,
        function: @escaping (any Decoder) throws -> Void
    ) {
        self.data = data
        self.contentType = contentType
        self.coding = coding
        self.type = type
        self.function = function
    }

    /// Reads what is needed from a decoder of the whole body; to be called once.
    ///
    /// - Throws: What the decoder throws, and what a check of the answer throws, which is to be passed on.
    public func read(from decoder: any Decoder) throws {
        try function(decoder)
    }

    fileprivate final class Result<Value> {
        var value: Value?
    }
}

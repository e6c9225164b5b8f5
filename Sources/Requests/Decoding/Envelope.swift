import Foundation

/// The wrapper that an API puts around its responses: it has the content, and shows whether the request succeeded.
///
/// ```swift
/// // {"success": true, "data": {"name": "Ada"}}
/// struct Shop: RequestProviding {
///     let baseURL: URL
///     var envelope: Envelope {
///         Envelope(Status.self, content: "data") { status in
///             if !status.success { throw ShopError(status.message) }
///         }
///     }
/// }
///
/// let item = try await session.perform(shop.get(.json(Item.self), from: "/items/1"))
/// ```
///
/// The envelope applies to every body in its format that is decoded as a whole. The format is JSON unless set otherwise:
/// - An optional type is `nil` if the content is missing or null.
/// - ``ResponseDecoder/byStatus(_:)`` unwraps each case of the format.
/// - The body properties of `ResponseDecoder.declared(_:body:)` of `RequestsEndpoints` are read from the content.
/// - A success whose body the request ignores is checked as well, if it has a body.
///
/// It does not apply to the elements of a stream, to `.data` and `.text`, and to the body of a failed response.
/// ``ResponseDecoder/withoutEnvelope`` turns it off.
///
/// Envelope and content are read in one pass.
///
/// A server of the API (`Routes` of `RequestsEndpoints`) adds the wrapper that its client removes, with a value for the
/// part beside the content:
///
/// ```swift
/// // {"success": true, "data": {"name": "Ada"}}
/// Envelope(Status.self, content: "data", writing: Status(success: true)) { status in
///     if !status.success { throw ShopError(status.message) }
/// }
/// ```
public struct Envelope: Sendable {
    fileprivate let storage: Storage?

    fileprivate final class Storage: DecodingContext {
        let content: String?
        let format: BodyFormat
        let check: (@Sendable (any Decoder) throws -> Void)?
        let success: (any Encodable & Sendable)?
        /// The type of the part beside the content.
        let status: (any (Decodable & SendableMetatype).Type)?

        init(
            content: String?, format: BodyFormat, check: (@Sendable (any Decoder) throws -> Void)?,
            success: (any Encodable & Sendable)? = nil, status: (any (Decodable & SendableMetatype).Type)? = nil
        ) {
            self.content = content
            self.format = format
            self.check = check
            self.success = success
            self.status = status
        }
    }

    fileprivate init(storage: Storage?) {
        self.storage = storage
    }

    /// No envelope: responses are not wrapped.
    public static let none = Envelope(storage: nil)

    /// Makes an envelope that shows whether the request succeeded.
    ///
    /// Clients can call an API with such an envelope. `Routes` can't serve it, because they don't know the envelope of
    /// a success: their responses with content have the status 500.
    ///
    /// - Parameters:
    ///   - status: The type that the check reads: the part of the envelope beside the content. It is decoded with the ``Coding``
    ///     of the API.
    ///   - content: The name of the content, as a property would be named. By default, the whole body is the content, and the
    ///     check reads it, too.
    ///   - format: The format of the wrapped responses: JSON.
    ///   - check: Throws if the response is not a success. The error becomes the underlying error of
    ///     ``RequestErrorCode/validationFailed``; a ``RequestError`` keeps its code.
    public init<Status: Decodable & SendableMetatype>(
        _ status: Status.Type, content: String? = nil, in format: BodyFormat = .json,
        check: @escaping @Sendable (Status) throws -> Void
    ) {
        storage = Storage(content: content, format: format, check: Self.decoding(check), status: status)
    }

    /// Makes an envelope that shows whether the request succeeded, and that servers can write.
    ///
    /// - Parameters:
    ///   - status: The type that the check reads: the part of the envelope beside the content. It is decoded and encoded with the
    ///     ``Coding`` of the API.
    ///   - content: The name of the content, as a property would be named. By default, the whole body is the content, and the
    ///     check reads it, too; the content must then have named properties.
    ///   - format: The format of the wrapped responses: JSON.
    ///   - success: The value that `Routes` write beside the content of a successful response.
    ///   - check: Throws if the response is not a success. The error becomes the underlying error of
    ///     ``RequestErrorCode/validationFailed``; a ``RequestError`` keeps its code.
    public init<Status: Codable & Sendable>(
        _ status: Status.Type, content: String? = nil, in format: BodyFormat = .json, writing success: Status,
        check: @escaping @Sendable (Status) throws -> Void
    ) {
        storage = Storage(
            content: content, format: format, check: Self.decoding(check), success: success, status: status)
    }

    private static func decoding<Status: Decodable & SendableMetatype>(
        _ check: @escaping @Sendable (Status) throws -> Void
    ) -> @Sendable (any Decoder) throws -> Void {
        { decoder in
            // A container decodes the value: the JSON decoder treats a dictionary or a date specially.
            let status = try decoder.singleValueContainer().decode(Status.self)
            do {
                try check(status)
            } catch {
                throw FailedCheck(cause: error)
            }
        }
    }

    /// Makes an envelope without a check; servers write nothing beside the content.
    ///
    /// - Parameters:
    ///   - content: The name of the content, as a property would be named.
    ///   - format: The format of the wrapped responses: JSON.
    public init(content: String, in format: BodyFormat = .json) {
        storage = Storage(content: content, format: format, check: nil)
    }
}

extension Envelope {
    var isNone: Bool { storage == nil }

    /// The type of an envelope, for decoders that ask for one.
    struct Whole: Decodable {}

    /// Returns the type to read for a content type: the whole body, or an envelope with the content.
    package func outermost(_ type: any Decodable.Type) -> any Decodable.Type { contentKey == nil ? type : Whole.self }

    /// The type of the part beside the content; `nil` if there is none.
    package var statusType: (any Decodable.Type)? { storage?.status }

    /// The name of the content, as a property; `nil` if the whole body is the content.
    package var contentName: String? { storage?.content }

    package var hasCheck: Bool { storage?.check != nil }

    /// The value to write beside the content of a successful response.
    package var success: (any Encodable & Sendable)? { storage?.success }

    /// Returns whether bodies of a format have an envelope.
    package func wraps(_ format: BodyFormat) -> Bool {
        guard let storage else { return false }
        return storage.format.mediaType.matches(format.mediaType)
    }

    /// Checks the envelope, and reads its content.
    ///
    /// It is not inlined, so that its types are only looked up if there is an envelope.
    @inline(never)
    func content<Value: Decodable>(
        _ type: Value.Type, from data: Data, decoder: JSONDecoder?, coding: Coding
    ) throws -> Value {
        try reading { try coding.value(Wrapped<Value>.self, fromJSON: data, by: decoder, configuration: self).content }
    }

    /// Checks the envelope of a response whose content is not read.
    func check(_ head: ResponseHead, _ data: Data, coding: Coding) throws {
        guard let storage, storage.check != nil, !data.isEmpty, head.status.isSuccess else { return }
        try FormattedBody.checked(storage.format, head, data, Envelope.self) {
            try storage.format.read(Whole.self, from: data, contentType: head.contentType, coding: coding) { decoder in
                try reading { try check(decoder) }
            }
        }
    }

    /// Checks the envelope, and reads its content from the decoder of the whole body.
    func content<Value: Decodable>(_ type: Value.Type, in decoder: any Decoder) throws -> Value {
        try reading { try Wrapped<Value>(from: decoder, configuration: self).content }
    }

    /// Checks the envelope.
    ///
    /// - Returns: The decoder of the content; `nil` if the content is missing or null.
    package func contentDecoder(in decoder: any Decoder) throws -> (any Decoder)? {
        try reading { try check(decoder) }
        guard let key = contentKey else { return decoder }
        let container = try decoder.container(keyedBy: WireKey.self)
        guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
        return try container.superDecoder(forKey: key)
    }

    private func reading<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as FailedCheck {
            throw TransportError.validationFailed(by: error.cause, of: "the response's envelope")
        }
    }

    fileprivate func check(_ decoder: any Decoder) throws {
        try storage?.check?(decoder)
    }

    var contentKey: WireKey? { storage?.content.map { WireKey($0) } }
}

extension Coding {
    /// The envelope of the API whose response is decoded.
    package var envelope: Envelope {
        get { Envelope(storage: context as? Envelope.Storage) }
        set { context = newValue.storage }
    }
}

/// The error of an envelope's check, to tell it from the error of a decoder.
private struct FailedCheck: Error {
    let cause: any Error
}

/// An envelope with its content.
private struct Wrapped<Content: Decodable>: DecodableWithConfiguration {
    let content: Content

    init(from decoder: any Decoder, configuration: Envelope) throws {
        try configuration.check(decoder)
        guard let key = configuration.contentKey else {
            content = try decoder.singleValueContainer().decode(Content.self)
            return
        }
        let container = try decoder.container(keyedBy: WireKey.self)
        if !container.contains(key), let type = Content.self as? any OptionalType.Type,
            let empty = type.absent as? Content
        {
            content = empty
        } else {
            content = try container.decode(Content.self, forKey: key)
        }
    }
}

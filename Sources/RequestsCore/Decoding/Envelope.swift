import Foundation

/// A wrapper around an API's responses, which contains the content and indicates whether the request succeeded.
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
/// The envelope applies to every body in its format (JSON by default) that is decoded as a whole:
/// - An optional resource is `nil` if the content is missing or null.
/// - ``ResponseDecoder/byStatus(_:)`` unwraps the body of each case that decodes this format.
/// - The body properties of `ResponseDecoder.declared(_:body:)` from `RequestsEndpoints` are decoded from the content.
/// - If a request ignores the body of a successful response, a failure in the envelope still throws. A body in another format,
///   or without the envelope, is ignored.
///
/// Separate nested properties by periods: `content: "ocs.data"`. If the check throws a value of the API's
/// ``RequestProviding/Failure``, this value becomes the error's ``RequestError/failure``.
///
/// The envelope does not apply to the elements of a stream, `.data`, `.text`, or the body of a failed response.
/// ``ResponseDecoder/withoutEnvelope`` disables it.
///
/// The envelope and its content are decoded in one pass.
///
/// A server of the API (`Routes` from `RequestsEndpoints`) adds the envelope to its responses. For such a server, pass
/// the value to write beside the content:
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
        /// The property names on the way to the content; empty if the whole body is the content.
        let content: [String]
        let format: BodyFormat
        let check: (@Sendable (any Decoder) throws -> Void)?
        let success: (any Encodable & Sendable)?
        /// The type of the properties beside the content.
        let status: (any (Decodable & SendableMetatype).Type)?

        init(
            content: String?, format: BodyFormat, check: (@Sendable (any Decoder) throws -> Void)?,
            success: (any Encodable & Sendable)? = nil, status: (any (Decodable & SendableMetatype).Type)? = nil
        ) {
            self.content = content?.split(separator: ".").map(String.init) ?? []
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

    /// Makes an envelope that indicates whether the request succeeded.
    ///
    /// Only clients support this envelope. `Routes` don't know what to write for a success, so their responses with content
    /// have the status 500.
    ///
    /// - Parameters:
    ///   - status: The type of the properties beside the content, which the check receives. The type is decoded with
    ///     the API's ``Coding``.
    ///   - content: The property name of the content, with periods between nested names. By default, the whole body is the
    ///     content, and `status` is also decoded from it.
    ///   - format: The format of the wrapped responses. Default: JSON.
    ///   - check: Throws an error if the response is not a success. The error becomes the underlying error of
    ///     ``RequestErrorCode/validationFailed``. If it is a value of the API's failure type, it also becomes the
    ///     ``RequestError/failure``. A ``RequestError`` keeps its code.
    public init<Status: Decodable & SendableMetatype>(
        _ status: Status.Type, content: String? = nil, in format: BodyFormat = .json,
        check: @escaping @Sendable (Status) throws -> Void
    ) {
        storage = Storage(content: content, format: format, check: Self.decoding(check), status: status)
    }

    /// Makes an envelope that indicates whether the request succeeded, and that servers can write.
    ///
    /// - Parameters:
    ///   - status: The type of the properties beside the content, which the check receives. The type is decoded and
    ///     encoded with the API's ``Coding``.
    ///   - content: The property name of the content, with periods between nested names. By default, the whole body is the
    ///     content, and `status` is also decoded from it; the content must then have named properties.
    ///   - format: The format of the wrapped responses. Default: JSON.
    ///   - success: The value that `Routes` write beside the content of a successful response.
    ///   - check: Throws an error if the response is not a success. The error becomes the underlying error of
    ///     ``RequestErrorCode/validationFailed``. If it is a value of the API's failure type, it also becomes the
    ///     ``RequestError/failure``. A ``RequestError`` keeps its code.
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
            // A container decodes the value, because the JSON decoder treats a dictionary or a date specially.
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
    ///   - content: The property name of the content, with periods between nested names.
    ///   - format: The format of the wrapped responses. Default: JSON.
    public init(content: String, in format: BodyFormat = .json) {
        storage = Storage(content: content, format: format, check: nil)
    }
}

extension Envelope {
    var isNone: Bool { storage == nil }

    /// The type of a whole envelope, for decoders that depend on the decoded type.
    struct Whole: Decodable {}

    /// Returns the type of the whole body: the type of the content if the body is the content, otherwise `Whole`.
    package func outermost(_ type: any Decodable.Type) -> any Decodable.Type { contentPath.isEmpty ? type : Whole.self }

    /// The type of the properties beside the content; `nil` if there are none.
    package var statusType: (any Decodable.Type)? { storage?.status }

    /// The property names on the way to the content; empty if the whole body is the content.
    package var contentPath: [String] { storage?.content ?? [] }

    package var hasCheck: Bool { storage?.check != nil }

    /// The value that servers write beside the content of a successful response.
    package var success: (any Encodable & Sendable)? { storage?.success }

    /// Returns whether bodies of a format have an envelope.
    package func wraps(_ format: BodyFormat) -> Bool {
        guard let storage else { return false }
        return storage.format.mediaType.matches(format.mediaType)
    }

    /// Checks the envelope, and decodes its content.
    ///
    /// This function is not inlined, so that its types are looked up only if there is an envelope.
    @inline(never)
    func content<Value: Decodable>(
        _ type: Value.Type, from data: Data, decoder: JSONDecoder?, coding: Coding
    ) throws -> Value {
        try reading { try coding.value(Wrapped<Value>.self, fromJSON: data, by: decoder, configuration: self).content }
    }

    /// Checks the envelope of a response whose content is ignored.
    ///
    /// If the body isn't in the envelope, the call still succeeds, because it ignores the body.
    func check(_ head: ResponseHead, _ data: Data, coding: Coding) throws {
        guard let storage, storage.check != nil, !data.isEmpty, head.status.isSuccess,
            head.contentType.map(storage.format.matches) ?? true
        else { return }
        do {
            try storage.format.read(Whole.self, from: data, contentType: head.contentType, coding: coding) { decoder in
                try reading { try check(decoder) }
            }
        } catch let error as TransportError {
            throw error
        } catch {}
    }

    /// Checks the envelope, and decodes its content with the decoder of the whole body.
    func content<Value: Decodable>(_ type: Value.Type, in decoder: any Decoder) throws -> Value {
        try reading { try Wrapped<Value>(from: decoder, configuration: self).content }
    }

    /// Checks the envelope.
    ///
    /// - Returns: The decoder of the content; `nil` if the content is missing or null.
    package func contentDecoder(in decoder: any Decoder) throws -> (any Decoder)? {
        try reading { try check(decoder) }
        guard let (container, key) = try contentContainer(in: decoder, isOptional: true) else {
            return contentPath.isEmpty ? decoder : nil
        }
        guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
        return try container.superDecoder(forKey: key)
    }

    /// Returns the container of the content, and the content's key.
    ///
    /// - Returns: The container; `nil` if the whole body is the content, or if an object around optional content is missing or
    ///   null.
    fileprivate func contentContainer(
        in decoder: any Decoder, isOptional: Bool
    ) throws -> (KeyedDecodingContainer<WireKey>, WireKey)? {
        guard let name = contentPath.last else { return nil }
        var container = try decoder.container(keyedBy: WireKey.self)
        for outer in contentPath.dropLast() {
            let key = WireKey(outer)
            if isOptional {
                guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
            }
            container = try container.nestedContainer(keyedBy: WireKey.self, forKey: key)
        }
        return (container, WireKey(name))
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
}

extension Coding {
    /// The envelope of the API whose response is decoded.
    package var envelope: Envelope {
        get { Envelope(storage: context as? Envelope.Storage) }
        set { context = newValue.storage }
    }
}

/// A wrapper that distinguishes the error of an envelope's check from the error of a decoder.
private struct FailedCheck: Error {
    let cause: any Error
}

/// An envelope with its content.
private struct Wrapped<Content: Decodable>: DecodableWithConfiguration {
    let content: Content

    init(from decoder: any Decoder, configuration: Envelope) throws {
        try configuration.check(decoder)
        let empty = Content.absentValue
        if let (container, key) = try configuration.contentContainer(in: decoder, isOptional: empty != nil) {
            content =
                if let empty, !container.contains(key) { empty } else {
                    try container.decode(Content.self, forKey: key)
                }
        } else if let empty, !configuration.contentPath.isEmpty {
            content = empty
        } else {
            content = try decoder.singleValueContainer().decode(Content.self)
        }
    }
}

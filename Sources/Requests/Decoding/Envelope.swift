import Foundation

/// What an API wraps its answers in: where the content is, and what says whether it succeeded.
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
/// It holds wherever a body in its format is decoded as a whole, which is JSON unless it says otherwise: optional types are
/// `nil` where the content is missing or null, in ``ResponseDecoder/byStatus(_:)`` each case of that format is unwrapped, and
/// the properties of ``ResponseDecoder/declared(_:body:)`` that come from the body are those of the content. The answer to a
/// request that ignores its body is checked as well, where it is a success and has a body. The elements of a stream stay as
/// they come, `.data` and `.text` stay as they came, and so does the body of a failed answer;
/// ``ResponseDecoder/withoutEnvelope`` leaves it out.
///
/// Envelope and content are read in one pass.
///
/// A server of the API (``Routes``) wraps what its client unwraps, with a value that says what is beside the content:
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

        init(
            content: String?, format: BodyFormat, check: (@Sendable (any Decoder) throws -> Void)?,
            success: (any Encodable & Sendable)? = nil
        ) {
            self.content = content
            self.format = format
            self.check = check
            self.success = success
        }
    }

    fileprivate init(storage: Storage?) {
        self.storage = storage
    }

    /// Answers are not wrapped.
    public static let none = Envelope(storage: nil)

    /// Answers are wrapped, and say by themselves whether they succeeded.
    ///
    /// An API with such an envelope can be called, but ``Routes`` don't know what a success is written with: their answers with
    /// content are a 500.
    ///
    /// - Parameters:
    ///   - status: The type that the check reads: of the envelope what is beside the content. It is decoded as the ``Coding`` of
    ///     the API says.
    ///   - content: The name of what holds the content, as a property of it would be called. By default all of the body is the
    ///     content, beside what the check reads.
    ///   - format: The format of the answers that are wrapped: JSON.
    ///   - check: Throws where the answer is no success. What it throws becomes the underlying error of
    ///     ``RequestErrorCode/validationFailed``; a ``RequestError`` keeps its code.
    public init<Status: Decodable & SendableMetatype>(
        _ status: Status.Type, content: String? = nil, in format: BodyFormat = .json,
        check: @escaping @Sendable (Status) throws -> Void
    ) {
        storage = Storage(content: content, format: format, check: Self.decoding(check))
    }

    /// Answers are wrapped, say by themselves whether they succeeded, and are served with a value that says they did.
    ///
    /// - Parameters:
    ///   - status: The type that the check reads: of the envelope what is beside the content. It is decoded as the ``Coding`` of
    ///     the API says, and encoded so.
    ///   - content: The name of what holds the content, as a property of it would be called. By default all of the body is the
    ///     content, beside what the check reads; it must have properties then.
    ///   - format: The format of the answers that are wrapped: JSON.
    ///   - success: What ``Routes`` write beside the content of an answer that succeeded.
    ///   - check: Throws where the answer is no success. What it throws becomes the underlying error of
    ///     ``RequestErrorCode/validationFailed``; a ``RequestError`` keeps its code.
    public init<Status: Codable & Sendable>(
        _ status: Status.Type, content: String? = nil, in format: BodyFormat = .json, writing success: Status,
        check: @escaping @Sendable (Status) throws -> Void
    ) {
        storage = Storage(content: content, format: format, check: Self.decoding(check), success: success)
    }

    private static func decoding<Status: Decodable & SendableMetatype>(
        _ check: @escaping @Sendable (Status) throws -> Void
    ) -> @Sendable (any Decoder) throws -> Void {
        { decoder in
            // By a container: the JSON decoder reads a dictionary or a date in a way of its own.
            let status = try decoder.singleValueContainer().decode(Status.self)
            do {
                try check(status)
            } catch {
                throw FailedCheck(cause: error)
            }
        }
    }

    /// Answers are wrapped, and nothing is checked, nor served beside the content.
    ///
    /// - Parameters:
    ///   - content: The name of what holds the content, as a property of it would be called.
    ///   - format: The format of the answers that are wrapped: JSON.
    public init(content: String, in format: BodyFormat = .json) {
        storage = Storage(content: content, format: format, check: nil)
    }
}

extension Envelope {
    var isNone: Bool { storage == nil }

    /// The type that an envelope is, as far as a decoder asks.
    struct Whole: Decodable {}

    /// The type that is read where the content is to be one: of the whole body, or in it.
    func outermost(_ type: any Decodable.Type) -> any Decodable.Type { contentKey == nil ? type : Whole.self }

    var hasCheck: Bool { storage?.check != nil }

    /// What is written beside the content of an answer that succeeded.
    var success: (any Encodable & Sendable)? { storage?.success }

    /// Whether there is an envelope around bodies of a format.
    func wraps(_ format: BodyFormat) -> Bool {
        guard let storage else { return false }
        return storage.format.mediaType.matches(format.mediaType)
    }

    /// Checks the envelope, and reads what is in it.
    ///
    /// Not inlined: its types are looked up where there is an envelope alone.
    @inline(never)
    func content<Value: Decodable>(
        _ type: Value.Type, from data: Data, decoder: JSONDecoder?, coding: Coding
    ) throws -> Value {
        try reading { try coding.value(Wrapped<Value>.self, fromJSON: data, by: decoder, configuration: self).content }
    }

    /// Checks the envelope of an answer whose content nobody reads.
    func check(_ head: ResponseHead, _ data: Data, coding: Coding) throws {
        guard let storage, storage.check != nil, !data.isEmpty, head.status.isSuccess else { return }
        try FormattedBody.checked(storage.format, head, data, Envelope.self) {
            try storage.format.read(Whole.self, from: data, contentType: head.contentType, coding: coding) { decoder in
                try reading { try check(decoder) }
            }
        }
    }

    /// Checks the envelope, and reads what is in it from the decoder of the whole.
    func content<Value: Decodable>(_ type: Value.Type, in decoder: any Decoder) throws -> Value {
        try reading { try Wrapped<Value>(from: decoder, configuration: self).content }
    }

    /// Checks the envelope.
    ///
    /// - Returns: The decoder of what is in it; `nil` where that is missing or null.
    func contentDecoder(in decoder: any Decoder) throws -> (any Decoder)? {
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
            throw TransportError.validationFailed(by: error.cause, of: "the answer's envelope")
        }
    }

    fileprivate func check(_ decoder: any Decoder) throws {
        try storage?.check?(decoder)
    }

    var contentKey: WireKey? { storage?.content.map { WireKey($0) } }
}

extension Coding {
    /// The envelope of the API whose response is decoded.
    var envelope: Envelope {
        get { Envelope(storage: context as? Envelope.Storage) }
        set { context = newValue.storage }
    }
}

/// What a check of an envelope threw, to be told from what a decoder throws.
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

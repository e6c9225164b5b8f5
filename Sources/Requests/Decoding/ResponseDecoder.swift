public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Makes the resource of a request from the response: from its head, its data and the coding of the API.
///
/// ```swift
/// api.get(.json(User.self), from: "/users/1")
/// api.post(.json(note), to: "/notes").receiving(.text)
/// ```
///
/// Make a custom decoder as a static member that wraps a function, so that call sites read alike:
///
/// ```swift
/// extension ResponseDecoder where Resource == [[Substring]] {
///     static var csv: Self {
///         ResponseDecoder { _, data in
///             String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
///         }
///     }
/// }
/// ```
public struct ResponseDecoder<Resource: Sendable>: Sendable {
    /// The media type to ask for first, if the request has no Accept field.
    public let accept: MediaType?

    /// The values that only few decoders have.
    @usableFromInline package let extras: DecoderExtras?

    private let function: @Sendable (ResponseHead, Data, Coding) throws -> Resource

    /// Makes a decoder from a function.
    ///
    /// - Parameters:
    ///   - accept: The media type to ask for if the request has no Accept field.
    ///   - decode: Returns the resource for the head, the data and the coding of the API. An error that it throws becomes the
    ///     underlying error of ``RequestErrorCode/decodingFailed``; a ``TransportError`` keeps its code.
    public init(
        accept: MediaType? = nil, _ decode: @escaping @Sendable (ResponseHead, Data, Coding) throws -> Resource
    ) {
        self.init(accept: accept, extras: nil, decode)
    }

    package init(
        accept: MediaType?, extras: DecoderExtras?,
        _ decode: @escaping @Sendable (ResponseHead, Data, Coding) throws -> Resource
    ) {
        self.accept = accept
        self.extras = extras
        self.function = decode
    }

    /// Makes a decoder from a function of Foundation's response.
    ///
    /// - Parameters:
    ///   - accept: The media type to ask for if the request has no Accept field.
    ///   - decode: Returns the resource for the response and the data.
    public init(accept: MediaType? = nil, _ decode: @escaping @Sendable (HTTPURLResponse, Data) throws -> Resource) {
        self.init(accept: accept) { head, data, _ in
            guard let response = head.httpURLResponse else {
                throw TransportError(
                    code: .decodingFailed, message: "the response can't be written as an HTTPURLResponse"
                )
            }
            return try decode(response, data)
        }
    }

    /// Decodes a response.
    ///
    /// - Throws: The error of the decoder's function.
    public func decode(_ head: ResponseHead, _ data: Data, coding: Coding = .standard) throws -> Resource {
        try function(head, data, coding)
    }
}

extension ResponseDecoder {
    /// The statuses that the decoder can decode, whatever the request accepts; `nil` if the request decides.
    package var acceptableStatus: StatusSet? { extras?.acceptableStatus }

    /// All media types to ask for, in order.
    var accepted: [MediaType] { (accept.map { [$0] } ?? []) + (extras?.alternatives ?? []) }

    /// The same decoder for a response that the API does not wrap: see ``RequestProviding/envelope``.
    ///
    /// ```swift
    /// api.get(.json(Health.self).withoutEnvelope, from: "/health")
    /// ```
    public var withoutEnvelope: Self {
        ResponseDecoder(accept: accept, extras: extras) { head, data, coding in
            var coding = coding
            coding.envelope = .none
            return try decode(head, data, coding: coding)
        }
    }
}

/// The values that only few decoders have, behind one reference.
@usableFromInline
package final class DecoderExtras: Sendable {
    let alternatives: [MediaType]
    let acceptableStatus: StatusSet?
    /// The format of the elements if the body is a stream.
    let stream: (any Sendable)?
    /// Indicates whether caches must neither provide nor store the body.
    let bypassesCaches: Bool

    package init(
        alternatives: [MediaType] = [], acceptableStatus: StatusSet?, stream: (any Sendable)? = nil,
        bypassesCaches: Bool = false
    ) {
        self.alternatives = alternatives
        self.acceptableStatus = acceptableStatus
        self.stream = stream
        self.bypassesCaches = bypassesCaches
    }
}

extension ResponseDecoder where Resource == Void {
    /// Ignores the body, whatever it is; if the API has an envelope, only the envelope is checked.
    public static var none: Self {
        Self { head, data, coding in try coding.envelope.check(head, data, coding: coding) }
    }
}

extension ResponseDecoder where Resource == Data {
    /// The bytes of the body; an empty body is empty data.
    public static var data: Self {
        Self { _, data, _ in data }
    }
}

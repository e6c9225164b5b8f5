public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A decoder that makes the resource of a request from the response's head and data, with the API's coding.
///
/// ```swift
/// api.get(.json(User.self), from: "/users/1")
/// api.post(.json(note), to: "/notes").receiving(.text)
/// ```
///
/// To make your own decoder, wrap a function in a static member:
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
    /// The preferred media type, which is sent if the request has no Accept field.
    public let accept: MediaType?

    /// The properties that only a few decoders set.
    @usableFromInline package let extras: DecoderExtras?

    /// The function, which throws a ``RejectedValue`` if the resource can't be made from a decoded value.
    let run: @Sendable (ResponseHead, Data, Coding) throws -> Resource

    /// Makes a decoder from a function.
    ///
    /// - Parameters:
    ///   - accept: The media type to accept if the request has no Accept field.
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
        run = decode
    }

    /// Makes a decoder from a function that receives an `HTTPURLResponse`.
    ///
    /// - Parameters:
    ///   - accept: The media type to accept if the request has no Accept field.
    ///   - decode: Returns the resource for the response and the data.
    public init(accept: MediaType? = nil, _ decode: @escaping @Sendable ((HTTPURLResponse, Data)) throws -> Resource) {
        // The parameter is a pair: if there were two parameters, the compiler would report a wrong number of parameters
        // for any mistake in a function with three.
        self.init(accept: accept) { head, data, _ in
            guard let response = head.httpURLResponse else {
                throw TransportError(
                    code: .decodingFailed, message: "the response can't be converted to an HTTPURLResponse"
                )
            }
            return try decode((response, data))
        }
    }

    /// Decodes a response.
    ///
    /// - Throws: The error of the decoder's function.
    public func decode(_ head: ResponseHead, _ data: Data, coding: Coding = .standard) throws -> Resource {
        do {
            return try run(head, data, coding)
        } catch let error as RejectedValue {
            throw error.cause
        }
    }
}

extension ResponseDecoder {
    /// The statuses that the decoder accepts, regardless of the request; `nil` if the request determines them.
    package var acceptableStatus: StatusSet? { extras?.acceptableStatus }

    /// All accepted media types, in order of preference.
    var accepted: [MediaType] { (accept.map { [$0] } ?? []) + (extras?.alternatives ?? []) }

    /// The same decoder for a response without the API's envelope: see ``RequestProviding/envelope``.
    ///
    /// ```swift
    /// api.get(.json(Health.self).withoutEnvelope, from: "/health")
    /// ```
    public var withoutEnvelope: Self {
        ResponseDecoder(accept: accept, extras: extras) { head, data, coding in
            var coding = coding
            coding.envelope = .none
            return try run(head, data, coding)
        }
    }
}

extension ResponseDecoder {
    /// Returns the same decoder with the types of some failure bodies, which error messages mention.
    package func naming(_ failureTypes: [HTTPStatus: any Sendable.Type]) -> Self {
        if failureTypes.isEmpty { return self }
        let extras = DecoderExtras(
            alternatives: extras?.alternatives ?? [], acceptableStatus: extras?.acceptableStatus,
            stream: extras?.stream, bypassesCaches: extras?.bypassesCaches ?? false, failureTypes: failureTypes)
        return ResponseDecoder(accept: accept, extras: extras, run)
    }
}

/// The properties that only a few decoders set, behind one reference.
@usableFromInline
package final class DecoderExtras: Sendable {
    let alternatives: [MediaType]
    let acceptableStatus: StatusSet?
    /// The format of the elements if the body is a stream.
    package let stream: (any Sendable)?
    /// Indicates whether caches must neither provide nor store the body.
    let bypassesCaches: Bool
    /// The types of failure bodies by status, if they differ from the API's failure type.
    let failureTypes: [HTTPStatus: any Sendable.Type]

    package init(
        alternatives: [MediaType] = [], acceptableStatus: StatusSet?, stream: (any Sendable)? = nil,
        bypassesCaches: Bool = false, failureTypes: [HTTPStatus: any Sendable.Type] = [:]
    ) {
        self.failureTypes = failureTypes
        self.alternatives = alternatives
        self.acceptableStatus = acceptableStatus
        self.stream = stream
        self.bypassesCaches = bypassesCaches
    }
}

extension ResponseDecoder where Resource == Void {
    /// A decoder that ignores the body; if the API has an envelope, only the envelope is checked.
    public static var none: Self {
        Self { head, data, coding in try coding.envelope.check(head, data, coding: coding) }
    }
}

extension ResponseDecoder where Resource == Data {
    /// A decoder that returns the bytes of the body; an empty body is empty data.
    public static var data: Self {
        Self { _, data, _ in data }
    }
}

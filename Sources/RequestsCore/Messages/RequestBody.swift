public import Foundation

/// The content of a request, as a transport receives it.
///
/// Files, streams and sequences are never held in memory.
public enum RequestBody: Sendable {
    /// No content.
    case none
    /// Bytes in memory.
    case data(Data)
    /// A file, read while it is sent.
    case file(URL)
    /// A stream, made when the request is sent, and made again if the request is sent again.
    ///
    /// The length is in bytes, or `nil` if unknown.
    case stream(length: Int?, @Sendable () throws -> InputStream)
    /// The chunks of an asynchronous sequence, each requested when it can be sent.
    ///
    /// The sequence is made when the request is sent. A repeatable sequence is made again if the request is sent again.
    /// The length is in bytes, or `nil` if unknown.
    case chunks(length: Int?, isRepeatable: Bool, @Sendable () async throws -> MessageBody)

    /// Indicates whether there is no content.
    package var isNone: Bool {
        if case .none = self { true } else { false }
    }

    /// The length in bytes; `nil` if unknown.
    public var length: Int? {
        switch self {
        case .none: 0
        case .data(let data): data.count
        case .file(let url): try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize
        case .stream(let length, _), .chunks(let length, _, _): length
        }
    }

    /// Checks that the declared length of a stream or a sequence isn't negative.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``.
    func checkLength() throws(TransportError) {
        switch self {
        case .stream(let length?, _) where length < 0, .chunks(let length?, _, _) where length < 0:
            throw RequestError(
                code: .bodyEncodingFailed,
                message:
                    "the length of the body is \(length) bytes, but must be 0 or more, or nil if the length is unknown"
            )
        default: break
        }
    }

    /// Indicates whether the body is a stream or a sequence with the declared length 0.
    var isDeclaredEmpty: Bool {
        switch self {
        case .stream(length: 0, _), .chunks(length: 0, _, _): true
        default: false
        }
    }
}

extension RequestBody: RedactedDescription {
    /// The kind and the size of the body, never its content.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): BodyText.size(data.count)
        case .file: length.map { "a file of \(BodyText.size($0))" } ?? "a file"
        case .stream(let length, _): length.map { "a stream of \(BodyText.size($0))" } ?? "a stream"
        case .chunks(let length, _, _): length.map { "a sequence of \(BodyText.size($0))" } ?? "a sequence"
        }
    }
}

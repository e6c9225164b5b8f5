import Foundation
import Requests

/// A response that declared properties are read from, one after the other.
final class ResponseSource {
    let head: ResponseHead
    let data: Data
    let coding: Coding
    let format: BodyFormat
    private(set) lazy var header: HeaderFields = head.header

    /// The reason why there is no body for plain properties.
    var bodyError: (any Error)?

    /// Indicates whether reading has begun: after that, an error is not about the syntax of the body.
    private(set) var isBeingRead = false

    /// Indicates whether a property has a wrapper.
    var hasWrappers = false

    /// Indicates whether a property was read that a failed response has, too: its status, or the body of the failure.
    var readsFailure = false

    init(_ head: ResponseHead, _ data: Data, _ coding: Coding, _ format: BodyFormat) {
        self.head = head
        self.data = data
        self.coding = coding
        self.format = format
    }

    /// Indicates whether the body is that of a failure.
    var isFailure: Bool { head.status.code >= 400 }

    /// Indicates whether the response is a success, or the type declares a property for failures.
    var hasPlace: Bool { head.status.isSuccess || readsFailure }

    /// Indicates whether a required part is missing.
    var lacksPart = false

    /// Carries the error of a list of names past `allKeys`, which can't throw.
    let names = AllKeysErrors()

    func begin() { isBeingRead = true }

    /// Indicates whether the body has to pass the check of an envelope, whoever reads the body.
    var isChecked: Bool { isWrapped && coding.envelope.hasCheck }

    private var isWrapped: Bool { head.status.isSuccess && coding.envelope.wraps(format) }

    /// Reads from the decoder of the body, or of the envelope's content for a success; `nil` if the envelope has no content.
    func read<Value: Decodable>(
        _ type: Value.Type, _ function: @escaping ((any Decoder)?) throws -> Value
    ) throws -> Value {
        let outermost = isWrapped ? coding.envelope.outermost(type) : type
        return try FormattedBody.checked(format, head, data, type) {
            try format.read(outermost, from: data, contentType: head.contentType, coding: coding) { decoder in
                try function(self.isWrapped ? self.coding.envelope.contentDecoder(in: decoder) : decoder)
            }
        }
    }

    /// Notes that a property of a success's body is missing, and returns an error with that reason.
    func missingBody(for name: String) -> any Error {
        lacksPart = true
        if isFailure {
            return TransportError(
                code: .decodingFailed,
                message:
                    "`\(name)` is of the body of a success, and the response is \(head.status); an optional would be nil"
            )
        }
        if let bodyError { return bodyError }
        let subject = data.isEmpty ? "the body is empty" : "the envelope has no content"
        return TransportError(
            code: .emptyBody, message: "\(subject) where `\(name)` is needed; an optional would be nil")
    }
}

import Foundation
import Requests

/// A response from which declared properties are read.
final class ResponseSource {
    let head: ResponseHead
    let data: Data
    let coding: Coding
    let format: BodyFormat
    private(set) lazy var header: HeaderFields = head.header

    /// The reason why properties without a wrapper can't be read from the body.
    var bodyError: (any Error)?

    /// Indicates whether reading has begun; later errors are not about the syntax of the body.
    private(set) var isBeingRead = false

    /// Indicates whether a property has a wrapper.
    var hasWrappers = false

    /// Indicates whether a property was read that represents failures: the status, or the body of a failed response.
    var readsFailure = false

    init(_ head: ResponseHead, _ data: Data, _ coding: Coding, _ format: BodyFormat) {
        self.head = head
        self.data = data
        self.coding = coding
        self.format = format
    }

    /// Indicates whether the response is a failure, so that its body describes the failure.
    var isFailure: Bool { head.status.code >= 400 }

    /// Indicates whether the type can represent the response: a success, or a failure if the type has a property for
    /// failures.
    var hasPlace: Bool { head.status.isSuccess || readsFailure }

    /// Indicates whether a required part is missing.
    var lacksPart = false

    /// Indicates whether a failed response lacks a required property from the body of a success.
    private(set) var lacksSuccess = false

    /// The error of listing keys, stored until it can be thrown, because `allKeys` can't throw.
    let names = AllKeysErrors()

    // A client accepts any value.
    var checkedTypes: (any CheckedTypes)? { nil }

    func begin() { isBeingRead = true }

    /// Indicates whether an envelope must check the body, whatever reads it.
    var isChecked: Bool { isWrapped && coding.envelope.hasCheck }

    private var isWrapped: Bool { head.status.isSuccess && coding.envelope.wraps(format) }

    /// Calls the function with the decoder of the body.
    ///
    /// If an envelope wraps the body, passes the decoder of the envelope's content, or `nil` if the envelope has no
    /// content.
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

    /// Notes that a property of a successful body is missing, and returns the error.
    ///
    /// Without a name, the error concerns the whole body.
    func missingBody(for name: String?) -> any Error {
        lacksPart = true
        let (part, type) = name.map { ("`\($0)`", "`\($0)`") } ?? ("a value", "the output")
        if isFailure {
            lacksSuccess = true
            return TransportError(
                code: .decodingFailed,
                message:
                    "only successful responses contain \(part), but the response status is \(head.status): "
                    + "make \(type) optional"
            )
        }
        if let bodyError { return bodyError }
        let subject = format.isEmpty(data) ? "the body is empty" : "the envelope contains no value"
        return TransportError(
            code: .emptyBody, message: "\(subject), but \(part) is expected: make \(type) optional")
    }
}

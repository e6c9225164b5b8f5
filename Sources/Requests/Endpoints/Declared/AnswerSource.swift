import Foundation

/// An answer that declared properties are read from, one after the other.
final class AnswerSource {
    let head: ResponseHead
    let data: Data
    let coding: Coding
    let format: BodyFormat
    private(set) lazy var header: HeaderFields = head.header

    /// Why there is no body to read plain properties from.
    var bodyProblem: (any Error)?

    /// Whether reading has begun: what fails then is not the syntax of the body.
    private(set) var isBeingRead = false

    /// Whether something was read that a failed answer has as well: its status, or the body of the failure.
    private(set) var readsFailure = false

    init(_ head: ResponseHead, _ data: Data, _ coding: Coding, _ format: BodyFormat) {
        self.head = head
        self.data = data
        self.coding = coding
        self.format = format
    }

    /// Whether the body is that of a failure.
    var isFailure: Bool { head.status.code >= 400 }

    /// Whether the answer is a success, or one that has a place in what is declared.
    var hasPlace: Bool { head.status.isSuccess || readsFailure }

    /// Whether a part was needed that is not there.
    private(set) var lacksPart = false

    /// Whether that was one of the body of a success.
    private(set) var lacksBody = false

    /// Carries the fault of a list of names past `allKeys`, which can't throw.
    let names = NameListing()

    func begin() { isBeingRead = true }

    /// Whether the body has to pass the check of an envelope, whoever reads it.
    var isChecked: Bool { isWrapped && coding.envelope.hasCheck }

    private var isWrapped: Bool { head.status.isSuccess && coding.envelope.wraps(format) }

    /// Reads from the decoder of the body, which is that of the content where a success has an envelope; `nil` where that has
    /// none.
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

    func noteMissing() { lacksPart = true }

    /// Reads what may be missing; `nil` where a part of it is.
    func present<Value>(_ read: () throws -> Value) throws -> Value? {
        let before = (lacksPart, lacksBody)
        lacksPart = false
        do {
            let value = try names.checked(read)
            (lacksPart, lacksBody) = before
            return value
        } catch  where lacksPart {
            (lacksPart, lacksBody) = before
            return nil
        }
    }

    func noteFailureRead() { readsFailure = true }

    /// What keeps a property from being read from the body.
    func missingBody(for name: String) -> any Error {
        noteMissing()
        lacksBody = true
        if isFailure {
            return RequestError<Never>(
                code: .decodingFailed,
                message:
                    "`\(name)` is of the body of a success, and the answer is \(head.status); an optional would be nil"
            )
        }
        if let bodyProblem { return bodyProblem }
        let subject = data.isEmpty ? "the body is empty" : "the envelope has no content"
        return RequestError<Never>(
            code: .emptyBody, message: "\(subject) where `\(name)` is needed; an optional would be nil")
    }
}

extension AnswerSource {
    /// The whole body as one value.
    func bodyValue<Value: Decodable>(_ type: Value.Type, _ body: (any Decoder)?, for name: String) throws -> Value {
        if let value = try plainValue(type) { return value }
        guard let body else {
            if bodyProblem == nil, let absent = type.absentValue { return absent }
            throw missingBody(for: name)
        }
        // Not by the type itself: it is the container that knows the styles of dates and data.
        return try body.singleValueContainer().decode(type)
    }

    /// The whole body of a failure as one value.
    func failureValue<Value: Decodable>(_ type: Value.Type, _ body: (any Decoder)?) throws -> Value {
        try plainValue(type)
            ?? format.value(type, from: data, contentType: head.contentType, coding: coding)
    }

    /// The body as it is, for what is not decoded: bytes, and text that does not say it is of the format.
    private func plainValue<Value>(_ type: Value.Type) throws -> Value? {
        if type is Data.Type || type is Data?.Type { return data as? Value }
        guard type is String.Type || type is String?.Type, head.contentType.map(format.matches) != true else {
            return nil
        }
        return try ResponseDecoder.text.decode(head, data) as? Value
    }
}

/// A property of a declared answer that is not a plain part of its body.
protocol AnswerPart: Decodable {
    /// Reads the property.
    ///
    /// - Parameters:
    ///   - source: The answer.
    ///   - body: What decodes its body; `nil` where it is empty, or that of a failure.
    ///   - key: The key of the property.
    /// - Throws: That it is not there, or is no such value.
    init(from source: AnswerSource, body: (any Decoder)?, key: any CodingKey) throws
}

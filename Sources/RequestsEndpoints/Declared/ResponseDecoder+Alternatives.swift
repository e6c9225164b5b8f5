import Foundation
import Requests

extension ResponseDecoder where Resource: Decodable {
    /// Decodes a response as the case for its status.
    static func alternatives(body format: BodyFormat) -> Self {
        ResponseDecoder(accept: format.mediaType) { head, data, coding in
            try AlternativeDecoder.value(Resource.self, of: ResponseSource(head, data, coding, format))
        }
    }
}

extension AlternativeDecoder {
    /// Returns the case for a received response.
    fileprivate static func value<Value: Decodable>(_ type: Value.Type, of source: ResponseSource) throws -> Value {
        let payload = ReceivedPayload(source)
        do {
            return try Value(from: AlternativeDecoder(status: source.head.status, payload: payload))
        } catch  where !payload.isRead {
            let problem = "`\(type)` has no case for the response status \(source.head.status)"
            throw TransportError(code: .decodingFailed, message: problem)
        }
    }
}

/// The associated value in a received response.
private final class ReceivedPayload: AlternativePayload {
    private let source: ResponseSource
    private(set) var isRead = false

    init(_ source: ResponseSource) { self.source = source }

    var isNull: Bool {
        let text = String(decoding: source.data.prefix(64), as: UTF8.self)
        return ["", "null"].contains(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    func value<Value: Decodable>(_ type: Value.Type, isOptional: Bool) throws -> Value? {
        if isRead { throw AlternativeIssue.severalValues("\(source.head.status.code)") }
        isRead = true
        if isOptional, source.data.isEmpty { return nil }
        if type == Data.self { return source.data as? Value }
        if type == String.self {
            return try ResponseDecoder.text.decode(source.head, source.data, coding: source.coding) as? Value
        }
        if isOptional, source.format.isEmpty(source.data) { return nil }
        return isOptional
            ? try DeclaredResponse.value(Value?.self, of: source) : try DeclaredResponse.value(type, of: source)
    }
}

import Foundation

/// Decoding of response bodies in any format.
package enum FormattedBody {
    /// Decodes a value, inside the API's envelope if the envelope applies to this format.
    static func value<Value: Decodable>(
        _ type: Value.Type, from data: Data, of head: ResponseHead, in format: BodyFormat, coding: Coding
    ) throws -> Value {
        if data.isEmpty, format.hasEmptyBodies, let value = try? format.value(type, from: data, coding: coding) {
            return value
        }
        return try OptionalBody.value(type, from: data, in: format) { data in
            try checked(format, head, data, type) {
                let envelope = coding.envelope
                guard envelope.wraps(format) else {
                    return try format.value(type, from: data, contentType: head.contentType, coding: coding)
                }
                let outermost = envelope.outermost(type)
                return try format.read(outermost, from: data, contentType: head.contentType, coding: coding) {
                    decoder in
                    try envelope.content(type, in: decoder)
                }
            }
        }
    }
}

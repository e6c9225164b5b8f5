public import Foundation

extension Coding {
    /// The format of data.
    public enum DataStyle: Sendable {
        /// Base64 (RFC 4648, section 4).
        case base64
        /// Strings that two functions write and read, each the inverse of the other.
        case custom(encode: @Sendable (Data) throws -> String, decode: @Sendable (String) throws -> Data)
    }
}

/// Each style writes and reads data as a string, and provides the strategies of the JSON coders.
extension Coding.DataStyle {
    /// Writes data.
    ///
    /// - Throws: The error of a custom style.
    func text(of data: Data) throws -> String {
        switch self {
        case .base64: data.base64EncodedString()
        case .custom(let encode, _): try encode(data)
        }
    }

    /// Reads data.
    ///
    /// - Throws: A ``KeyValueDecodingError``, or the error of a custom style.
    func data(of text: String) throws -> Data {
        switch self {
        case .base64:
            guard let data = Data(base64Encoded: text) else { throw KeyValueDecodingError.corrupted("is not base64") }
            return data
        case .custom(_, let decode): return try decode(text)
        }
    }

    /// The strategy of a JSON encoder.
    var encodingStrategy: JSONEncoder.DataEncodingStrategy {
        switch self {
        case .base64: .base64
        case .custom(let encode, _): .custom { try $1.encode(single: encode($0)) }
        }
    }

    /// The strategy of a JSON decoder.
    var decodingStrategy: JSONDecoder.DataDecodingStrategy {
        switch self {
        case .base64: .base64
        case .custom(_, let decode): .custom { try decode($0.singleValueContainer().decode(String.self)) }
        }
    }
}

import Foundation

/// The text of data: how a style writes it, reads it, and has JSON do both.
extension Coding.DataStyle {
    /// Writes data.
    ///
    /// - Throws: What a style of the API's own throws.
    func text(of data: Data) throws -> String {
        switch self {
        case .base64: data.base64EncodedString()
        case .custom(let encode, _): try encode(data)
        }
    }

    /// Reads data.
    ///
    /// - Throws: A ``KeyValueProblem``, or what a style of the API's own throws.
    func data(of text: String) throws -> Data {
        switch self {
        case .base64:
            guard let data = Data(base64Encoded: text) else { throw KeyValueProblem.corrupted("is not base64") }
            return data
        case .custom(_, let decode): return try decode(text)
        }
    }

    /// The strategy of an encoder of JSON.
    var encodingStrategy: JSONEncoder.DataEncodingStrategy {
        switch self {
        case .base64: .base64
        case .custom(let encode, _): .custom { try $1.encode(single: encode($0)) }
        }
    }

    /// The strategy of a decoder of JSON.
    var decodingStrategy: JSONDecoder.DataDecodingStrategy {
        switch self {
        case .base64: .base64
        case .custom(_, let decode): .custom { try decode($0.singleValueContainer().decode(String.self)) }
        }
    }
}

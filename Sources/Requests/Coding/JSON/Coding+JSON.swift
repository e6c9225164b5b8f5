import Foundation

extension JSONEncoder {
    /// Makes an encoder that follows the styles of a coding and sorts its keys.
    convenience init(keys: Coding.KeyStyle, dates: Coding.DateStyle, data: Coding.DataStyle) {
        self.init()
        outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        switch keys {
        case .verbatim: break
        case .snakeCase: keyEncodingStrategy = .convertToSnakeCase
        case .custom(let encode, _):
            keyEncodingStrategy = .custom { path in
                WireKey(encode(path.last?.stringValue ?? ""), intValue: path.last?.intValue)
            }
        }
        dateEncodingStrategy = dates.encodingStrategy
        dataEncodingStrategy = data.encodingStrategy
    }
}

extension JSONDecoder {
    /// Makes a decoder that follows the styles of a coding.
    convenience init(
        keys: Coding.KeyStyle, dates: Coding.DateStyle, data: Coding.DataStyle, origin: JSONOrigin?
    ) {
        self.init()
        if let origin, let key = JSONOrigin.key { userInfo[key] = origin }
        switch keys {
        case .verbatim: break
        case .snakeCase: keyDecodingStrategy = .convertFromSnakeCase
        case .custom(_, let decode):
            keyDecodingStrategy = .custom { path in
                WireKey(decode(path.last?.stringValue ?? ""), intValue: path.last?.intValue)
            }
        }
        dateDecodingStrategy = dates.decodingStrategy
        dataDecodingStrategy = data.decodingStrategy
    }
}

extension Encoder {
    func encode(single text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}

/// A key that a style made.
struct WireKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ stringValue: String, intValue: Int? = nil) {
        self.stringValue = stringValue
        self.intValue = intValue
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        self.init(String(intValue), intValue: intValue)
    }
}

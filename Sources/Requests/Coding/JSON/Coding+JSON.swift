import Foundation

extension JSONEncoder {
    /// An encoder that follows the styles of a coding, its keys sorted.
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
        switch dates {
        case .iso8601:
            dateEncodingStrategy = .custom { date, encoder in
                guard let text = ISO8601.text(of: date) else {
                    throw EncodingError.invalidValue(
                        date, .init(codingPath: encoder.codingPath, debugDescription: UnwritableDate().description)
                    )
                }
                try encoder.encode(single: text)
            }
        case .secondsSince1970: dateEncodingStrategy = .secondsSince1970
        case .millisecondsSince1970: dateEncodingStrategy = .millisecondsSince1970
        case .custom(let encode, _):
            dateEncodingStrategy = .custom { try $1.encode(single: encode($0)) }
        }
        if case .custom(let encode, _) = data {
            dataEncodingStrategy = .custom { try $1.encode(single: encode($0)) }
        }
    }
}

extension JSONDecoder {
    /// A decoder that follows the styles of a coding.
    convenience init(keys: Coding.KeyStyle, dates: Coding.DateStyle, data: Coding.DataStyle) {
        self.init()
        switch keys {
        case .verbatim: break
        case .snakeCase: keyDecodingStrategy = .convertFromSnakeCase
        case .custom(_, let decode):
            keyDecodingStrategy = .custom { path in
                WireKey(decode(path.last?.stringValue ?? ""), intValue: path.last?.intValue)
            }
        }
        switch dates {
        case .iso8601:
            dateDecodingStrategy = .custom { decoder in
                let container = try decoder.singleValueContainer()
                guard let date = ISO8601.date(of: try container.decode(String.self)) else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: ISO8601.problem)
                }
                return date
            }
        case .secondsSince1970: dateDecodingStrategy = .secondsSince1970
        case .millisecondsSince1970: dateDecodingStrategy = .millisecondsSince1970
        case .custom(_, let decode):
            dateDecodingStrategy = .custom { try decode($0.singleValueContainer().decode(String.self)) }
        }
        if case .custom(_, let decode) = data {
            dataDecodingStrategy = .custom { try decode($0.singleValueContainer().decode(String.self)) }
        }
    }
}

extension Encoder {
    fileprivate func encode(single text: String) throws {
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

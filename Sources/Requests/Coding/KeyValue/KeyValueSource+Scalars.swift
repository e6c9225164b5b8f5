import Foundation

extension KeyValueSource {
    private func number(as type: Any.Type) throws(KeyValueProblem) -> String {
        guard try range(of: type).count <= ScalarText.numberLimit else { throw .mismatch(type) }
        return try string(as: type)
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(KeyValueProblem) -> Number {
        try ScalarText.integer(number(as: type), as: type)
    }

    func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type
    ) throws(KeyValueProblem) -> Number {
        try ScalarText.float(number(as: type), as: type)
    }

    func decimal() throws(KeyValueProblem) -> Decimal { try ScalarText.decimal(number(as: Decimal.self)) }

    /// `true` and `false`, `1` and `0`, and for a lenient coding what people and browsers send for them.
    func bool() throws(KeyValueProblem) -> Bool {
        guard try range(of: Bool.self).count <= 5 else { throw .mismatch(Bool.self) }
        let text = try string(as: Bool.self)
        switch text {
        case "true", "1": return true
        case "false", "0": return false
        default: break
        }
        guard coding.booleanReading == .lenient else { throw .mismatch(Bool.self) }
        switch text.lowercased() {
        case "true", "t", "yes", "y", "on": return true
        case "false", "f", "no", "n", "off": return false
        default: throw .mismatch(Bool.self)
        }
    }

    func uuid() throws(KeyValueProblem) -> UUID { try ScalarText.uuid(string(as: UUID.self)) }

    func url() throws(KeyValueProblem) -> URL { try ScalarText.url(string(as: URL.self)) }

    /// A date by the style of the coding.
    func date(at path: [any CodingKey]) throws -> Date {
        switch coding.dates {
        case .iso8601:
            guard let date = ISO8601.date(of: try string(as: Date.self)) else {
                throw KeyValueProblem.corrupted("is \(ISO8601.problem)")
            }
            return date
        case .secondsSince1970: return Date(timeIntervalSince1970: try float(Double.self))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try float(Double.self) / 1_000)
        case .custom(_, let decode): return try Self.custom(decode, try string(as: Date.self), at: path)
        }
    }

    /// Data by the style of the coding.
    func data(at path: [any CodingKey]) throws -> Data {
        switch coding.data {
        case .base64:
            guard let data = Data(base64Encoded: try string(as: Data.self)) else {
                throw KeyValueProblem.corrupted("is not base64")
            }
            return data
        case .custom(_, let decode): return try Self.custom(decode, try string(as: Data.self), at: path)
        }
    }

    private static func custom<Value>(
        _ decode: (String) throws -> Value, _ text: String, at path: [any CodingKey]
    ) throws -> Value {
        do {
            return try decode(text)
        } catch let error where error is DecodingError || error is KeyValueProblem {
            throw error
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: "the value is not \(Value.self)", underlyingError: error)
            )
        }
    }
}

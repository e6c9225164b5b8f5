import Foundation

extension KeyValueSource {
    /// How long the text of a number may be, in bytes.
    private static let numberLimit = 1_024

    private func number(as type: Any.Type) throws(KeyValueProblem) -> String {
        guard try range(of: type).count <= Self.numberLimit else { throw .mismatch(type) }
        return try string(as: type)
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(KeyValueProblem) -> Number {
        let text = try number(as: type)
        if let number = Number(text) { return number }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard !digits.isEmpty, digits.count >= text.utf8.count - 1, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            throw .mismatch(type)
        }
        throw .corrupted("is out of the range of \(type)")
    }

    func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type
    ) throws(KeyValueProblem) -> Number {
        let text = try number(as: type)
        guard Self.isDecimal(text), let number = Number(text) else { throw .mismatch(type) }
        guard number.isFinite else { throw .corrupted("is out of the range of \(type)") }
        return number
    }

    func decimal() throws(KeyValueProblem) -> Decimal {
        let text = try number(as: Decimal.self)
        guard Self.isDecimal(text) else { throw .mismatch(Decimal.self) }
        guard let number = Decimal(string: text), number.isFinite else {
            throw .corrupted("is out of the range of Decimal")
        }
        return number
    }

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

    func uuid() throws(KeyValueProblem) -> UUID {
        guard let uuid = UUID(uuidString: try string(as: UUID.self)) else { throw .mismatch(UUID.self) }
        return uuid
    }

    func url() throws(KeyValueProblem) -> URL {
        guard let url = URL(string: try string(as: URL.self)) else { throw .mismatch(URL.self) }
        return url
    }

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
        } catch let error as DecodingError {
            throw error
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: "the value is not \(Value.self)", underlyingError: error)
            )
        }
    }

    /// Whether a text is a number in digits: the initialisers take `nan`, `inf` and hexadecimal numbers, too.
    private static func isDecimal(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func skip(_ bytes: [UInt8]) -> Bool {
            guard let first = rest.first, bytes.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        func digits() -> Int {
            let count = rest.prefix { 0x30...0x39 ~= $0 }.count
            rest = rest.dropFirst(count)
            return count
        }
        _ = skip(Array("+-".utf8))
        var count = digits()
        if skip(Array(".".utf8)) { count += digits() }
        guard count > 0 else { return false }
        if skip(Array("eE".utf8)) {
            _ = skip(Array("+-".utf8))
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

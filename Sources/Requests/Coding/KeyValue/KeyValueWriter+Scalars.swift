import Foundation

/// The texts of scalars.
extension KeyValueWriter {
    func text(of value: Bool) -> String {
        switch coding.booleans {
        case .literal: value ? "true" : "false"
        case .numeric: value ? "1" : "0"
        }
    }

    func text(
        of value: some BinaryFloatingPoint & LosslessStringConvertible,
        at path: @autoclosure () -> [any CodingKey]
    ) throws -> String {
        guard value.isFinite else {
            throw KeyValueEncodingIssue.unwritable("is not a finite number", path: path())
        }
        return value.description
    }

    /// Returns the text of a type that Foundation and the standard library would encode differently or more slowly.
    func scalarText<Value: Encodable>(
        of value: Value, _ kind: KeyValueKind, at path: @autoclosure () -> [any CodingKey]
    ) throws -> String? {
        switch kind {
        case .unordered, .other: return nil
        case .integer: return value.exactly(Int.self).map { String($0) }
        case .text: return value.exactly(String.self)
        case .boolean: return value.exactly(Bool.self).map(text)
        case .double: return try value.exactly(Double.self).map { try text(of: $0, at: path()) }
        case .uuid: return value.exactly(UUID.self)?.uuidString
        case .url: return value.exactly(URL.self)?.absoluteString
        case .date:
            do {
                return try value.exactly(Date.self).map(coding.text)
            } catch let error as UnwritableDate {
                throw KeyValueEncodingIssue.unwritable("is a bad date: \(error)", path: path())
            } catch {
                throw KeyValueEncodingIssue(error, path: path())
            }
        case .data:
            do {
                return try value.exactly(Data.self).map(coding.text)
            } catch {
                throw KeyValueEncodingIssue(error, path: path())
            }
        case .decimal:
            guard let decimal = value.exactly(Decimal.self) else { return nil }
            guard decimal.isFinite else {
                throw KeyValueEncodingIssue.unwritable("is not a finite number", path: path())
            }
            return decimal.description
        }
    }
}

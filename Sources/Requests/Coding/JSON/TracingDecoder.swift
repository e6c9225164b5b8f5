import Foundation

/// A record of the path of the first error while decoding.
final class DecodingTrail {
    private(set) var path: [any CodingKey] = []
    private(set) var type: Any.Type?

    /// Indicates whether a string contains a NUL, at which Foundation would truncate it.
    private(set) var hasCutText = false

    /// Records that Foundation would truncate a string at a NUL.
    func noteCutText() { hasCutText = true }

    /// Records the path of an error, unless there was an error before.
    func note(_ type: Any.Type, at path: @autoclosure () -> [any CodingKey]) {
        guard self.type == nil else { return }
        self.type = type
        self.path = path()
    }
}

/// A decoder that wraps another decoder, and records the path of the first error.
typealias TracingDecoder = WrappedDecoder<TracingReader>

/// A reader that lets another decoder read values, and records the path of the first error.
struct TracingReader: ValueReader {
    let trail: DecodingTrail

    func read<Value: Decodable>(_ type: Value.Type, from slot: inout some DecodingSlot) throws -> Value {
        do {
            return try isUnnested(type) ? slot.decode(type) : value(type, of: slot.decoder())
        } catch {
            trail.note(type, at: slot.path)
            throw error
        }
    }

    /// Reads a value of a type; the string of a UUID is read to its end.
    func value<Value: Decodable>(_ type: Value.Type, of base: any Decoder) throws -> Value {
        if type is UUID.Type, !ScalarText.isWhole(try base.singleValueContainer().decode(String.self)) {
            trail.noteCutText()
            throw KeyValueDecodingError.mismatch(UUID.self).decodingError(at: base.codingPath)
        }
        return try Value(from: TracingDecoder(base: base, reader: self))
    }
}

/// Returns whether JSON decoders treat values of a type specially, or whether they contain no other values.
package func isUnnested(_ type: Any.Type) -> Bool {
    isNumber(type) || type is Date.Type || type is Data.Type || type is URL.Type || type is String.Type
        || type is Bool.Type
}

func isNumber(_ type: Any.Type) -> Bool {
    type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type is Decimal.Type
}

import Requests

/// Reads a declared value that has checks.
///
/// The properties are read whole, from different places.
struct PlacementFormat: DecodingFormat {
    let decoder: PlacementDecoder

    func isWhole(_ type: Any.Type) -> Bool { true }

    /// Returns the wrapper type, even inside an optional; `nil` for a property without a wrapper.
    private static func wrapper(_ type: Any.Type) -> (any PlacedProperty.Type)? {
        ((type as? any OptionalType.Type)?.wrappedType ?? type) as? any PlacedProperty.Type
    }

    func decoder<Value: Decodable>(
        of type: Value.Type, in slot: inout some DecodingSlot
    ) throws -> (any Decoder)? {
        guard let wrapper = Self.wrapper(type) else {
            return slot.isPresent ? try slot.decoder() : nil
        }
        return wrapper.place == .body ? decoder.body : nil
    }

    func error(_ error: DecodingError, of key: some CodingKey, _ type: Any.Type) -> any Error {
        let source = decoder.source
        let place =
            Self.wrapper(type)?.place ?? source.scheme.place(of: key.stringValue, coding: source.coding)
        guard place == .body, case .dataCorrupted(let context) = error else {
            return source.problem(error, at: place, key, type) { nil }
        }
        // The property is the whole body, so its name isn't part of the path inside the body.
        let inside = DecodingError.Context(
            codingPath: Array(context.codingPath.dropFirst(decoder.codingPath.count + 1)),
            debugDescription: context.debugDescription, underlyingError: context.underlyingError)
        return source.problem(.dataCorrupted(inside) as DecodingError, at: place, key, type) { nil }
    }
}

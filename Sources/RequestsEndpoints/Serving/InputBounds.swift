import Requests

/// The bounds of the types in inputs.
///
/// The bounds of a type are read when the first value of the type is decoded.
final class InputBounds: CheckedTypes, Sendable {
    static let shared = InputBounds()

    private let known = Guarded<[ObjectIdentifier: PropertyBounds]>([:])

    func checks(of type: any Decodable.Type) -> (any PropertyChecks)? {
        guard let provider = type as? any PropertySchemaProviding.Type else { return nil }
        let bounds = known.withLock { known in
            let bounds = known[ObjectIdentifier(type)] ?? PropertyBounds(provider)
            known[ObjectIdentifier(type)] = bounds
            return bounds
        }
        return bounds.isEmpty ? nil : bounds
    }
}

/// The bounds of a type's properties, by coding key.
struct PropertyBounds: PropertyChecks, Sendable {
    private var bounds: [String: ValueBounds] = [:]

    init(_ type: any PropertySchemaProviding.Type) {
        for (key, _) in type.propertySchemas {
            bounds[key] = type.keywords(of: key).flatMap { ValueBounds($0) }
        }
    }

    var isEmpty: Bool { bounds.isEmpty }

    subscript(key: String) -> (any PropertyCheck)? { bounds[key] }
}

extension ValueBounds: PropertyCheck {
    var countsElements: Bool { itemCount != nil }

    func problem(ofCount count: Int) -> (any Error)? {
        // Before decoding, only the maximum is checked. Decoding a list with too few elements is fast, and a missing
        // list may be `nil`.
        itemCount.flatMap { BoundIssue(count, 0...$0.upperBound, "element") }
    }

    func problem(of value: some Decodable) -> (path: [any CodingKey], problem: any Error)? {
        do {
            guard let (indices, issue) = try issue(of: value) else { return nil }
            return (indices.map { WireKey("Index \($0)", intValue: $0) }, issue)
        } catch {
            return ([], error)
        }
    }
}

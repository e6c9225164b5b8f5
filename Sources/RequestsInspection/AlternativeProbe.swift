import Requests
import RequestsEndpoints

/// A case of an output: its status, the type of its associated value or `nil`, and whether it has several associated values.
///
/// The case is found by decoding the output from made-up responses.
package typealias DescribedAlternative = (status: HTTPStatus, type: (any Decodable.Type)?, hasSeveral: Bool)

extension StatusAlternatives {
    /// The cases that name a status, ordered by their statuses.
    static var alternatives: [DescribedAlternative] {
        (200...299).map { HTTPStatus($0) }.compactMap { status in
            let probe = ProbedPayload()
            let value = try? Self(status: status, payload: probe)
            guard value != nil || !probe.types.isEmpty else { return nil }
            return (status, probe.types.first, probe.types.count > 1)
        }
    }
}

/// Makes up associated values, and notes their types.
private final class ProbedPayload: AlternativePayload {
    private(set) var types: [any Decodable.Type] = []

    var isNull: Bool { false }

    func value<Value: Decodable>(_ type: Value.Type, isOptional: Bool) throws -> Value? {
        types.append(isOptional ? Value?.self : type)
        return isOptional ? nil : InputProbe().value(type)
    }
}

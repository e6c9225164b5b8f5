import Requests
import RequestsEndpoints

/// A case of an output, found by decoding the output from made-up responses.
package struct DescribedAlternative {
    package let status: HTTPStatus
    /// The type of the associated value; `nil` for a case without one.
    package let type: (any Decodable.Type)?
    /// Indicates whether the case has several associated values.
    package let hasSeveral: Bool
}

extension StatusAlternatives {
    /// The cases that name a status, ordered by their statuses.
    static var alternatives: [DescribedAlternative] {
        (200...299).map { HTTPStatus($0) }.compactMap { status in
            let probe = ProbedPayload()
            let value = try? Self(status: status, payload: probe)
            guard value != nil || !probe.types.isEmpty else { return nil }
            return DescribedAlternative(status: status, type: probe.types.first, hasSeveral: probe.types.count > 1)
        }
    }
}

/// Notes the types of associated values, which it makes up.
private final class ProbedPayload: AlternativePayload {
    private(set) var types: [any Decodable.Type] = []

    var isNull: Bool { false }

    func value<Value: Decodable>(_ type: Value.Type, isOptional: Bool) throws -> Value? {
        types.append(isOptional ? Value?.self : type)
        return isOptional ? nil : InputProbe().value(type)
    }
}

import Requests

/// The bounds of an endpoint's input, found when the first request arrives: inspecting types takes time.
final class InputBounds: Sendable {
    private let type: (any (Codable & Sendable).Type)?
    private let known = Guarded<TypeBounds?>(nil)

    init(of type: (any (Codable & Sendable).Type)?) { self.type = type }

    /// Checks an input that was read from a request.
    ///
    /// - Throws: An ``InputIssue`` for the first value out of bounds; the error of an input that can't be encoded.
    func check(_ input: some Sendable, from source: RequestSource) throws {
        guard let type else { return }
        let bounds = known.withLock { known in
            let bounds = known ?? TypeBounds(of: type)
            known = bounds
            return bounds
        }
        guard !bounds.isEmpty, let input = input as? any Encodable else { return }
        let value = try JSONValue(encoding: input, coding: source.coding)
        if let violation = bounds.violation(in: value, keys: source.coding.keys) { throw source.issue(of: violation) }
    }
}

extension RequestSource {
    fileprivate func issue(of violation: TypeBounds.Violation) -> InputIssue {
        let place = violation.property.map { $0.place ?? scheme.place(of: $0.key, coding: coding) } ?? .body
        let key = violation.property.map { WireKey($0.key) }
        let isWhole = place == .body
        let path = (isWhole ? [] : key.map { [$0] } ?? []) + violation.path
        let context = DecodingError.Context(
            codingPath: path, debugDescription: violation.issue.text, underlyingError: violation.issue)
        return InputIssue(
            .dataCorrupted(context), place: place, key: key.map { name(of: $0, at: place) } ?? "", of: nil,
            coding: coding, isInForm: isForm(at: place))
    }
}

import Requests

/// The bounds of an endpoint's input, found when the first request arrives: inspecting types takes time.
final class InputBounds: Sendable {
    private let type: (any (Codable & Sendable).Type)?
    /// The bounds once they are known; `nil` inside if there are none.
    private let known = Guarded<TypeBounds??>(nil)

    init(of type: (any (Codable & Sendable).Type)?) { self.type = type }

    private func bounds() -> TypeBounds? {
        guard let type else { return nil }
        return known.withLock { known in
            if let known { return known }
            let found = TypeBounds(of: type)
            let bounds = found.isEmpty ? nil : found
            known = .some(bounds)
            return bounds
        }
    }

    /// Checks the lists in a body before it is decoded, because decoding a long list takes long.
    ///
    /// - Throws: An ``InputIssue`` for the first list that has too many elements.
    func checkLists(in source: RequestSource, _ format: BodyFormat) throws {
        guard format.matches(.json), source.scheme.others == .bodyField, let bounds = bounds() else { return }
        guard let violation = bounds.longList(in: source.data, keys: source.coding.keys) else { return }
        throw source.issue(of: violation)
    }

    /// Checks an input that was read from a request.
    ///
    /// - Throws: An ``InputIssue`` for the first value out of bounds, or for a value that JSON can't express, such as NaN.
    func check(_ input: some Sendable, from source: RequestSource) throws {
        guard let bounds = bounds(), let input = input as? any Encodable else { return }
        let value: JSONValue
        do {
            // The standard coding leaves the names of properties unchanged.
            value = try JSONValue(encoding: input)
        } catch {
            throw InputIssue(place: source.wholePlace, key: nil, cause: error)
        }
        if let violation = bounds.violation(in: value) { throw source.issue(of: violation) }
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

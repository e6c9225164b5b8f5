import Requests

/// The case of an enum and its associated value, as encoded by the code that the compiler generates.
struct StatusAlternative {
    let status: HTTPStatus
    /// The associated value; `nil` for a case without an associated value.
    let payload: (any Encodable)?

    /// Finds the case of a value of an enum.
    ///
    /// - Throws: An ``AlternativeIssue``, or the error that encoding the value throws.
    init(of value: some Encodable) throws {
        let outline = try Outline(of: value)
        guard let (member, values) = outline.enumCase else { throw AlternativeIssue.notAnEnum }
        let name = member.name
        guard let status = AlternativeKey.status(of: member.key) else { throw AlternativeIssue.noStatus(name) }
        guard values.members.count < 2 else { throw AlternativeIssue.severalValues(name) }
        self.status = status
        payload = try values.members.first.map { try Self.payload(of: $0) }
    }

    private static func payload(of member: Outline.Member) throws -> any Encodable {
        if case .null(let type) = member.content { return type.map { absent($0) } ?? JSONValue.null }
        guard let value = member.content.value else { throw AlternativeIssue.notAnEnum }
        return member.isOptional ? present(value) : value
    }

    private static func present<Value: Encodable>(_ value: Value) -> any Encodable { Value?.some(value) }
    private static func absent<Value: Encodable>(_ type: Value.Type) -> any Encodable { Value?.none }
}

/// What the answers of some statuses are decoded as: one case of ``ResponseDecoder/byStatus(_:)``.
public struct StatusCase<Resource: Sendable>: Sendable {
    let status: AcceptableStatus
    let decoder: ResponseDecoder<Resource>

    private init(_ status: AcceptableStatus, decoder: ResponseDecoder<Resource>) {
        self.status = status
        self.decoder = decoder
    }

    /// Decodes the answers of some statuses: `.on(200, .json())`, `.on(.codes(200, 201), .json())`, `.on(.any, .text)`.
    public static func on(_ status: AcceptableStatus, _ decoder: ResponseDecoder<Resource>) -> StatusCase {
        StatusCase(status, decoder: decoder)
    }

    /// Decodes the answers of a range of statuses: `.on(200..<300, .json())`.
    public static func on(
        _ statuses: some RangeExpression<Int> & Sendable, _ decoder: ResponseDecoder<Resource>
    ) -> StatusCase {
        on(.range(statuses), decoder)
    }

    /// Decodes the answers of some statuses, and makes the resource of what was decoded.
    ///
    /// ```swift
    /// .on(200, .json(User.self), as: Lookup.found)
    /// ```
    ///
    /// - Parameters:
    ///   - status: The statuses. A number is that one and no other.
    ///   - decoder: Decodes the answer.
    ///   - transform: Makes the resource, such as a case of an enum. What it throws becomes the underlying error of
    ///     ``RequestErrorCode/decodingFailed``.
    /// - Returns: The case.
    public static func on<Value>(
        _ status: AcceptableStatus, _ decoder: ResponseDecoder<Value>,
        as transform: @escaping @Sendable (Value) throws -> Resource
    ) -> StatusCase {
        StatusCase(status, decoder: decoder.mapped(by: transform))
    }

    /// Decodes the answers of a range of statuses, and makes the resource of what was decoded.
    ///
    /// ```swift
    /// .on(500...599, .text, as: Lookup.broken)
    /// ```
    ///
    /// - Parameters:
    ///   - statuses: The statuses.
    ///   - decoder: Decodes the answer.
    ///   - transform: Makes the resource.
    /// - Returns: The case.
    public static func on<Value>(
        _ statuses: some RangeExpression<Int> & Sendable, _ decoder: ResponseDecoder<Value>,
        as transform: @escaping @Sendable (Value) throws -> Resource
    ) -> StatusCase {
        on(.range(statuses), decoder, as: transform)
    }

    /// Takes the answers of some statuses for a value, whatever their body: `.on(404, as: .missing)`.
    ///
    /// Only the envelope of an API that has one is checked, where the status is a success.
    public static func on(_ status: AcceptableStatus, as value: Resource) -> StatusCase {
        on(status, .none) { value }
    }

    /// Takes the answers of a range of statuses for a value, whatever their body: `.on(500...599, as: .broken)`.
    public static func on(_ statuses: some RangeExpression<Int> & Sendable, as value: Resource) -> StatusCase {
        on(.range(statuses), as: value)
    }
}

extension StatusCase {
    /// Whether the case is for a status, and its decoder has a use for it.
    func contains(_ status: HTTPStatus) -> Bool {
        self.status.contains(status) && decoder.acceptableStatus?.contains(status) ?? true
    }
}

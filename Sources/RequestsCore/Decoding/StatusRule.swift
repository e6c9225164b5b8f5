/// A rule for decoding responses with the given statuses: one case of ``ResponseDecoder/byStatus(_:)``.
public struct StatusRule<Resource: Sendable>: Sendable {
    let status: StatusSet
    let decoder: ResponseDecoder<Resource>

    private init(_ status: StatusSet, decoder: ResponseDecoder<Resource>) {
        self.status = status
        self.decoder = decoder
    }

    /// Decodes responses with the given statuses: `.on(200, .json())`, `.on(.range(500...), .text)`.
    public static func on(_ status: StatusSet, _ decoder: ResponseDecoder<Resource>) -> StatusRule {
        StatusRule(status, decoder: decoder)
    }

    /// Decodes responses with the given statuses, and makes the resource from the decoded value.
    ///
    /// ```swift
    /// .on(200, .json(User.self), as: Lookup.found)
    /// ```
    ///
    /// - Parameters:
    ///   - status: The statuses: a number, `.codes(200, 201)`, `.range(500...599)`, `.success` or `.any`.
    ///   - decoder: Decodes the response.
    ///   - transform: Makes the resource, such as a case of an enum. An error that it throws becomes the underlying
    ///     error of ``RequestErrorCode/validationFailed``, or of ``RequestErrorCode/decodingFailed`` for a
    ///     `DecodingError`.
    /// - Returns: The case.
    public static func on<Value>(
        _ status: StatusSet, _ decoder: ResponseDecoder<Value>,
        as transform: @escaping @Sendable (Value) throws -> Resource
    ) -> StatusRule {
        StatusRule(status, decoder: decoder.mapped(by: transform))
    }

    /// Returns a value for responses with the given statuses, regardless of their body: `.on(404, as: .missing)`.
    ///
    /// If the API has an envelope, only the envelope is checked, and only for a success.
    public static func on(_ status: StatusSet, as value: Resource) -> StatusRule {
        on(status, .none) { value }
    }
}

extension StatusRule {
    /// Returns whether the case handles a status that its decoder also accepts.
    func contains(_ status: HTTPStatus) -> Bool {
        self.status.contains(status) && decoder.acceptableStatus?.contains(status) ?? true
    }
}

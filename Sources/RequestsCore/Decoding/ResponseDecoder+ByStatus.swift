extension ResponseDecoder {
    /// Decodes a response by its status; each status can have a different type.
    ///
    /// ```swift
    /// enum Lookup { case found(User), missing, broken(String) }
    ///
    /// api.get(
    ///     .byStatus(
    ///         .on(200, .json(User.self), as: Lookup.found), .on(404, as: .missing),
    ///         .on(.range(500...599), .text, as: Lookup.broken)),
    ///     from: "/users/1")
    /// ```
    ///
    /// The first case with the status is used. Listed statuses are acceptable, regardless of ``Request/accepting(_:)``. Any
    /// other status, even a success, throws ``RequestErrorCode/unacceptableStatus``.
    ///
    /// The Accept field lists the media types of all cases, in the order of the cases.
    public static func byStatus(_ cases: StatusRule<Resource>...) -> ResponseDecoder {
        var accepted: [MediaType] = []
        for type in cases.flatMap(\.decoder.accepted) where !accepted.contains(type) { accepted.append(type) }
        let extras = DecoderExtras(
            alternatives: Array(accepted.dropFirst()),
            acceptableStatus: StatusSet { status in cases.contains { $0.contains(status) } }
        )
        return ResponseDecoder(accept: accepted.first, extras: extras) { head, data, coding in
            guard let found = cases.first(where: { $0.contains(head.status) }) else {
                throw TransportError(
                    code: .unacceptableStatus, message: "byStatus has no case for the response status \(head.status)"
                )
            }
            return try found.decoder.run(head, data, coding)
        }
    }

    /// Returns a decoder that transforms the value of this decoder.
    func mapped<Other>(by transform: @escaping @Sendable (Resource) throws -> Other) -> ResponseDecoder<Other> {
        ResponseDecoder<Other>(accept: accept, extras: extras) { head, data, coding in
            try ResponseDecoder<Other>.resource(from: run(head, data, coding), by: transform)
        }
    }
}

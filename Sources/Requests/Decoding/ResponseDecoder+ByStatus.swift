extension ResponseDecoder {
    /// Decodes a response by its status: each status can have another type.
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
    /// The first case that has the status decides. A listed status is acceptable, whatever the request accepts. A status that is
    /// not listed is ``RequestErrorCode/unacceptableStatus``, even if it is a success.
    ///
    /// The request asks for the media types of all cases, in order.
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
                    code: .unacceptableStatus, message: "no case is for the status \(head.status) of the response"
                )
            }
            return try found.decoder.decode(head, data, coding: coding)
        }
    }

    /// Returns the same decoder, with a function that transforms its value.
    func mapped<Other>(by transform: @escaping @Sendable (Resource) throws -> Other) -> ResponseDecoder<Other> {
        ResponseDecoder<Other>(accept: accept, extras: extras) { head, data, coding in
            try transform(decode(head, data, coding: coding))
        }
    }
}

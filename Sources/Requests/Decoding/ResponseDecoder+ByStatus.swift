extension ResponseDecoder {
    /// Decodes an answer by its status: of several types in one.
    ///
    /// ```swift
    /// enum Lookup { case found(User), missing, broken(String) }
    ///
    /// api.get(
    ///     .byStatus(
    ///         .on(200, .json(User.self), as: Lookup.found), .on(404, as: .missing),
    ///         .on(500...599, .text, as: Lookup.broken)),
    ///     from: "/users/1")
    /// ```
    ///
    /// The first case that has the status decides. A status that is listed is an acceptable one, whatever the request accepts;
    /// one that is not is ``RequestErrorCode/unacceptableStatus``, also where it would be a success.
    ///
    /// The request asks for the media types of all cases, in their order.
    public static func byStatus(_ cases: StatusCase<Resource>...) -> ResponseDecoder {
        var accepted: [MediaType] = []
        for type in cases.flatMap(\.decoder.accepted) where !accepted.contains(type) { accepted.append(type) }
        let extras = DecoderExtras(
            alternatives: Array(accepted.dropFirst()),
            acceptableStatus: AcceptableStatus { status in cases.contains { $0.contains(status) } }
        )
        return ResponseDecoder(accept: accepted.first, extras: extras) { head, data, coding in
            guard let found = cases.first(where: { $0.contains(head.status) }) else {
                throw TransportError(
                    code: .unacceptableStatus, message: "no case is for the status \(head.status) of the answer"
                )
            }
            return try found.decoder.decode(head, data, coding: coding)
        }
    }

    /// The same decoder, and what a function makes of its value.
    func mapped<Other>(by transform: @escaping @Sendable (Resource) throws -> Other) -> ResponseDecoder<Other> {
        ResponseDecoder<Other>(accept: accept, extras: extras) { head, data, coding in
            try transform(decode(head, data, coding: coding))
        }
    }
}

import Foundation

extension ResponseDecoder where Resource: Decodable {
    /// Decodes an answer that is declared by its properties: fields, cookies, status and body.
    ///
    /// ```swift
    /// struct Page: Decodable {
    ///     @HeaderValue var rateLimitRemaining: Int?      // Rate-Limit-Remaining
    ///     @StatusCode var status: HTTPStatus
    ///     @FailureBody var problem: Problem?             // where the status is 400 or more
    ///     @BodyValue var users: [User]?                  // the whole body of a success
    /// }
    ///
    /// let page = try await session.perform(api.get(.declared(Page.self), from: "/users"))
    /// ```
    ///
    /// Properties without a wrapper are those of the object that the body is, within the ``Envelope`` of the API. In a failed
    /// answer, what comes from the body of a success must be optional, and is `nil`. An answer that is no success is the usual error,
    /// ``RequestErrorCode/unacceptableStatus``, where neither a ``StatusCode`` nor a ``FailureBody`` is declared, and where
    /// something that must be there is missing: a field or cookie that failed answers don't have must be optional, too.
    ///
    /// - Parameters:
    ///   - type: The type of the answer.
    ///   - format: The format of the body, that of a failure too: JSON.
    /// - Returns: The decoder, which asks for the media type of the format.
    public static func declared(_ type: Resource.Type = Resource.self, body format: BodyFormat = .json) -> Self {
        ResponseDecoder(
            accept: format.mediaType, extras: DecoderExtras(alternatives: [], acceptableStatus: .any)
        ) { head, data, coding in
            try DeclaredResponse.value(Resource.self, of: ResponseSource(head, data, coding, format))
        }
    }
}

/// Reads a declared answer out of one that came.
private enum DeclaredResponse {
    static func value<Value: Decodable>(_ type: Value.Type, of source: ResponseSource) throws -> Value {
        let value: Value
        do {
            value = try decoded(type, from: source)
        } catch  where !source.head.status.isSuccess {
            // Whatever was read before: the error does not depend on the order of the properties.
            let isExpected = source.readsFailure || !source.lacksBody && hasPlaceForFailures(type)
            throw UndeclaredFailure(cause: isExpected ? error : nil)
        }
        if !source.hasPlace { throw UndeclaredFailure() }
        return value
    }

    /// Returns whether an answer declares something that failed ones have.
    ///
    /// Without it, what a failed answer lacks is of no interest.
    private static func hasPlaceForFailures<Value: Decodable>(_ type: Value.Type) -> Bool {
        let probe = InputProbe()
        _ = probe.value(type)
        return probe.properties.contains { $0.place == .status || $0.place == .failureBody }
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, from source: ResponseSource) throws -> Value {
        guard !source.data.isEmpty else {
            // A form without values is one, too.
            if source.format.hasEmptyBodies, let value = try? source.read(type, { try read(type, source, $0) }) {
                return value
            }
            return try read(type, source, nil)
        }
        do {
            return try source.read(type) { body in
                source.begin()
                return try read(type, source, body)
            }
        } catch  where !source.isBeingRead && !source.isChecked {
            // A body of another kind is an error for who needs one.
            source.bodyProblem = error
            return try source.names.checked { try Value(from: PlacementDecoder(source: source, body: nil)) }
        }
    }

    /// An optional is `nil` where a success has no body, or its envelope no content.
    private static func read<Value: Decodable>(
        _ type: Value.Type, _ source: ResponseSource, _ body: (any Decoder)?
    ) throws -> Value {
        if body == nil, !source.isFailure, let type = type as? any OptionalType.Type,
            let empty = type.absent as? Value
        {
            return empty
        }
        // Not by the type itself: it is the container that knows the styles of dates and data, and leaves the names of a dictionary
        // as they are.
        if let body, !source.isFailure, MessageText.isScalar(type) || PlacementScheme.answer.holdsWhole(type) {
            return try body.singleValueContainer().decode(type)
        }
        let decoder = PlacementDecoder(source: source, body: source.isFailure ? nil : body)
        return try source.names.checked { try Value(from: decoder) }
    }
}

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
    /// Properties without a wrapper are those of the JSON object that the body is. In a failed answer, what comes from the body
    /// of a success must be optional, and is `nil`. An answer that is no success is the usual error where nothing of it is declared: neither
    /// a ``StatusCode`` nor a ``FailureBody``.
    ///
    /// - Parameter type: The type of the answer.
    /// - Returns: The decoder, which asks for `application/json`.
    public static func declared(_ type: Resource.Type = Resource.self) -> Self {
        ResponseDecoder(
            accept: .json, extras: DecoderExtras(alternatives: [], acceptableStatus: .any)
        ) { head, data, coding in
            try DeclaredAnswer.value(Resource.self, of: AnswerSource(head, data, coding))
        }
    }
}

/// Reads a declared answer out of one that came.
private enum DeclaredAnswer {
    static func value<Value: Decodable>(_ type: Value.Type, of source: AnswerSource) throws -> Value {
        do {
            let value = try decoded(type, from: source)
            if !source.hasPlace { throw UndeclaredFailure() }
            return value
        } catch  where !source.hasPlace {
            throw UndeclaredFailure()
        }
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, from source: AnswerSource) throws -> Value {
        guard !source.data.isEmpty else { return try Value(from: AnswerDecoder(source: source, body: nil)) }
        do {
            return try source.coding.value(Carrier<Value>.self, fromJSON: source.data, by: nil, configuration: source)
                .value
        } catch  where !source.isBeingRead {
            // A body that is no JSON is an error for who needs one.
            source.bodyProblem = error
            return try Value(from: AnswerDecoder(source: source, body: nil))
        }
    }

    /// Brings the answer to where its body is decoded.
    private struct Carrier<Value: Decodable>: DecodableWithConfiguration {
        let value: Value

        init(from decoder: any Decoder, configuration source: AnswerSource) throws {
            source.begin()
            value = try Value(from: AnswerDecoder(source: source, body: decoder))
        }
    }
}

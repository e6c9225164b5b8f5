/// A scheme with which a server asks for credentials, such as Basic or Digest.
package protocol ChallengeScheme: Sendable {
    /// Returns the credentials for the first attempt to send a message.
    ///
    /// - Parameter request: A message to the origin of the credentials.
    /// - Returns: The credentials; `nil` if the server has not asked for credentials for such messages.
    /// - Throws: An error if the credentials can't be made.
    func credentials(for request: OutgoingRequest) async throws -> ChallengeCredentials?

    /// Accepts the challenges of a 401, and returns a function that makes the credentials for the next attempt.
    ///
    /// - Parameters:
    ///   - challenges: The challenges; it's possible that none of them uses this scheme.
    ///   - request: The refused message, without credentials.
    ///   - refused: The credentials that were refused; `nil` if the message had no credentials.
    ///   - attempt: The number of earlier challenges to which a response was sent; `nil` if this message can't be sent
    ///     again. In that case, only later messages can use the challenge.
    /// - Returns: The function; `nil` to end the call with the 401.
    func response(
        to challenges: [Challenge], for request: OutgoingRequest, refused: ChallengeCredentials?, attempt: Int?
    ) -> Maker?
}

extension ChallengeScheme {
    /// A function that makes the credentials of a message; `nil` to end the call with the 401.
    package typealias Maker = @Sendable () async throws -> ChallengeCredentials?
}

/// The credentials of one message.
package struct ChallengeCredentials: Sendable {
    /// The value of the `Authorization` field.
    package let authorization: String

    /// The parts of the credentials that no description, log or error may show.
    package let secrets: [String]

    /// The key by which a scheme recognizes the challenge to which these credentials respond.
    package let key: String

    /// Checks the response to a message with the credentials, unless its status is 401.
    package let check: @Sendable (TransportResponse) throws -> TransportResponse

    package init(
        _ authorization: String, secrets: [String] = [], key: String = "",
        check: @escaping @Sendable (TransportResponse) throws -> TransportResponse = { $0 }
    ) {
        self.authorization = authorization
        self.secrets = secrets
        self.key = key
        self.check = check
    }
}

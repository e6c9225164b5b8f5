import Requests

extension Routes {
    /// Authenticates requests with a function that maps their credentials to a caller.
    ///
    /// ```swift
    /// let routes = Routes(api)
    ///     .authenticating(by: .bearerToken) { token in try await sessions.user(of: token) }
    ///     .on(requestOf: \.add) { input, request in
    ///         try await store.add(input.title, by: request[User.self])
    ///     }
    /// ```
    ///
    /// Each endpoint declares with ``Endpoint/authentication(_:)`` whether it requires credentials:
    /// - ``/Requests/AuthenticationRequirement/required``: without credentials, the response is a 401.
    /// - ``/Requests/AuthenticationRequirement/optional``, the default: without credentials, the handler runs without a
    ///   caller.
    /// - ``/Requests/AuthenticationRequirement/none``: credentials are ignored.
    ///
    /// Rejected credentials cause a 401 even if they are optional. Every 401 includes a challenge in `WWW-Authenticate`.
    ///
    /// If there are several schemes, the first scheme that accepts the request counts.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the credentials. The routes' OpenAPI document declares this scheme.
    ///   - authenticate: A function that returns the caller, or `nil` to reject the credentials. A function that
    ///     returns `Void` rejects all credentials. A handler reads the caller from ``IncomingRequest`` by the caller's
    ///     type. If the function throws an error, it becomes the response, like an error thrown by a handler.
    /// - Returns: The routes; all of them authenticate requests.
    public consuming func authenticating<Credentials, Caller: Sendable>(
        by scheme: AuthenticationScheme<Credentials>,
        _ authenticate: @escaping @Sendable (Credentials) async throws -> Caller?
    ) -> Self {
        authenticators.append(
            RequestAuthenticator(scheme) { credentials, request in
                guard let caller = try await authenticate(credentials), identifiesCaller(caller) else { return false }
                request[Caller.self] = caller
                return true
            })
        return self
    }

    /// Authenticates requests without identifying their callers.
    ///
    /// ```swift
    /// .authenticating(by: .apiKey(inHeader: "X-Api-Key")) { key in keys.contains(key) }
    /// ```
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the credentials.
    ///   - authenticate: A function that returns whether the credentials are accepted. The result `nil`, as of
    ///     `sessions[token]?.isActive`, also rejects the credentials.
    /// - Returns: The routes; all of them authenticate requests.
    public consuming func authenticating<Credentials>(
        by scheme: AuthenticationScheme<Credentials>,
        _ authenticate: @escaping @Sendable (Credentials) async throws -> Bool?
    ) -> Self {
        authenticators.append(
            RequestAuthenticator(scheme) { credentials, _ in try await authenticate(credentials) ?? false })
        return self
    }

    /// The places of the credentials in all schemes that declare a place.
    package var credentialPlaces: [AuthenticationProvider.Place] { authenticators.compactMap(\.place) }

    /// Indicates whether requests are authenticated.
    package var areAuthenticated: Bool { !authenticators.isEmpty }
}

/// Returns whether a value identifies a caller.
///
/// `Void`, `false` and `nil` don't identify a caller, even inside another optional.
private func identifiesCaller(_ value: some Any) -> Bool {
    switch value {
    case is Void: false
    case let value as any Wrapping: value.isCaller
    case let value as Bool: value
    default: true
    }
}

private protocol Wrapping { var isCaller: Bool { get } }

extension Optional: Wrapping {
    fileprivate var isCaller: Bool { map { identifiesCaller($0) } ?? false }
}

/// A scheme with its authenticating function.
struct RequestAuthenticator: Sendable {
    let place: AuthenticationProvider.Place?
    let challenges: (absent: String, refused: String)

    /// Returns the request with its caller; `nil` if the request has no credentials of the scheme.
    ///
    /// The function throws a 401 for rejected credentials.
    let authenticate: @Sendable (IncomingRequest) async throws -> IncomingRequest?

    init<Credentials>(
        _ scheme: AuthenticationScheme<Credentials>,
        _ accepts: @escaping @Sendable (Credentials, inout IncomingRequest) async throws -> Bool
    ) {
        place = scheme.place
        challenges = scheme.challenges
        authenticate = { request in
            var request = request
            guard let credentials = try scheme.read(request) else { return nil }
            guard try await accepts(credentials, &request) else {
                throw ServingError(.unauthorized, "the credentials are refused")
            }
            return request
        }
    }
}

extension Routes {
    /// Returns whether the requests of an endpoint need credentials.
    package func authentication(of endpoint: RequestOptions) -> AuthenticationRequirement {
        var options = options
        options.take(over: endpoint)
        return options.authentication
    }

    /// Returns a request with its caller.
    ///
    /// - Throws: A 401 if required credentials are missing, or if no scheme accepts the request's credentials. Other
    ///   errors come from the authenticating function.
    func authenticated(
        _ request: IncomingRequest, _ requirement: AuthenticationRequirement
    ) async throws -> IncomingRequest {
        if requirement == .none { return request }
        var refusal: ServingError?
        var challenges: [String] = []
        for authenticator in authenticators {
            do {
                if let request = try await authenticator.authenticate(request) { return request }
                challenges.append(authenticator.challenges.absent)
            } catch let error as ServingError where error.status == .unauthorized {
                refusal = refusal ?? error
                challenges.append(authenticator.challenges.refused)
            }
        }
        let lacking =
            areAuthenticated
            ? "this endpoint requires credentials"
            : "this endpoint requires credentials, but the routes don't accept credentials"
        guard let problem = refusal ?? (requirement == .required ? ServingError(.unauthorized, lacking) : nil) else {
            return request
        }
        var header = problem.header
        header.challenge(challenges)
        throw ServingError(problem.status, problem.message, header: header)
    }

    /// Returns a response, with a challenge if it is a 401 (RFC 9110, section 15.5.2).
    func challenging(_ response: TransportResponse) -> TransportResponse {
        guard response.head.status == .unauthorized else { return response }
        var header = response.head.header
        header.challenge(authenticators.map(\.challenges.absent))
        return TransportResponse(head: ResponseHead(status: .unauthorized, header: header), body: response.body)
    }

    /// Returns a request whose description redacts credentials.
    func hidingCredentials(of request: consuming IncomingRequest) -> IncomingRequest {
        for authenticator in authenticators {
            switch authenticator.place {
            case .field(let name, _): request.secretNames[name.rawValue] = true
            case .query(let name): request.secretNames[name] = true
            // Descriptions hide all cookies.
            case .cookie, nil: break
            }
        }
        request.header.markSensitive(named: request.secretNames)
        return request
    }
}

extension HeaderFields {
    /// Adds challenges, unless the header already contains challenges.
    fileprivate mutating func challenge(_ challenges: [String]) {
        guard !contains(.wwwAuthenticate) else { return }
        append(contentsOf: challenges.map { HeaderField(.wwwAuthenticate, $0) })
    }
}

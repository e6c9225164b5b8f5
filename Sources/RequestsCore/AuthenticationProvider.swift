import Foundation

/// A provider that adds credentials to a request, as the last step before the hooks.
///
/// ```swift
/// request.authenticated(with: .bearerToken(token))
/// request.authenticated(with: .basic(user: "ada", password: password))
/// request.authenticated(with: .apiKey(key, inHeader: "X-Api-Key"))
/// request.authenticated(with: .apiKey(key, inQuery: "api_key"))
/// ```
///
/// To make a custom provider, wrap a function in a static member. The function receives the whole message, including
/// its body, and may throw.
///
/// ```swift
/// extension AuthenticationProvider {
///     static func signed(with key: Key) -> AuthenticationProvider {
///         AuthenticationProvider { request in
///             request.header[.authorization] = try key.signature(of: request)
///         }
///     }
/// }
/// ```
///
/// The field that a provider adds replaces any field of the same name. No description, log or error shows the added
/// value.
public struct AuthenticationProvider: Sendable {
    private let kind: Kind

    private enum Kind: Sendable {
        case none
        case field(HeaderField)
        case query(QueryItem)
        case invalid(String)
        case custom(@Sendable (inout OutgoingRequest) throws -> Void)
    }

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// Makes a provider from a function.
    ///
    /// - Parameter authenticate: Changes the message. Fields and query items that the function adds or changes become
    ///   sensitive. An error that it throws becomes the underlying error of ``RequestErrorCode/authenticationFailed``.
    ///   The message then contains only the type of the thrown error, because its text may contain the credentials. A
    ///   ``TransportError`` keeps its code.
    public init(_ authenticate: @escaping @Sendable (inout OutgoingRequest) throws -> Void) {
        kind = .custom(authenticate)
    }

    /// A provider without credentials.
    public static let none = AuthenticationProvider(.none)

    /// Sends the user name and password, in UTF-8, as `Authorization: Basic …` (RFC 7617).
    ///
    /// If the user name contains a colon, or the user name or password contains a control character, resolving the request
    /// throws ``RequestErrorCode/invalidCredentials``.
    public static func basic(user: String, password: String) -> AuthenticationProvider {
        if user.utf8.contains(UInt8(ascii: ":")) {
            return AuthenticationProvider(
                .invalid(
                    "the user name contains a colon, which Basic authentication doesn't allow (RFC 7617, section 2)")
            )
        }
        if (user + password).withBytes(\.hasControls) {
            return AuthenticationProvider(
                .invalid(
                    "the user name or password contains a control character, which Basic authentication doesn't allow "
                        + "(RFC 7617, section 2)")
            )
        }
        let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
        return AuthenticationProvider(.field(HeaderField(.authorization, "Basic " + credentials, isSensitive: true)))
    }

    /// Sends the ID and the secret of an OAuth client as `Authorization: Basic …`, each percent-encoded (RFC 6749, section
    /// 2.3.1).
    ///
    /// A space becomes `%20`, which all servers decode. (Some servers would read `+` as a plus sign.) Some servers
    /// expect an unencoded ID and secret: use ``basic(user:password:)`` for these servers. The encoding changes only
    /// characters such as `+` and `:`.
    public static func clientSecret(id: String, secret: String) -> AuthenticationProvider {
        func encoded(_ text: String) -> String {
            var bytes: [UInt8] = []
            PercentEncoding.append(text, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        return .basic(user: encoded(id), password: encoded(secret))
    }

    /// Sends a token as `Authorization: Bearer …` (RFC 6750, section 2.1).
    ///
    /// A token consists of letters, digits and `-._~+/`, and may end with `=`. If the token is empty or contains any
    /// other character, resolving the request throws ``RequestErrorCode/invalidCredentials``.
    public static func bearerToken(_ token: String) -> AuthenticationProvider {
        if token.isEmpty { return AuthenticationProvider(.invalid("the bearer token is empty")) }
        guard token.isToken68 else {
            return AuthenticationProvider(
                .invalid(
                    "the bearer token contains a character other than letters, digits, -._~+/ and trailing = (RFC 6750)"
                )
            )
        }
        return AuthenticationProvider(.field(HeaderField(.authorization, "Bearer " + token, isSensitive: true)))
    }

    /// Sends a key in a header field.
    public static func apiKey(_ key: String, inHeader name: HeaderField.Name) -> AuthenticationProvider {
        AuthenticationProvider(.field(HeaderField(name, key, isSensitive: true)))
    }

    /// Sends a key as the last item of the query.
    ///
    /// Servers and proxies log URLs, so prefer a header field if the API supports it.
    public static func apiKey(_ key: String, inQuery name: String) -> AuthenticationProvider {
        AuthenticationProvider(.query(QueryItem(name, key, isSensitive: true)))
    }

    /// Adds the credentials to a header.
    ///
    /// - Returns: `true` if the credentials are complete; `false` if they can be added only to the whole message.
    package func authenticate(_ header: inout HeaderFields) -> Bool {
        switch kind {
        case .none: break
        case .field(let field): header.set(field)
        case .query, .invalid, .custom: return false
        }
        return true
    }

    /// Adds the credentials to a message.
    ///
    /// - Returns: `true` if a custom function ran, which may have changed the URL.
    @discardableResult
    package func authenticate(_ request: inout OutgoingRequest) throws(TransportError) -> Bool {
        switch kind {
        case .none:
            break
        case .field(let field):
            request.header.set(field)
        case .query(let item):
            try request.add(item)
        case .invalid(let message):
            throw RequestError(code: .invalidCredentials, message: message)
        case .custom(let authenticate):
            try runCustom(authenticate, &request)
            return true
        }
        return false
    }

    private func runCustom(
        _ authenticate: (inout OutgoingRequest) throws -> Void, _ request: inout OutgoingRequest
    ) throws(TransportError) {
        let before = request
        do {
            try authenticate(&request)
        } catch let error as TransportError {
            throw error
        } catch {
            throw RequestError(
                code: .authenticationFailed,
                // The message does not contain the error's text, because the error may print the credentials.
                message: "the authentication provider threw \(ErrorText.typeText(of: error))",
                underlyingError: error
            )
        }
        request.markSensitive(addedSince: before)
    }
}

extension AuthenticationProvider {
    /// The location of credentials in a message, without their value.
    package enum Place {
        case field(HeaderField.Name, scheme: String?)
        case query(String)
        case cookie(String)
    }

    /// The location of the credentials; `nil` if there are none, or if a custom function adds them.
    package var place: Place? {
        switch kind {
        case .field(let field):
            let words = field.value.split(separator: " ", maxSplits: 1)
            return .field(field.name, scheme: words.count == 2 ? words.first.map(String.init) : nil)
        case .query(let item): return .query(item.name)
        case .none, .invalid, .custom: return nil
        }
    }
}

extension AuthenticationProvider: RedactedDescription {
    /// The kind of credentials, but never the credentials.
    public var description: String {
        switch kind {
        case .none: "none"
        case .field(let field): "the field \(field.name)"
        case .query(let item): "the query item \(item.name)"
        case .invalid: "invalid credentials"
        case .custom: "custom"
        }
    }
}

/// What went wrong, apart from the types of a request: an open set, equal on every transport.
///
/// ```swift
/// do {
///     try await session.perform(request)
/// } catch where error.code == .timedOut {
///     …
/// }
/// ```
///
/// A transport or decoder of your own adds the codes it needs:
///
/// ```swift
/// extension RequestErrorCode {
///     static let circuitOpen = RequestErrorCode(rawValue: "circuitOpen")
/// }
/// ```
public struct RequestErrorCode: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension RequestErrorCode: CustomStringConvertible {
    /// The name of the code.
    public var description: String { rawValue }
}

// MARK: - The request could not be resolved

extension RequestErrorCode {
    /// The base URL is relative, has no host, a scheme other than http and https, a user, a fragment or a bad port.
    public static let invalidBaseURL = Self(rawValue: "invalidBaseURL")
    /// The endpoint has an empty or dot segment by way of a value, a dot segment, a fragment, or begins with `//`.
    public static let invalidPath = Self(rawValue: "invalidPath")
    /// A literal placeholder such as `{id}` is left in the endpoint.
    public static let unfilledPlaceholder = Self(rawValue: "unfilledPlaceholder")
    /// An absolute URL has another origin than the base URL.
    public static let crossOrigin = Self(rawValue: "crossOrigin")
    /// The URL is not one that can be sent, for example after it was changed by hand.
    public static let invalidURL = Self(rawValue: "invalidURL")
    /// The method is not a token.
    public static let invalidMethod = Self(rawValue: "invalidMethod")
    /// The name of a field is empty or not a token.
    public static let invalidHeaderName = Self(rawValue: "invalidHeaderName")
    /// The value of a field has a control character or white space at an end, or is not one scalar.
    public static let invalidHeaderValue = Self(rawValue: "invalidHeaderValue")
    /// Content-Length, Transfer-Encoding or Host was set by hand.
    public static let reservedHeaderField = Self(rawValue: "reservedHeaderField")
    /// A GET, HEAD, TRACE or CONNECT has a body, and ``Request/allowingBody()`` was not called.
    public static let unexpectedBody = Self(rawValue: "unexpectedBody")
    /// The time-out is zero, negative or not a number.
    public static let invalidTimeout = Self(rawValue: "invalidTimeout")
    /// A value could not be written as query items.
    public static let queryEncodingFailed = Self(rawValue: "queryEncodingFailed")
    /// The body could not be made.
    public static let bodyEncodingFailed = Self(rawValue: "bodyEncodingFailed")
    /// Credentials can't be written in the scheme they were given to: a colon in a user name, a token with a space.
    public static let invalidCredentials = Self(rawValue: "invalidCredentials")
    /// An authentication provider, a store of credentials or what refreshes them failed, other than by the network.
    public static let authenticationFailed = Self(rawValue: "authenticationFailed")
    /// The request needs credentials, and there are none.
    public static let credentialsMissing = Self(rawValue: "credentialsMissing")
    /// A hook that adapts the request threw an error of its own.
    public static let adaptationFailed = Self(rawValue: "adaptationFailed")
}

// MARK: - The exchange failed

extension RequestErrorCode {
    /// The request was cancelled, by its handle or with its task.
    public static let cancelled = Self(rawValue: "cancelled")
    /// Nothing came or went for as long as the time-out allows, or the whole took longer than it may.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The name of the host could not be found.
    public static let hostNotFound = Self(rawValue: "hostNotFound")
    /// No connection to the host could be made.
    public static let connectionFailed = Self(rawValue: "connectionFailed")
    /// The connection ended before the answer did.
    public static let connectionLost = Self(rawValue: "connectionLost")
    /// There is no connection to the network, or it may not be used.
    public static let offline = Self(rawValue: "offline")
    /// A secure connection could not be made.
    public static let secureConnectionFailed = Self(rawValue: "secureConnectionFailed")
    /// The certificate of the server is not trusted.
    public static let certificateRejected = Self(rawValue: "certificateRejected")
    /// The server wants a certificate from the client, or did not take it.
    public static let clientCertificateRejected = Self(rawValue: "clientCertificateRejected")
    /// A redirect was not followed: the policy forbids it, or it leads to no place that a request can be sent to.
    public static let redirectRefused = Self(rawValue: "redirectRefused")
    /// Redirects went on for too long.
    public static let tooManyRedirects = Self(rawValue: "tooManyRedirects")
    /// The body of the answer is larger than the limit.
    public static let responseTooLarge = Self(rawValue: "responseTooLarge")
    /// More of the body came than its reader took, and the transport can't slow the server down.
    public static let bufferOverflow = Self(rawValue: "bufferOverflow")
    /// The answer is not HTTP as it should be.
    public static let malformedResponse = Self(rawValue: "malformedResponse")
    /// The body of the request could not be read while it was sent.
    public static let bodyUnreadable = Self(rawValue: "bodyUnreadable")
    /// The file of a download could not be written: no such directory, no permission, no space.
    public static let fileWriteFailed = Self(rawValue: "fileWriteFailed")
    /// The transport failed in another way; the underlying error says how.
    public static let transportFailed = Self(rawValue: "transportFailed")
}

// MARK: - The answer can't be used

extension RequestErrorCode {
    /// The status of the answer is not among those that the request accepts.
    public static let unacceptableStatus = Self(rawValue: "unacceptableStatus")
    /// The answer has no body where one is needed.
    public static let emptyBody = Self(rawValue: "emptyBody")
    /// A check of the answer failed: one of the request's, or that of the API's envelope.
    public static let validationFailed = Self(rawValue: "validationFailed")
    /// The body of the answer could not be decoded.
    public static let decodingFailed = Self(rawValue: "decodingFailed")
}

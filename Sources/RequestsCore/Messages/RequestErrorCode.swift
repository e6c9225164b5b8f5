/// The kind of an error, independent of the request's types and the transport; you can add codes.
///
/// ```swift
/// do {
///     try await session.perform(request)
/// } catch where error.code == .timedOut {
///     …
/// } catch {
///     throw error
/// }
/// ```
///
/// Declare codes for a custom transport or decoder:
///
/// ```swift
/// extension RequestErrorCode {
///     static let circuitOpen = RequestErrorCode(rawValue: "circuitOpen")
/// }
/// ```
public struct RequestErrorCode: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code from its name.
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
    /// The base URL is relative or lacks a host, or contains a user name, a fragment, an invalid port or Unix socket
    /// path, or a scheme other than http, https and http+unix.
    public static let invalidBaseURL = Self(rawValue: "invalidBaseURL")
    /// The endpoint contains a `.` or `..` segment or a fragment, or starts with `//`, or a value makes a segment empty
    /// or turns it into `.` or `..`.
    public static let invalidPath = Self(rawValue: "invalidPath")
    /// A placeholder such as `{id}` is left in the endpoint.
    public static let unfilledPlaceholder = Self(rawValue: "unfilledPlaceholder")
    /// An absolute URL has a different origin than the base URL.
    public static let crossOrigin = Self(rawValue: "crossOrigin")
    /// The URL can't be sent, for example after a change by hand.
    public static let invalidURL = Self(rawValue: "invalidURL")
    /// The method is not a token.
    public static let invalidMethod = Self(rawValue: "invalidMethod")
    /// The name of a field is empty or not a token.
    public static let invalidHeaderName = Self(rawValue: "invalidHeaderName")
    /// A field's value contains a control character, starts or ends with white space, or can't be written as one string.
    public static let invalidHeaderValue = Self(rawValue: "invalidHeaderValue")
    /// The request sets Content-Length, Transfer-Encoding or Host.
    public static let reservedHeaderField = Self(rawValue: "reservedHeaderField")
    /// A GET, HEAD, TRACE or CONNECT has a body, and ``Request/allowingBody()`` was not called.
    public static let unexpectedBody = Self(rawValue: "unexpectedBody")
    /// The timeout is zero, negative or not a number.
    public static let invalidTimeout = Self(rawValue: "invalidTimeout")
    /// A value can't be written as query items.
    public static let queryEncodingFailed = Self(rawValue: "queryEncodingFailed")
    /// The body can't be made, or its length is negative.
    public static let bodyEncodingFailed = Self(rawValue: "bodyEncodingFailed")
    /// The credentials can't be written in their scheme: a user name contains a colon, or a token contains a space.
    public static let invalidCredentials = Self(rawValue: "invalidCredentials")
    /// An authentication provider, a credential store or a refresh of credentials failed for a reason other than the network.
    public static let authenticationFailed = Self(rawValue: "authenticationFailed")
    /// The request requires credentials, but contains none.
    public static let credentialsMissing = Self(rawValue: "credentialsMissing")
    /// A hook that adapts the request, such as ``Request/adapting(_:)``, threw an error.
    public static let adaptationFailed = Self(rawValue: "adaptationFailed")
}

// MARK: - The exchange failed

extension RequestErrorCode {
    /// The request was cancelled, for example because its task was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// Nothing was sent or received until the timeout, or the whole call took too long.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The name of the host could not be found.
    public static let hostNotFound = Self(rawValue: "hostNotFound")
    /// No connection to the host could be made.
    public static let connectionFailed = Self(rawValue: "connectionFailed")
    /// The connection ended before the response did.
    public static let connectionLost = Self(rawValue: "connectionLost")
    /// There is no network connection that the request is allowed to use.
    public static let offline = Self(rawValue: "offline")
    /// A secure connection could not be made.
    public static let secureConnectionFailed = Self(rawValue: "secureConnectionFailed")
    /// The header fields of the request are larger than the HTTP/2 connection allows.
    public static let headerTooLarge = Self(rawValue: "headerTooLarge")
    /// The certificate of the server is not trusted, or a ``TransportSecurity`` contains a file or a pin that can't be
    /// used.
    public static let certificateRejected = Self(rawValue: "certificateRejected")
    /// The server's public key matches no pin of its host, or can't be checked (``TransportSecurity``).
    ///
    /// No part of the request was sent to that server.
    public static let pinMismatch = Self(rawValue: "pinMismatch")
    /// The server requires a client certificate, or rejected the one that was sent.
    public static let clientCertificateRejected = Self(rawValue: "clientCertificateRejected")
    /// A redirect was not followed: the policy forbids it, or no request can be sent to its target.
    public static let redirectRefused = Self(rawValue: "redirectRefused")
    /// There were more redirects than the limit.
    public static let tooManyRedirects = Self(rawValue: "tooManyRedirects")
    /// The body of the response is larger than the limit.
    public static let responseTooLarge = Self(rawValue: "responseTooLarge")
    /// The body arrived faster than it was read, and the transport can't slow the server down.
    public static let bufferOverflow = Self(rawValue: "bufferOverflow")
    /// The response is not valid HTTP.
    public static let malformedResponse = Self(rawValue: "malformedResponse")
    /// The body of the request could not be read while it was sent.
    public static let bodyUnreadable = Self(rawValue: "bodyUnreadable")
    /// The transport can't send this kind of body: for example, URLSession on Linux can't send an asynchronous sequence.
    public static let bodyUnsupported = Self(rawValue: "bodyUnsupported")
    /// The file of a download or a cookie jar could not be written: no such directory, no permission, no space.
    public static let fileWriteFailed = Self(rawValue: "fileWriteFailed")
    /// The file of a cookie jar could not be read: no permission, damaged, or not a cookie jar.
    public static let fileReadFailed = Self(rawValue: "fileReadFailed")
    /// The transport failed in another way: see the underlying error.
    public static let transportFailed = Self(rawValue: "transportFailed")
}

// MARK: - The response can't be used

extension RequestErrorCode {
    /// The request doesn't accept the status of the response.
    public static let unacceptableStatus = Self(rawValue: "unacceptableStatus")
    /// The response has no body, but the resource requires one.
    public static let emptyBody = Self(rawValue: "emptyBody")
    /// A check that was added to the request, or the check of the API's envelope, rejected the response.
    public static let validationFailed = Self(rawValue: "validationFailed")
    /// The body of the response could not be decoded.
    public static let decodingFailed = Self(rawValue: "decodingFailed")
}

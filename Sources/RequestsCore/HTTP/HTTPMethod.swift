/// The method of a request, such as GET (RFC 9110, section 9).
///
/// Any token is a valid method. Add further methods as static members:
///
/// ```swift
/// extension HTTPMethod {
///     static let purge = HTTPMethod("PURGE")
/// }
/// ```
///
/// Methods are case-sensitive. Resolving a request with a method that isn't a token fails with
/// ``RequestErrorCode/invalidMethod``.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The name, as sent over the wire.
    public let rawValue: String

    /// Makes a method from its name, which is not changed.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a method from its name, which is not changed.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HTTPMethod {
    /// GET, which requests the current representation of the target (RFC 9110, section 9.3.1).
    public static let get = HTTPMethod("GET")
    /// HEAD, which is GET without content in the response (RFC 9110, section 9.3.2).
    public static let head = HTTPMethod("HEAD")
    /// POST, which lets the target process the content (RFC 9110, section 9.3.3).
    public static let post = HTTPMethod("POST")
    /// PUT, which replaces the target with the content (RFC 9110, section 9.3.4).
    public static let put = HTTPMethod("PUT")
    /// DELETE, which removes the target (RFC 9110, section 9.3.5).
    public static let delete = HTTPMethod("DELETE")
    /// CONNECT, which opens a tunnel (RFC 9110, section 9.3.6).
    public static let connect = HTTPMethod("CONNECT")
    /// OPTIONS, which asks for the capabilities of the target (RFC 9110, section 9.3.7).
    public static let options = HTTPMethod("OPTIONS")
    /// TRACE, which asks the server to send the request back (RFC 9110, section 9.3.8).
    public static let trace = HTTPMethod("TRACE")
    /// PATCH, which changes a part of the target (RFC 5789).
    public static let patch = HTTPMethod("PATCH")
}

extension HTTPMethod {
    /// Indicates whether the method only reads: GET, HEAD, OPTIONS and TRACE (RFC 9110, section 9.2.1).
    package var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }

    /// Indicates whether the method is idempotent: the safe methods, PUT and DELETE.
    ///
    /// Sending an idempotent request twice has the same effect as sending it once (RFC 9110, section 9.2.2).
    package var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// Indicates whether the method defines a meaning for content: false for GET, HEAD, TRACE and CONNECT.
    package var definesContent: Bool {
        switch self {
        case .get, .head, .trace, .connect: false
        default: true
        }
    }
}

extension HTTPMethod: CustomStringConvertible {
    /// The name, as sent over the wire.
    public var description: String { rawValue }
}

extension HTTPMethod: ExpressibleByStringLiteral {
    /// Makes a method from a literal: `"PURGE"`.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension HTTPMethod: Codable {}

/// The method of a request, such as GET (RFC 9110, section 9).
///
/// Any token is a method. Add your own as a static member:
///
/// ```swift
/// extension HTTPMethod {
///     static let purge = HTTPMethod(rawValue: "PURGE")
/// }
/// ```
///
/// Methods are case-sensitive. That the name is a token is checked when the request is resolved
/// (``RequestErrorCode/invalidMethod``).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The name, as it goes over the wire.
    public let rawValue: String

    /// Makes a method of its name, which is not changed.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HTTPMethod {
    /// Asks for the current representation of the target (RFC 9110, section 9.3.1).
    public static let get = HTTPMethod(rawValue: "GET")
    /// As GET, without the content (RFC 9110, section 9.3.2).
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Has the target process the content (RFC 9110, section 9.3.3).
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces the target with the content (RFC 9110, section 9.3.4).
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Removes the target (RFC 9110, section 9.3.5).
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Opens a tunnel (RFC 9110, section 9.3.6).
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    /// Asks what the target can do (RFC 9110, section 9.3.7).
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// Has the request sent back (RFC 9110, section 9.3.8).
    public static let trace = HTTPMethod(rawValue: "TRACE")
    /// Changes a part of the target (RFC 5789).
    public static let patch = HTTPMethod(rawValue: "PATCH")
}

extension HTTPMethod {
    /// Whether the method only reads (RFC 9110, section 9.2.1): GET, HEAD, OPTIONS and TRACE.
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }

    /// Whether sending twice means the same as sending once (RFC 9110, section 9.2.2): the safe methods, PUT and DELETE.
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// Whether the content of such a request has a meaning by the method's definition: not for GET, HEAD, TRACE and CONNECT.
    var definesContent: Bool {
        switch self {
        case .get, .head, .trace, .connect: false
        default: true
        }
    }
}

extension HTTPMethod: CustomStringConvertible {
    /// The name, as it goes over the wire.
    public var description: String { rawValue }
}

extension HTTPMethod: ExpressibleByStringLiteral {
    /// Makes a method of a literal: `"PURGE"`.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension HTTPMethod: Codable {}

/// The status code of a response (RFC 9110, section 15).
///
/// ```swift
/// switch error.head?.status {
/// case .notFound?: …
/// case let status? where status.isServerError: …
/// default: …
/// }
/// ```
///
/// Any number is valid, even one without a static member, such as `423`. Statuses compare by number, so `200..<300` is a range.
public struct HTTPStatus: RawRepresentable, Hashable, Sendable {
    /// The number, such as 404.
    public let rawValue: Int

    /// Makes a status from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Makes a status from its number.
    public init(_ code: Int) {
        self.rawValue = code
    }

    /// The number, such as 404.
    public var code: Int { rawValue }
}

extension HTTPStatus {
    /// Indicates whether the status is in 100..<200: an interim response.
    public var isInformational: Bool { 100..<200 ~= rawValue }
    /// Indicates whether the status is in 200..<300: the request was received, understood and accepted.
    public var isSuccess: Bool { 200..<300 ~= rawValue }
    /// Indicates whether the status is in 300..<400: the client must take further action.
    public var isRedirection: Bool { 300..<400 ~= rawValue }
    /// Indicates whether the status is in 400..<500: the request was at fault.
    public var isClientError: Bool { 400..<500 ~= rawValue }
    /// Indicates whether the status is in 500..<600: the server was at fault.
    public var isServerError: Bool { 500..<600 ~= rawValue }

    /// Indicates whether the status forbids content: 1xx, 204, 205 and 304 (RFC 9110, sections 6.4.1 and 15.3.6).
    package var forbidsContent: Bool {
        isInformational || self == .noContent || self == .resetContent || self == .notModified
    }
}

extension HTTPStatus: Comparable {
    /// Returns whether the number of the first status is less than that of the second.
    public static func < (lhs: HTTPStatus, rhs: HTTPStatus) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension HTTPStatus: ExpressibleByIntegerLiteral {
    /// Makes a status from a literal: `404`.
    public init(integerLiteral value: Int) {
        self.init(rawValue: value)
    }
}

extension HTTPStatus: CustomStringConvertible {
    /// The number with its name, if it has one: `404 Not Found`.
    public var description: String {
        let phrase = reasonPhrase
        return phrase.isEmpty ? "\(rawValue)" : "\(rawValue) \(phrase)"
    }
}

extension HTTPStatus: Codable {}

/// A multipart form as a value: its parts, and its boundary (RFC 7578).
///
/// ```swift
/// let form = MultipartForm(boundary: "xyz", parts: [Part("title", "Holiday"), Part("photo", file: url)])
/// api.post(.multipart(form), to: "/photos")
/// ```
public struct MultipartForm: Sendable {
    /// The boundary between the parts; `nil` for a new one of 128 random bits each time the request is resolved.
    public var boundary: String?

    /// The parts, in the order in which they are sent.
    public var parts: [Part]

    /// Makes a form from parts.
    ///
    /// - Parameters:
    ///   - boundary: The boundary between the parts. By default it is random. A custom boundary has 1 to 70 of the characters of RFC 2046,
    ///     section 5.1.1, and must not occur in any part. A violation is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``). Files and streams are not searched for the boundary.
    ///   - parts: The parts.
    public init(boundary: String? = nil, parts: [Part]) {
        self.boundary = boundary
        self.parts = parts
    }

    /// Makes a form from a list of parts, also with `if` and `for`.
    ///
    /// - Parameters:
    ///   - boundary: The boundary between the parts. By default it is random. See the other initialiser.
    ///   - parts: Lists the parts. An error that it throws is thrown here.
    public init(boundary: String? = nil, @MultipartBuilder parts: () throws -> [Part]) rethrows {
        self.boundary = boundary
        self.parts = try parts()
    }
}

extension MultipartForm: RedactedDescription {
    /// The names of the parts, but never their content.
    public var description: String { "a form of \(parts.map(\.description).joined(separator: ", "))" }
}

/// Lists the parts of a multipart form, also with `if`, `switch` and `for`.
@resultBuilder
public enum MultipartBuilder {
    /// Returns a part.
    public static func buildExpression(_ part: Part) -> [Part] { [part] }

    /// Returns existing parts.
    public static func buildExpression(_ parts: [Part]) -> [Part] { parts }

    /// Returns the parts of all lines.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }

    /// Returns the parts of a loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }

    /// Returns the parts of an `if` without an `else`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }

    /// Returns the parts of an `if`.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }

    /// Returns the parts of an `else`.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
}

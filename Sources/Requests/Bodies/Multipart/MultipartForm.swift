/// A multipart form as a value: its parts, and its boundary (RFC 7578).
///
/// ```swift
/// let form = MultipartForm(boundary: "xyz", parts: [Part("title", "Holiday"), FilePart("photo", url)])
/// api.post(.multipart(form), to: "/photos")
/// ```
public struct MultipartForm: Sendable {
    /// What stands between the parts; `nil` for one of 128 random bits, another each time the request is resolved.
    public var boundary: String?

    /// The parts, in the order in which they are sent.
    public var parts: [Part]

    /// Makes a form of parts.
    ///
    /// - Parameters:
    ///   - boundary: What stands between the parts: random. One of your own has 1 to 70 of the characters of RFC 2046,
    ///     section 5.1.1, and may stand in no part; what is wrong is an error when the request is resolved
    ///     (``RequestErrorCode/bodyEncodingFailed``). The files and streams are not searched for it.
    ///   - parts: The parts.
    public init(boundary: String? = nil, parts: [any PartConvertible]) {
        self.boundary = boundary
        self.parts = parts.map(\.part)
    }

    /// Makes a form of parts that are listed, also by `if` and `for`.
    ///
    /// - Parameters:
    ///   - boundary: What stands between the parts: random. See the other initialiser.
    ///   - parts: The parts; what this throws is thrown here.
    public init(boundary: String? = nil, @MultipartBuilder parts: () throws -> [Part]) rethrows {
        self.boundary = boundary
        self.parts = try parts()
    }
}

extension MultipartForm: CustomStringConvertible, CustomReflectable {
    /// The names of the parts, never their content.
    public var description: String { "a form of \(parts.map(\.description).joined(separator: ", "))" }

    /// What `dump` shows: the names of the parts.
    public var customMirror: Mirror { Mirror(self, children: ["parts": parts], displayStyle: .struct) }
}

/// Lists the parts of a multipart form, also by `if`, `switch` and `for`.
@resultBuilder
public enum MultipartBuilder {
    /// A part.
    public static func buildExpression(_ part: some PartConvertible) -> [Part] { [part.part] }

    /// Parts that were made before.
    public static func buildExpression(_ parts: [any PartConvertible]) -> [Part] { parts.map(\.part) }

    /// The parts of all lines.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }

    /// The parts of a loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }

    /// The parts of an `if` without an `else`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }

    /// The parts of an `if`.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }

    /// The parts of an `else`.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }

    /// The parts of an `if #available`.
    public static func buildLimitedAvailability(_ parts: [Part]) -> [Part] { parts }
}

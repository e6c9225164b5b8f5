/// A builder that lists the parts of a multipart form, and supports `if`, `switch` and `for`.
@resultBuilder
public enum MultipartBuilder {
    /// Returns a part.
    public static func buildExpression(_ part: Part) -> [Part] { [part] }

    /// Returns an array of parts.
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

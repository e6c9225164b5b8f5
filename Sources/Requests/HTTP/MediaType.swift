/// A media type with its parameters, such as `text/plain; charset=utf-8` (RFC 9110, section 8.3.1).
///
/// A string literal is a media type: `.contentType("application/vnd.api+json")`. Add the ones your API uses as static
/// members:
///
/// ```swift
/// extension MediaType {
///     static let jsonAPI: MediaType = "application/vnd.api+json"
/// }
/// ```
///
/// The text is kept as it was given and is checked, as every field's value is, when the request is resolved.
public struct MediaType: Sendable {
    /// The whole text.
    public let rawValue: String

    /// Makes a media type of a type, a subtype and parameters, whose values are quoted where they have to be.
    public init(_ type: String, _ subtype: String, parameters: KeyValuePairs<String, String> = [:]) {
        var text = type + "/" + subtype
        for (name, value) in parameters {
            text += "; " + name + "=" + Self.quotedIfNeeded(value)
        }
        self.rawValue = text
    }

    /// Reads a media type from text that came from outside, such as a Content-Type field.
    ///
    /// - Returns: `nil` where the text is not `type/subtype`, both tokens.
    public init?(_ text: String) {
        self.rawValue = text
        guard Self.isToken(type), Self.isToken(subtype) else { return nil }
    }

    /// The type, such as `text`.
    public var type: Substring { essence.prefix { $0 != "/" } }

    /// The subtype, such as `plain`.
    public var subtype: Substring { essence.drop { $0 != "/" }.dropFirst() }

    /// The media type without its parameters, such as `text/plain`.
    public var essence: Substring {
        Self.trimmed(rawValue.prefix { $0 != ";" })
    }

    /// The parameters, in order, unquoted. Names that are repeated or lack a value are left as they stand.
    public var parameters: [(name: String, value: String)] {
        ParameterReader(rawValue).parameters
    }

    /// The value of a parameter; names do not distinguish case.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name.equalsIgnoringASCIICase(name) }?.value
    }

    /// The same media type with one more parameter.
    public func with(parameter name: String, _ value: String) -> MediaType {
        MediaType(rawValue: rawValue + "; " + name + "=" + Self.quotedIfNeeded(value))
    }

    /// Whether this is JSON: `application/json`, `text/json`, or a type with the suffix `+json` (RFC 6839, section 3.1).
    public var isJSON: Bool {
        let subtype = subtype.lowercased()
        return subtype == "json" || subtype.hasSuffix("+json")
    }

    /// Whether the other has the same type and subtype, whatever the parameters.
    public func matches(_ other: MediaType) -> Bool {
        essence.equalsIgnoringASCIICase(other.essence)
    }

    private init(rawValue: String) {
        self.rawValue = rawValue
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ByteSet.token.contains)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text
    }

    private static func quotedIfNeeded(_ value: String) -> String {
        if isToken(value[...]) { return value }
        let escaped = value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "\"" + String(escaped) + "\""
    }
}

extension MediaType {
    /// `application/json`, which has no charset: JSON is UTF-8 (RFC 8259, section 8.1).
    public static let json: MediaType = "application/json"
    /// `application/xml`.
    public static let xml: MediaType = "application/xml"
    /// `text/plain`, without a charset.
    public static let plainText: MediaType = "text/plain"
    /// `text/html`.
    public static let html: MediaType = "text/html"
    /// `text/event-stream`.
    public static let eventStream: MediaType = "text/event-stream"
    /// `application/x-www-form-urlencoded`.
    public static let form: MediaType = "application/x-www-form-urlencoded"
    /// `application/octet-stream`: bytes of which nothing is known.
    public static let octetStream: MediaType = "application/octet-stream"
    /// `application/problem+json` (RFC 9457).
    public static let problem: MediaType = "application/problem+json"
    /// `*/*`: any media type.
    public static let any: MediaType = "*/*"
}

extension MediaType: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension MediaType: CustomStringConvertible {
    public var description: String { rawValue }
}

extension MediaType: Hashable {
    /// Whether type, subtype and parameters are the same; only the values of parameters distinguish case.
    public static func == (lhs: MediaType, rhs: MediaType) -> Bool {
        lhs.matches(rhs)
            && lhs.parameters.elementsEqual(rhs.parameters) {
                $0.name.equalsIgnoringASCIICase($1.name) && $0.value == $1.value
            }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(essence.lowercased())
    }
}

extension MediaType: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

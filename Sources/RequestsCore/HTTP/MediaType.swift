/// A media type with its parameters, such as `text/plain; charset=utf-8` (RFC 9110, section 8.3.1).
///
/// A string literal is a media type: `.contentType("application/vnd.api+json")`. Add your API's types as static members:
///
/// ```swift
/// extension MediaType {
///     static let jsonAPI: MediaType = "application/vnd.api+json"
/// }
/// ```
///
/// The text is sent unchanged. Like every field value, it's checked when the request is resolved.
public struct MediaType: Sendable {
    /// The whole text.
    public let rawValue: String

    /// Makes a media type from a type, a subtype and parameters, whose values are quoted if necessary.
    public init(_ type: String, _ subtype: String, parameters: KeyValuePairs<String, String> = [:]) {
        var text = type + "/" + subtype
        for (name, value) in parameters {
            text += "; " + name + "=" + value.quotedIfNeeded
        }
        self.rawValue = text
    }

    /// Reads a media type from received text, such as a Content-Type field.
    ///
    /// - Returns: `nil` if the text doesn't start with two tokens and a slash between them.
    public init?(_ text: String) {
        guard text.withBytes(Self.hasTypeAndSubtype) else { return nil }
        self.rawValue = text
    }

    /// Returns whether the text before the parameters consists of two tokens with a slash between them.
    private static func hasTypeAndSubtype(_ text: Bytes) -> Bool {
        var start = 0, end = text.position(of: UInt8(ascii: ";"))
        while start < end, isWhitespace(text[start]) { start += 1 }
        while end > start, isWhitespace(text[end - 1]) { end -= 1 }
        let essence = text.part(start..<end)
        let slash = essence.position(of: UInt8(ascii: "/"))
        guard slash > 0, slash + 1 < essence.count else { return false }
        return essence.part(0..<slash).allSatisfy(ByteSet.token.contains)
            && essence.part((slash + 1)..<essence.count).allSatisfy(ByteSet.token.contains)
    }

    /// The type, such as `text`.
    public var type: Substring {
        let essence = essence
        return essence[..<(Self.index(of: "/", in: essence) ?? essence.endIndex)]
    }

    /// The subtype, such as `plain`.
    public var subtype: Substring {
        let essence = essence
        guard let slash = Self.index(of: "/", in: essence) else { return essence[essence.endIndex...] }
        return essence[essence.utf8.index(after: slash)...]
    }

    /// The media type without its parameters, such as `text/plain`.
    package var essence: Substring {
        Self.trimmed(rawValue[..<(Self.index(of: ";", in: rawValue[...]) ?? rawValue.endIndex)])
    }

    /// The parameters, in order and unquoted; those without a `=` are omitted.
    public var parameters: [(name: String, value: String)] {
        ParameterReader(rawValue).parameters
    }

    /// Returns the value of the first parameter with a name; names ignore case.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name.equalsIgnoringASCIICase(name) }?.value
    }

    /// The parameter `charset`; `nil` if it's missing or empty.
    package var charset: String? { parameter("charset").flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the media type with an additional parameter.
    package func with(parameter name: String, _ value: String) -> MediaType {
        MediaType(rawValue: rawValue + "; " + name + "=" + value.quotedIfNeeded)
    }

    /// Indicates whether this is JSON: `application/json`, `text/json`, or a type with the suffix `+json` (RFC 6839, section 3.1).
    package var isJSON: Bool {
        let essence = essence.lowercased()
        if essence == "application/json" || essence == "text/json" { return true }
        return essence.utf8.suffix(5).elementsEqual("+json".utf8)
    }

    /// Indicates whether this is XML: `application/xml`, `text/xml`, or a type with the suffix `+xml` (RFC 7303, section 4).
    package var isXML: Bool {
        let essence = essence.lowercased()
        if essence == "application/xml" || essence == "text/xml" { return true }
        return essence.utf8.suffix(4).elementsEqual("+xml".utf8)
    }

    /// Returns whether another media type has the same type and subtype; parameters are ignored.
    public func matches(_ other: MediaType) -> Bool {
        essence.equalsIgnoringASCIICase(other.essence)
    }

    private init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Returns the first index of a delimiter.
    ///
    /// Received text is scanned as bytes: a semicolon and a combining mark after it would be one `Character`.
    private static func index(of delimiter: Unicode.Scalar, in text: Substring) -> String.Index? {
        text.utf8.firstIndex(of: UInt8(ascii: delimiter))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isWhitespace($0) }),
            let last = bytes.lastIndex(where: { !isWhitespace($0) })
        else { return text[text.endIndex...] }
        return text[first..<bytes.index(after: last)]
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
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
    /// `multipart/form-data` (RFC 7578); a form adds its boundary.
    public static let multipartForm: MediaType = "multipart/form-data"
    /// `application/octet-stream`: bytes of an unknown type.
    public static let octetStream: MediaType = "application/octet-stream"
    /// `application/problem+json` (RFC 9457).
    public static let problem: MediaType = "application/problem+json"
    /// `*/*`: any media type.
    public static let any: MediaType = "*/*"
}

extension MediaType: ExpressibleByStringLiteral {
    /// Makes a media type from a literal, which is checked when the request is resolved.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension MediaType: CustomStringConvertible {
    /// The whole text.
    public var description: String { rawValue }
}

extension MediaType: Hashable {
    /// Returns whether type, subtype and parameters are the same; the order of parameters is ignored.
    ///
    /// Case matters only in the values of parameters other than `charset` (RFC 9110, section 8.3.1).
    public static func == (lhs: MediaType, rhs: MediaType) -> Bool {
        lhs.matches(rhs) && lhs.comparableParameters == rhs.comparableParameters
    }

    // No name contains a `=`, so the joined strings are unambiguous.
    private var comparableParameters: [String] {
        parameters.map { name, value in
            let name = name.lowercased()
            return name + "=" + (name == "charset" ? value.lowercased() : value)
        }
        .sorted(byText: \.self)
    }

    /// Hashes type and subtype, ignoring the case of their letters.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(essence.lowercased())
    }
}

extension MediaType: Codable {
    /// Decodes a media type from a string, without checking it.
    ///
    /// - Throws: The error of the decoder.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the whole text as a string.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

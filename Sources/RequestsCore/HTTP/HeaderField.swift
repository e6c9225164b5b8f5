/// A header field: a name and a value (RFC 9110, section 5).
///
/// ```swift
/// .adding(headerField: .accept(.json))
/// .adding(headerField: "X-Request-ID", UUID())
/// .adding(headerField: HeaderField("X-Session", session, isSensitive: true))
/// ```
///
/// Declare the fields of your API as static members:
///
/// ```swift
/// extension HeaderField {
///     static func apiVersion(_ version: Int) -> HeaderField { HeaderField("X-Api-Version", version) }
/// }
/// ```
///
/// Resolving a request checks name and value byte by byte: it throws ``RequestErrorCode/invalidHeaderValue`` for a value with
/// CR, LF, NUL or other controls. An empty value and inner tabs are legal. Characters outside ASCII are sent as UTF-8.
public struct HeaderField: Sendable {
    /// The name; case is ignored when names are compared.
    public var name: Name

    /// The value, as sent over the wire.
    public var value: String {
        didSet { issue = nil }
    }

    /// Indicates whether descriptions, logs and errors hide the value.
    ///
    /// Fields that carry credentials by definition, such as Authorization and Cookie, are always sensitive.
    public var isSensitive: Bool {
        get { isMarkedSensitive || name.isSensitive }
        set { isMarkedSensitive = newValue }
    }

    // The name is checked only when `isSensitive` is read.
    private var isMarkedSensitive: Bool

    /// Indicates whether the value is sensitive, or contains a URL with a sensitive part.
    package var hasSecret: Bool {
        isSensitive || Redaction.hasURLs(fieldName: name.rawValue) && !Redaction.secrets(inURLs: value).isEmpty
    }

    /// The reason why the value can't be sent; resolving the request throws it.
    var issue: Issue?

    enum Issue: UInt8, Sendable {
        case notScalar
        case notFinite
        case negativeRange
        case emptySuffix
    }

    /// Makes a field with a string value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - isSensitive: Whether descriptions hide the value. A field with a sensitive name, such as Authorization, is
    ///     always hidden.
    public init(_ name: Name, _ value: String, isSensitive: Bool = false) {
        self.name = name
        self.value = value
        self.isMarkedSensitive = isSensitive
    }
}

extension HeaderField: Hashable {}

extension HeaderField: RedactedDescription {
    /// The field on one line, with a sensitive value hidden.
    public var description: String {
        let line = "\(name): \(shownValue)"
        // Tabs are the only legal controls.
        return line.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 >= 0x7F } ? line.withoutControls : line
    }

    /// The value without secrets: in URLs, user names, passwords and sensitive items are hidden.
    private var shownValue: String {
        if isSensitive { return Redaction.placeholder }
        return Redaction.hasURLs(fieldName: name.rawValue) ? Redaction.urls(value) : value
    }

    /// The mirror for `dump`, without sensitive values.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["name": name.rawValue, "value": shownValue],
            displayStyle: .struct
        )
    }
}

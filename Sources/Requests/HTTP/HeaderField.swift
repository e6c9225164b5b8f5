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
/// Name and value are checked, byte by byte, when the request is resolved. CR, LF, NUL and other controls are an error
/// (``RequestErrorCode/invalidHeaderValue``). An empty value and inner tabs are legal. Characters outside ASCII are sent as UTF-8.
public struct HeaderField: Sendable {
    /// The name, which ignores case when it is compared.
    public var name: Name

    /// The value, as it is sent over the wire.
    public var value: String {
        didSet { issue = nil }
    }

    /// Indicates whether the value is left out of every description, log and error.
    ///
    /// Fields that carry credentials by definition, such as Authorization and Cookie, are always sensitive.
    public var isSensitive: Bool {
        get { isMarkedSensitive || name.isSensitive }
        set { isMarkedSensitive = newValue }
    }

    // The name is checked only when a description is made.
    private var isMarkedSensitive: Bool

    /// Indicates whether the value is sensitive, or a URL in it has a sensitive part.
    package var hasSecret: Bool {
        isSensitive || Redaction.hasURLs(fieldName: name.rawValue) && !Redaction.secrets(inURLs: value).isEmpty
    }

    /// The reason why a value of another type could not be written as text; thrown when the request is resolved.
    var issue: Issue?

    enum Issue: UInt8, Sendable {
        case notScalar
        case notFinite
        case negativeRange
        case emptySuffix
    }

    /// Makes a field with a text as its value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - isSensitive: Indicates whether the value is left out of descriptions. It always is if the name is sensitive.
    public init(_ name: Name, _ value: String, isSensitive: Bool = false) {
        self.name = name
        self.value = value
        self.isMarkedSensitive = isSensitive
    }
}

extension HeaderField: Hashable {}

extension HeaderField: RedactedDescription {
    /// The field as one line, without a sensitive value.
    public var description: String {
        let line = "\(name): \(shownValue)"
        // Tabs are the only legal controls.
        return line.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 >= 0x7F } ? line.withoutControls : line
    }

    /// The value as it may be shown: URLs without their users and sensitive items.
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

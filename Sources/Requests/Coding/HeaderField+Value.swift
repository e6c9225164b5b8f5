extension HeaderField {
    /// Makes a field with any value that is written as one text.
    ///
    /// These are numbers, `Bool` as `true` and `false`, `Date` as an HTTP date (RFC 9110, section 5.6.7), `UUID`, `URL`, and
    /// enums as their raw value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value. If it is not a single scalar, such as an array, resolving the request throws an error. A `nil` is an
    ///     empty value.
    ///   - isSensitive: Whether the value is left out of descriptions.
    public init(_ name: Name, _ value: some Encodable, isSensitive: Bool = false) {
        self =
            .encoding(value, name: name, isSensitive: isSensitive)
            ?? HeaderField(name, "", isSensitive: isSensitive)
    }

    /// Makes a field with any value, as the initialiser does; returns `nil` for a `nil`.
    @inlinable
    static func encoding(_ value: some Encodable, name: Name, isSensitive: Bool) -> HeaderField? {
        if let text = value as? String { return HeaderField(name, text, isSensitive: isSensitive) }
        return encoding(any: value, name: name, isSensitive: isSensitive)
    }

    @usableFromInline
    static func encoding(any value: any Encodable, name: Name, isSensitive: Bool) -> HeaderField? {
        do {
            return try ScalarText.text(of: value, coding: .header).map {
                HeaderField(name, $0, isSensitive: isSensitive)
            }
        } catch {
            var field = HeaderField(name, "", isSensitive: isSensitive)
            field.issue = error == .notFinite ? .notFinite : .notScalar
            return field
        }
    }
}

extension RequestCookie {
    /// Makes a cookie with any value that is written as one text; a `nil` is an empty value.
    ///
    /// Name and value are checked when the request is resolved (``RequestErrorCode/invalidHeaderValue``).
    public init(_ name: String, _ value: some Encodable) {
        self = .encoding(value, name: name) ?? RequestCookie(name: name, value: "")
    }

    /// Makes a cookie with any value, as the initialiser does; returns `nil` for a `nil`.
    @usableFromInline
    static func encoding(_ value: some Encodable, name: String) -> RequestCookie? {
        HeaderField.encoding(value, name: .cookie, isSensitive: true).map {
            RequestCookie(name: name, value: $0.value, issue: $0.issue)
        }
    }
}

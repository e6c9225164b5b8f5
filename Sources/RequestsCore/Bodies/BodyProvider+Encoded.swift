extension BodyProvider {
    /// Makes a body from a value in a format, with the media type of the format.
    ///
    /// ```swift
    /// api.post(.encoded(note, as: .propertyList), to: "/notes")
    /// ```
    ///
    /// `.json(value)` and `.form(value)` are short forms for two formats.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - format: The format, which uses the API's ``Coding``.
    /// - Returns: The provider of the body. If the value can't be encoded, resolving the request throws
    ///   ``RequestErrorCode/bodyEncodingFailed``.
    public static func encoded(_ value: some Encodable & Sendable, as format: BodyFormat) -> BodyProvider {
        BodyProvider { header, coding in
            let content = try format.content(from: value, coding: coding)
            header.append(.contentType(content.type))
            return .data(content.data)
        }
    }
}

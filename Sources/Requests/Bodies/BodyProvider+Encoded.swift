extension BodyProvider {
    /// Makes a body of a value in a format, with the media type of the format.
    ///
    /// ```swift
    /// api.post(.encoded(note, as: .propertyList), to: "/notes")
    /// ```
    ///
    /// For two of the formats, there are the short names `.json(value)` and `.form(value)`.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - format: The format, which gets the ``Coding`` of the API.
    /// - Returns: The provider of the body. A value that can't be encoded is ``RequestErrorCode/bodyEncodingFailed`` when the request is
    ///   resolved.
    public static func encoded(_ value: some Encodable & Sendable, as format: BodyFormat) -> BodyProvider {
        BodyProvider { header, coding in
            let content = try format.content(from: value, coding: coding)
            header.append(.contentType(content.type))
            return .data(content.data)
        }
    }
}

extension Request {
    /// Sets the whole header.
    ///
    /// All previous fields are discarded.
    @inlinable
    public consuming func with(header: HeaderFields) -> Self {
        parts.header = header
        return self
    }

    /// Adds a field to the header, keeping any field of the same name.
    ///
    /// ```swift
    /// // GET /users/1
    /// // Accept: application/json
    /// api.get(.json(User.self), from: "/users/1").adding(headerField: .accept(.json))
    /// ```
    ///
    /// - Parameter field: The field to add. Its name and value are checked when the request is resolved.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func adding(headerField field: consuming HeaderField) -> Self {
        parts.header.append(field)
        return self
    }

    /// Adds a field to the header, keeping any field with the same name.
    ///
    /// `nil` adds no field.
    ///
    /// ```swift
    /// // X-Request-ID: 5c5dcbd5-0a5f-4b3c-b0e0-0c5a1a5d6c5b
    /// request.adding(headerField: "X-Request-ID", UUID())
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: A string, a number, a `Bool`, a date (sent as an HTTP date), an enum with a raw value, or another single value.
    ///   - isSensitive: Indicates whether the value is left out of descriptions.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func adding(
        headerField name: HeaderField.Name, _ value: some Encodable, isSensitive: Bool = false
    ) -> Self {
        guard let field = HeaderField.encoding(value, name: name, isSensitive: isSensitive) else { return self }
        parts.header.append(field)
        return self
    }

    /// Adds fields to the header, keeping existing fields with the same names.
    ///
    /// ```swift
    /// request.adding(headerFields: [.accept(.json), .range(0...99)])
    /// ```
    @inlinable
    public consuming func adding(headerFields fields: some Sequence<HeaderField>) -> Self {
        parts.header.append(contentsOf: fields)
        return self
    }

    /// Sets a field of the header.
    ///
    /// The new field replaces any fields with the same name.
    @inlinable
    public consuming func setting(headerField field: consuming HeaderField) -> Self {
        parts.header.set(field)
        return self
    }

    /// Sets a field of the header.
    ///
    /// The new field replaces any fields with the same name; `nil` removes them.
    @inlinable
    public consuming func setting(
        headerField name: HeaderField.Name, _ value: some Encodable, isSensitive: Bool = false
    ) -> Self {
        guard let field = HeaderField.encoding(value, name: name, isSensitive: isSensitive) else {
            return removing(headerField: name)
        }
        parts.header.set(field)
        return self
    }

    /// Removes all fields with a name.
    @inlinable
    public consuming func removing(headerField name: HeaderField.Name) -> Self {
        parts.header.remove(name)
        return self
    }
}

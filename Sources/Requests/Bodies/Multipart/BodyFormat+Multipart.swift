extension BodyFormat {
    /// A form with files, `multipart/form-data` (RFC 7578), with the styles of the API's ``Coding``.
    ///
    /// ```swift
    /// struct Upload: Codable {
    ///     var title: String            // Content-Disposition: form-data; name="title"
    ///     var photos: [FileValue]      // Content-Disposition: form-data; name="photos"; filename="1.png"
    /// }
    ///
    /// let upload = Endpoint<Upload, Receipt>(.post, "/uploads").body(.multipart)
    /// ```
    ///
    /// Names and texts are those of a form, each in a separate part. A ``FileValue`` is a part with its bytes unchanged. `Data` is a text,
    /// as in a form. A written value reads back as an equal value; a value that would be ambiguous is rejected. If a ``Coding/NilStyle``
    /// writes a `nil`, it is an empty part.
    ///
    /// A received form may have 1,000 parts. A form that breaks off, or that has an ambiguous part, is an error that names the part.
    /// Browsers send an empty part for a file that the user did not choose. It is read as a missing file.
    public static let multipart = multipart()

    /// Makes a format for a form with files, `multipart/form-data` (RFC 7578), with a custom boundary.
    ///
    /// - Parameter boundary: The boundary between the parts. By default each body has a new one of 128 random bits. A custom boundary has 1
    ///   to 70 of the characters of RFC 2046, section 5.1.1, and must not occur in any part. Otherwise the error is
    ///   ``RequestErrorCode/bodyEncodingFailed``.
    /// - Returns: The format.
    public static func multipart(boundary: String? = nil) -> BodyFormat {
        var format = BodyFormat(
            name: "a multipart form", mediaType: .multipartForm, contentType: .multipartForm,
            kind: { $0.matches(.multipartForm) }
        ) { value, coding in
            let parts = try KeyValueEncoder.parts(of: value, coding: coding)
            let boundary = try MultipartBoundary(of: MultipartForm(boundary: boundary, parts: parts))
            var writer = MultipartWriter(boundary: boundary, coding: coding)
            for part in parts { try writer.append(part) }
            return (writer.finishInMemory(), boundary.contentType)
        } decode: { body in
            try body.read(
                from: KeyValueDecoder(ofMultipart: body.data, contentType: body.contentType, coding: body.coding))
        }
        format.canBePage = true
        return format
    }
}

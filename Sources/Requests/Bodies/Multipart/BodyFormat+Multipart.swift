extension BodyFormat {
    /// A form with files, `multipart/form-data` (RFC 7578), by the API's ``Coding``.
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
    /// Names and texts are those of a form, each in a part of its own; a ``FileValue`` is a part with its bytes as they are. What
    /// is written reads back as an equal value, and what can't be told apart is refused; a `nil` that a ``Coding/NilStyle`` has
    /// stand there is an empty part. `Data` is a text, as in a form.
    ///
    /// A form that is read may have 1,000 parts. One that breaks off, or has a part that can be read in two ways, is an error that
    /// names the part. A file that nobody chose, as browsers send it, is not there.
    public static let multipart = multipart()

    /// A form with files, `multipart/form-data` (RFC 7578), with a boundary of your own.
    ///
    /// - Parameter boundary: What stands between the parts: by default one of 128 random bits, another for each body. One of your
    ///   own has 1 to 70 of the characters of RFC 2046, section 5.1.1, and may stand in no part: that is
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
                from: KeyValueDecoder.decoder(
                    ofMultipart: body.data, contentType: body.contentType, coding: body.coding))
        }
        format.canBePage = true
        return format
    }
}

extension ResponseDecoder where Resource: Decodable {
    /// Decodes a multipart form, and asks for `multipart/form-data`.
    ///
    /// See ``BodyFormat/multipart`` for how it is read.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoder.
    public static func multipart(_ type: Resource.Type = Resource.self) -> Self {
        decoded(type, from: .multipart)
    }
}

import Foundation

extension BodyProvider {
    /// Makes a body from a form with files, with the media type `multipart/form-data` (RFC 7578).
    ///
    /// ```swift
    /// // POST /photos
    /// // Content-Type: multipart/form-data; boundary=9a1f…
    /// //
    /// // --9a1f…
    /// // Content-Disposition: form-data; name="title"
    /// //
    /// // Holiday
    /// // --9a1f…
    /// // Content-Disposition: form-data; name="avatar"; filename="me.png"
    /// // Content-Type: image/png
    /// // …
    /// api.post(.multipart {
    ///     Part("title", "Holiday")
    ///     Part("meta", .json(meta))
    ///     Part(fields: signUp)
    ///     if let avatar { Part("avatar", file: avatar) }
    ///     for url in urls { Part("files[]", file: url) }
    /// }, to: "/photos")
    /// ```
    ///
    /// Files and streams are never held in memory, and are read again if the request is sent again. The length of the body is
    /// known beforehand if the length of every part is known. If a part turns out to be shorter or longer, sending throws
    /// ``RequestErrorCode/bodyUnreadable``.
    ///
    /// - Parameters:
    ///   - boundary: The boundary between the parts. By default it consists of 128 random bits, new each time the request is
    ///     resolved. A custom boundary must consist of 1 to 70 characters (those of RFC 2046, section 5.1.1), and must not occur
    ///     in any part; otherwise resolving the request throws ``RequestErrorCode/bodyEncodingFailed``. Files and streams are not
    ///     searched for the boundary.
    ///   - parts: Lists the parts, and may contain `if` and `for`. An error that this closure throws is rethrown.
    /// - Returns: The provider of the body.
    public static func multipart(
        boundary: String? = nil, @MultipartBuilder _ parts: () throws -> [Part]
    ) rethrows -> BodyProvider {
        let parts = try parts()
        return BodyProvider { header, coding in
            let writer = try MultipartWriter(parts, boundary: boundary, coding: coding)
            header.append(.contentType(writer.contentType))
            return try writer.finish()
        }
    }
}

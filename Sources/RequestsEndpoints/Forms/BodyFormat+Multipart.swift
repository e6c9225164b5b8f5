public import Requests

extension BodyFormat {
    /// A form with files, `multipart/form-data` (RFC 7578), with the styles of the API's ``/Requests/Coding``.
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
    /// Each value, including `Data`, is a separate part with the same name and string as in
    /// ``/Requests/BodyFormat/form``. The part of a ``FileValue`` contains the file's bytes unchanged. Decoding an
    /// encoded value returns an equal value; encoding an ambiguous value throws an error. If the
    /// ``/Requests/Coding/NilStyle`` writes `nil`, a `nil` becomes an empty part.
    ///
    /// A received form may contain up to 1,000 parts. Decoding a truncated form, or an ambiguous part, throws an error.
    /// Browsers send an empty part for a file that the user did not choose; such a part is decoded as a missing file.
    public static let multipart = multipart()

    /// Makes a format for a form with files, `multipart/form-data` (RFC 7578), with a custom boundary.
    ///
    /// - Parameter boundary: The boundary between the parts. By default, each body uses a new boundary of 128 random
    ///   bits. A custom boundary must consist of 1 to 70 characters (see RFC 2046, section 5.1.1), and must not occur
    ///   in any part; otherwise encoding throws ``/Requests/RequestErrorCode/bodyEncodingFailed``.
    /// - Returns: The format.
    public static func multipart(boundary: String? = nil) -> BodyFormat {
        multipart(boundary: boundary) { body in
            try body.read(
                from: KeyValueDecoder(ofMultipart: body.data, contentType: body.contentType, coding: body.coding)
                    .checking(body.checkedTypes))
        }
    }
}

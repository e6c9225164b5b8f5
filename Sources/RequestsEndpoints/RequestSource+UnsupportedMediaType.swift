import Requests

extension RequestSource {
    /// The media type of the body; `nil` if the request has no valid Content-Type.
    var contentType: MediaType? { header[.contentType].flatMap { MediaType($0) } }

    /// The error for a body in another format than the declared one: 415 Unsupported Media Type; `nil` if the format fits, or if
    /// the request doesn't name one.
    var unsupportedMediaType: ServingError? {
        guard let contentType, !format.matches(contentType) else { return nil }
        return ServingError(.unsupportedMediaType, "the body is to be \(format.mediaType.essence)")
    }

    /// Returns the body as text, in its charset.
    func text() throws(ServingError) -> String {
        let name = contentType?.parameter("charset") ?? "utf-8"
        guard let charset = Charset(named: name) else {
            throw ServingError(.unsupportedMediaType, "the charset \(name.escapedForDisplay) is not known")
        }
        guard let text = Charset.text(of: data, in: charset.encoding) else {
            throw ServingError(.badRequest, "the body is not text in \(charset.name)")
        }
        return text
    }
}

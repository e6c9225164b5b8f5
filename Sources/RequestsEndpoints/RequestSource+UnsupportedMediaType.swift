import Requests

extension RequestSource {
    /// The media type of the body; `nil` without a valid Content-Type.
    var contentType: MediaType? { header[.contentType].flatMap { MediaType($0) } }

    /// The 415 error for a body that isn't in the endpoint's format; `nil` if the formats match, or without a valid
    /// Content-Type.
    var unsupportedMediaType: ServingError? {
        guard let contentType, !format.matches(contentType) else { return nil }
        return ServingError(.unsupportedMediaType, "the media type of the body must be \(format.mediaType.essence)")
    }

    /// Returns the body as text, decoded with its charset.
    func text() throws(ServingError) -> String {
        let name = contentType?.charset ?? "utf-8"
        guard let charset = Charset(named: name) else {
            throw ServingError(.unsupportedMediaType, "this server can't read the charset \(name.escapedForDisplay)")
        }
        guard let text = Charset.text(of: data, in: charset.encoding) else {
            throw ServingError(.badRequest, "the body isn't valid \(charset.name)")
        }
        return text
    }
}

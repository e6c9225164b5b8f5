/// A multipart form as a value (RFC 7578).
package struct MultipartForm: Sendable {
    /// The boundary between the parts; `nil` for a random one each time the request is resolved.
    package let boundary: String?

    /// The parts, in the order in which they are sent.
    package let parts: [Part]

    /// Makes a form from parts.
    package init(boundary: String? = nil, parts: [Part]) {
        self.boundary = boundary
        self.parts = parts
    }

    /// Makes a form from a list of parts.
    package init(boundary: String? = nil, @MultipartBuilder parts: () throws -> [Part]) rethrows {
        self.init(boundary: boundary, parts: try parts())
    }
}
